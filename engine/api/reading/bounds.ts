import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { keysRemembered } from '../../cloud/projections/usedKeys.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';

/** A number that is not a setting of a world: it keeps one request, or one client, from blocking a server. */
export interface Bound {
  readonly value: number;
  readonly unit: string;
  readonly rule: RuleId;
  readonly about: string;
}

const makeBound = (value: number, unit: string, rule: RuleId, about: string): Bound => ({ value, unit, rule, about });

/** Every limit of a server, with its default (server.limits). */
// biome-ignore format: a table
export const limitTable = {
  body:             makeBound(1_000_000,  'bytes',            'errors.body-size',   'a body that none of the next six covers'),
  runBody:          makeBound(10_000_000, 'bytes',            'errors.body-size',   'a body of /run'),
  runsyncBody:      makeBound(20_000_000, 'bytes',            'errors.body-size',   'a body of /runsync'),
  balancerBody:     makeBound(30_000_000, 'bytes',            'errors.body-size',   'a body that a load balancer passes to a worker'),
  workerBody:       makeBound(20_000_000, 'bytes',            'errors.body-size',   'what a real worker posts: a result, or a chunk'),
  scenarioBody:     makeBound(4_000_000,  'bytes',            'errors.body-size',   'a scenario sent to a server'),
  webhookBody:      makeBound(10_000,     'bytes',            'errors.body-size',   'a report of a webhook delivery'),
  unpackedBody:     makeBound(20_000_000, 'bytes',            'errors.body-size',   'what a compressed body may unpack to, where its operation takes more'),
  bodiesRead:       makeBound(512_000_000, 'bytes',           'server.limits',      'of bodies that a server is reading, all together; the largest is refused'),
  bodyDepth:        makeBound(200,        'levels',           'errors.malformed',   'how deep the JSON of a body is nested'),
  bodyValues:       makeBound(20_000,     'values and names', 'errors.body-size',   'in the JSON of a body that the next does not cover'),
  jobValues:        makeBound(250_000,    'values and names', 'errors.body-size',   'in the JSON of a body of a job: what clients submit, and workers post'),
  objectNames:      makeBound(10_000,     'names',            'errors.body-size',   'of one object in the JSON of a body; a long one counts for each 64 characters'),
  answerItems:      makeBound(1_000,      'items',            'server.limits',      'one page: events, steps, refusals, calls, faults, keys, worlds'),
  answerSize:       makeBound(8_000_000,  'characters',       'server.limits',      'the items of one page; one item is always shown'),
  entriesLookedAt:  makeBound(100_000,    'log entries',      'control.events',     'scanned for one page of events, or sent when a stream begins'),
  entriesExplained: makeBound(1_000_000,  'log entries',      'control.explain',    'scanned to explain an entity: the newest'),
  streamUnread:     makeBound(4_000_000,  'bytes',            'server.limits',      'sent in a stream but not yet read, before the client is disconnected'),
  streamsUnread:    makeBound(64_000_000, 'bytes',            'server.limits',      'the same of all streams together; the stream with the most is disconnected'),
  pipelined:        makeBound(10_000,     'requests',         'server.limits',      'that wait for the answers before them on their connections, all together'),
  advanceEntries:   makeBound(1_000_000,  'calendar entries', 'control.clock',      'an advance'),
  logEntriesInMemory: makeBound(50_000,   'log entries',      'server.limits',      'of a world in memory; older ones are read from its file'),
  worlds:           makeBound(1_000,      'worlds',           'control.worlds',     'served at once'),
  journalCalls:     makeBound(1_000,      'calls',            'control.journal',    'remembered with their answers'),
  journalBody:      makeBound(16_384,     'characters',       'control.journal',    'one remembered request or answer; the rest is cut off'),
  journalBodies:    makeBound(4_194_304,  'characters',       'control.journal',    'all remembered requests and answers together'),
  patternSteps:     makeBound(50_000_000, 'steps',            'control.journal',    'of the search for the patterns of one check of calls'),
  scenarioEntries:  makeBound(200_000,    'log entries',      'control.scenarios',  'a scenario that a server plays'),
  recordedEntries:  makeBound(200_000,    'log entries',      'control.recording',  'a log that is recorded as a scenario'),
  comparedEntries:  makeBound(1_000_000,  'log entries',      'control.compare',    'each of two compared logs'),
  whatIfSeeds:      makeBound(100,        'seeds',            'control.compare',    'that a change is played with'),
  whatIfEntries:    makeBound(2_000_000,  'log entries',      'control.compare',    'of all runs of one what-if together'),
  stateEntities:    makeBound(100_000,    'entities',         'control.rewind',     'in one page of a past state'),
  rewoundEntries:   makeBound(2_000_000,  'log entries',      'control.rewind',     'read to reach a past point, or for a stand-in'),
} as const satisfies Readonly<Record<string, Bound>>;

export type LimitName = keyof typeof limitTable;

/** The limits of one server. */
export type Limits = { readonly [Name in LimitName]: number };

/** The limits of a server that was started with no others. */
export const defaultLimits = Object.fromEntries(Object.entries(limitTable).map(([name, { value }]) => [name, value])) as Limits;

/** Numbers of the APIs themselves. A world's answers and log must not depend on its server. */
// biome-ignore format: a table
export const contractTable = {
  publicTemplates:  makeBound(100,        'templates',        'catalog.templates',  'public templates in a list'),
  keysRemembered:   makeBound(keysRemembered, 'keys',             'control.call-key',   'of an account’s calls, the newest; a numbered sequence such as load/1, load/2, … counts as one'),
  listItems:        makeBound(1_000,      'items',            'list.pages',      'of a list in one answer, where the contract has pages'),
  billRecords:      makeBound(10_000,     'records',          'list.pages',      'of a bill in one answer'),
  managementBody:   makeBound(102_400,    'bytes',            'errors.body-size',   'a body of the management API, alone and with the template that it names, where the contract bounds it; not of secrets'),
  endpointsNamed:   makeBound(10,         'resources',        'auth.tenancy',       'that the refusal of an unknown one names'),
  problemsNamed:    makeBound(100,        'problems',         'errors.validation',  'of a body, that its refusal names; of unknown properties of one object, as many'),
  logTail:          makeBound(5_000,      'lines',            'pod.logs',           'the longest tail of a log'),
} as const satisfies Readonly<Record<string, Bound>>;

/** Reads limits from `name=value` texts, over the defaults; left names the wrong text and the expected form. */
export const parseLimits = (texts: readonly string[]): Either<string, Limits> => {
  const limits: Record<string, number> = { ...defaultLimits };
  for (const text of texts) {
    const [, name = '', digits = ''] = /^(\w+)=(\d+)$/.exec(text) ?? [];
    const value = Number(digits);
    if (digits === '') return left(`'${text}' is not a limit: write it like worlds=10, with a whole number`);
    if (!Object.hasOwn(limitTable, name))
      return left(`there is no limit '${name}'${suggestion(name, Object.keys(limitTable), 'GET /_podsim/v1/info')}`);
    if (value < 1 || value > limitMax) return left(`${name}=${digits} is out of range; give a whole number from 1 to ${limitMax}`);
    limits[name] = value;
  }
  return right(limits as Limits);
};

/** Above this, no process could hold that many bytes or entries. */
const limitMax = 1_000_000_000;

/** The details of a refusal by a limit: the name of the limit, and how to change it. */
export const limitWords = (name: LimitName): string => `this server's limit ${name}; podsim serve --limit ${name}=N sets it`;
