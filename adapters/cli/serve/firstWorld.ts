import { isLeft } from 'fp-ts/lib/Either.js';
import { usualSecret } from '../../../engine/cloud/index.ts';
import { definitionWanted } from '../../../engine/control/index.ts';
import { type FileProblem, parseScenario, play, problemText, type Scenario } from '../../../engine/scenario/index.ts';
import { allPermissions, type WorldDefinition, withFirstSecret, withTiming } from '../../../engine/simulator/index.ts';
import { rerun } from '../../../engine/world/index.ts';
import { newWorld, type WorldFactory } from '../../host/storage/worldFactory.ts';
import { readLog } from '../../store/file/logFile.ts';
import { sha256 } from '../../store/sha256.ts';
import { readerFor, readText } from '../files.ts';
import { explainErrors } from '../look/logs.ts';
import { BadInput } from '../terminal/exit.ts';
import { accepts, defaultApiKey, freshKey, isBeyondMachine, withoutGuessableKeys } from './beyondMachine.ts';
import { readEndpoints } from './endpoints.ts';
import { readApiKey, readOrigins, readTiming, settingsGiven, type WrittenServeOptions } from './options.ts';
import { findEndpoint, type WorkersAsked } from './workers.ts';

/**
 * Finds the key for clients: the default key if this world accepts it, otherwise the first key. The log of a world has only digests of
 * keys: `known` are secrets that one of them may have.
 */
export const findClientKey = ({ accounts }: WorldDefinition, known: readonly string[] = []): string | undefined => {
  const keys = accounts.flatMap((one) => one.keys);
  const findSecret = (key: (typeof keys)[number]): string | undefined =>
    'secret' in key ? key.secret : [...known, usualSecret(key.name)].find((secret) => accepts(key, secret));
  if (keys.length === 0 || keys.some((key) => accepts(key, defaultApiKey))) return defaultApiKey;
  return keys.map(findSecret).find((secret) => secret !== undefined);
};

/** Whether a world has that key. */
export const hasKey = ({ accounts }: WorldDefinition, secret: string): boolean =>
  accounts.some(({ keys }) => keys.some((key) => accepts(key, secret)));

/** The world that a server begins with, and how it is made. */
export interface FirstWorld {
  readonly definition: WorldDefinition;
  readonly make: WorldFactory;
}

/** The world of a scenario, after the scenario has been played. */
const playScenario =
  (scenario: Scenario): WorldFactory =>
  (onChange) => {
    const { verdict, failures, unfired, world } = play(scenario, { onChange, sha256 });
    if (verdict !== 'pass')
      process.stderr.write(`${scenario.file}: ${verdict}\n${[...failures, ...unfired].map((line) => `  ${line}\n`).join('')}`);
    return world;
  };

/**
 * Makes the world of a server that has none stored: the world of a scenario, or one with an endpoint to try. If other machines can reach
 * the server, it has no guessable keys. The endpoints whose `workers` are real processes are external.
 */
export const makeFirstWorld = (options: WrittenServeOptions, workers: readonly WorkersAsked[] = []): FirstWorld => {
  if (options.log !== undefined) return worldOfLog(options.log, options);
  const source = findSource(options);
  const scenario = source === undefined ? undefined : readScenario(source.name, source.text, options);
  const given = completeDefinition(scenario?.definition ?? demonstrationFor(options), scenario !== undefined, options);
  const definition = workers.length === 0 ? given : { ...given, endpoints: makeExternal(given.endpoints, workers) };
  return { definition, make: scenario === undefined ? newWorld(definition) : playScenario({ ...scenario, definition }) };
};

/** The scenario that describes the world: a file, or one of the endpoints that the options name. */
const findSource = (options: WrittenServeOptions): { readonly name: string; readonly text: string } | undefined => {
  const { scenario: file } = options;
  const endpoints = readEndpoints(options);
  if (file !== undefined && endpoints.length > 0)
    throw new BadInput('--scenario has its own endpoints: give --scenario or --endpoint, not both');
  if (endpoints.length > 0) return { name: '--endpoint', text: JSON.stringify({ title: 'endpoints', world: { endpoints } }) };
  return file === undefined ? undefined : { name: file, text: readText(file) };
};

type ScenarioOptions = Pick<WrittenServeOptions, 'seed' | 'setting' | 'contract'>;

const readScenario = (name: string, text: string, options: ScenarioOptions): Scenario => {
  const { seed } = options;
  const parsed = parseScenario(name, text, readerFor(name), seed === undefined ? undefined : [seed], settingsGiven(options));
  // Options have no lines to point at.
  const explain = (problem: FileProblem): string => (name.startsWith('--') ? `${name}: ${problem.message}` : problemText(problem));
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(explain).join('\n'));
  const [scenario] = parsed.right;
  if (scenario === undefined) throw new BadInput(`${name}: contains no run`);
  return scenario;
};

const demonstrationFor = (options: WrittenServeOptions): WorldDefinition => {
  const { seed } = options;
  const definition = definitionWanted({ apiKey: firstKey(options) ?? defaultApiKey, seed, settings: settingsGiven(options) });
  if (isLeft(definition)) throw new BadInput(`--setting: ${definition.left.errors?.join('; ')}`);
  return definition.right;
};

const firstKey = (options: WrittenServeOptions): string | undefined =>
  readApiKey(options) ?? (isBeyondMachine(options) ? freshKey() : undefined);

/** The times, the keys and the receivers of webhooks that the options give a world. */
const completeDefinition = (base: WorldDefinition, isScenario: boolean, options: WrittenServeOptions): WorldDefinition => {
  const [timing, webhooks] = [readTiming(options), readOrigins(options)];
  const timed = timing === undefined ? base : withTiming(base, timing);
  const keyed = isScenario ? giveKeys(timed, options) : timed;
  return webhooks.length === 0 ? keyed : { ...keyed, webhooks };
};

const giveKeys = (definition: WorldDefinition, options: WrittenServeOptions): WorldDefinition => {
  const apiKey = firstKey(options);
  if (apiKey === undefined) return withDefaultKey(definition);
  return withFirstSecret(isBeyondMachine(options) ? withoutGuessableKeys(definition) : definition, apiKey);
};

/** Marks the endpoints with real workers as external, so that these processes take their jobs. */
const makeExternal = (endpoints: WorldDefinition['endpoints'], workers: readonly WorkersAsked[]): WorldDefinition['endpoints'] => {
  const ids = workers.map((one) => findEndpoint(endpoints, one).id);
  return endpoints.map((one) =>
    one.handler.external === undefined && ids.includes(one.id) ? { ...one, handler: externalHandler() } : one,
  );
};

const externalHandler = (): WorldDefinition['endpoints'][number]['handler'] => {
  const world = { endpoints: [{ id: 'ep', handler: { external: {} } }] };
  const [endpoint] = readScenario('--workers', JSON.stringify({ title: 'real workers', world }), {}).definition.endpoints;
  if (endpoint === undefined) throw new BadInput('--workers: there is no endpoint');
  return endpoint.handler;
};

/** What a log begins with is its own. */
const ofOtherWorlds = ['scenario', 'endpoint', 'seed', 'timing', 'setting', 'contract', 'webhooks'] as const;

/** Makes the world of a log, which continues at the log's end: the server plays its inputs again, and they must lead to the same log. */
const worldOfLog = (file: string, options: WrittenServeOptions): FirstWorld => {
  const other = ofOtherWorlds.find((name) => options[name] !== undefined);
  if (other !== undefined)
    throw new BadInput(`--log goes on with the world of a log, which has its own ${other}: give --log or --${other}`);
  const log = readLog(file);
  const { definition } = log.header;
  const { apiKey } = options;
  if (apiKey !== undefined && !hasKey(definition, apiKey))
    throw new BadInput(`--api-key is none of the keys that the world of ${file} has`);
  if (isBeyondMachine(options) && hasKey(definition, defaultApiKey))
    throw new BadInput(`the world of ${file} takes the key ${defaultApiKey}, which anyone can guess: serve it on this machine alone`);
  return {
    definition,
    make: (onChange) => {
      const world = explainErrors(log, () => rerun(log.header, log.entries, { onChange, sha256 }));
      if (world.fingerprint() === log.fingerprint) return world;
      throw new BadInput(`${file}: its inputs give another log today (\`podsim log rerun ${file}\` says where), so its world cannot go on`);
    },
  };
};

/** Makes the README's examples work with any scenario: if no key is the default key, the account of the first key gets it. */
const withDefaultKey = (definition: WorldDefinition): WorldDefinition => {
  const { accounts } = definition;
  const keys = accounts.flatMap((one) => one.keys);
  const first = accounts.find((one) => one.keys.length > 0) ?? accounts[0];
  if (keys.some((key) => accepts(key, defaultApiKey))) return definition;
  const key = {
    name: freeName('podsim-dev', keys),
    secret: defaultApiKey,
    permissions: allPermissions,
    queueEndpoints: null,
    rateLimitExempt: false,
    expiresAt: null,
  };
  return { ...definition, accounts: accounts.map((one) => (one === first ? { ...one, keys: [...one.keys, key] } : one)) };
};

const freeName = (name: string, keys: readonly { readonly name: string }[]): string =>
  keys.some((key) => key.name === name) ? freeName(`${name}-too`, keys) : name;
