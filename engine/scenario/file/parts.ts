/** A part of a scenario file, as messages and pages call it. */
export interface ScenarioPart {
  /** Its path, without the numbers of lists. */
  readonly path: string;
  readonly what: string;
  /** The page of `docs/reference/` with its keys. */
  readonly page: string;
}

/** The parts whose keys the reference of the format lists, in the order of its pages. */
// biome-ignore format: a table
export const scenarioParts: readonly ScenarioPart[] = [
  { path: '',                                 what: 'a scenario',                      page: 'scenario' },
  { path: 'matrix',                           what: 'a matrix',                        page: 'scenario' },
  { path: 'recorded',                         what: 'a note of who recorded it',       page: 'scenario' },
  { path: 'world',                            what: 'a world',                         page: 'world' },
  { path: 'world.hosts',                      what: 'a host',                          page: 'world' },
  { path: 'world.images',                     what: 'an image',                        page: 'world' },
  { path: 'world.accounts',                   what: 'an account',                      page: 'world' },
  { path: 'world.accounts.keys',              what: 'a key of an account',             page: 'world' },
  { path: 'world.templates',                  what: 'a template',                      page: 'world' },
  { path: 'world.settings',                   what: 'settings',                        page: 'settings' },
  { path: 'world.endpoints',                  what: 'an endpoint',                     page: 'endpoints' },
  { path: 'world.endpoints.workers',          what: 'the workers of an endpoint',      page: 'endpoints' },
  { path: 'world.endpoints.scaling',          what: 'the scaler of an endpoint',       page: 'endpoints' },
  { path: 'world.endpoints.gpu',              what: 'the GPUs of an endpoint',         page: 'endpoints' },
  { path: 'world.endpoints.cpu',              what: 'a CPU type of an endpoint',       page: 'endpoints' },
  { path: 'world.endpoints.handler',          what: 'a handler',                       page: 'handlers' },
  { path: 'world.endpoints.handler.chunks',   what: 'chunks of output',                page: 'handlers' },
  { path: 'world.endpoints.handler.sharing',  what: 'how jobs share a worker',         page: 'handlers' },
  { path: 'world.endpoints.handler.tokens',   what: 'a handler that makes tokens',     page: 'handlers' },
  { path: 'world.endpoints.handler.tokens.prompt', what: 'a number that is drawn',     page: 'distributions' },
  { path: 'world.endpoints.handler.external', what: 'a handler of real workers',       page: 'handlers' },
  { path: 'world.endpoints.handler.answers',  what: 'an answer by question',           page: 'handlers' },
  { path: 'steps',                            what: 'a step',                          page: 'steps' },
  { path: 'steps.with',                       what: 'what a step calls with',          page: 'steps' },
  { path: 'steps.expect',                     what: 'an expectation',                  page: 'steps' },
  { path: 'steps.repeat',                     what: 'a repetition',                    page: 'steps' },
  { path: 'load',                             what: 'a load',                          page: 'loads' },
  { path: 'load.steps',                       what: 'a call of a user of a load',      page: 'loads' },
  { path: 'load.onFailure',                   what: 'what a client does on a failure', page: 'loads' },
  { path: 'load.onRefusal',                   what: 'what a client does on a refusal', page: 'loads' },
  { path: 'load.trace',                       what: 'a file of arrival times',         page: 'loads' },
  { path: 'load.durations',                   what: 'a file of durations',             page: 'loads' },
  { path: 'load.tokens',                      what: 'tokens of jobs',                  page: 'loads' },
  { path: 'faults',                           what: 'a fault',                         page: 'faults' },
  { path: 'faults.match',                     what: 'what a fault may strike',         page: 'faults' },
  { path: 'faults.exactly',                   what: 'a fault as the log stores it',    page: 'faults' },
  { path: 'assert',                           what: 'an assertion',                    page: 'assertions' },
  { path: 'properties',                       what: 'a property',                      page: 'properties' },
  { path: 'properties.always',                what: 'a state that is looked at',       page: 'properties' },
  { path: 'properties.never',                 what: 'an event or a state',             page: 'properties' },
  { path: 'inputs',                           what: 'an input',                        page: 'inputs' },
  { path: 'inputs.with.unreadable',           what: 'a body that cannot be read',      page: 'inputs' },
];

/** Where the reference of the format is, from the top of the package. */
export const referencePage = (page: string): string => `docs/reference/${page}.md`;

/**
 * Finds the part that a path of a file leads to. Other files contain parts of scenarios, too, under their own names: the end of the path
 * tells which part it is. `undefined` if there is no part.
 */
export const partAt = (path: readonly (string | number)[]): ScenarioPart | undefined => {
  const names = path.filter((key) => typeof key === 'string');
  for (let k = 0; k < names.length; k++) {
    const end = names.slice(k).join('.');
    const part = scenarioParts.find((one) => one.path === end);
    if (part !== undefined) return part;
  }
  const last = `.${names.at(-1)}`;
  return scenarioParts.find((one) => one.path.endsWith(last));
};
