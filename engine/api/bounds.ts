import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { keysRemembered } from '../cloud/projections/usedKeys.ts';

/** A number that is not a setting of a world: it keeps one request, or one client, from blocking a server. */
export interface Bound {
  readonly value: number;
  readonly unit: string;
  readonly rule: string;
  readonly about: string;
}

const bound = (value: number, unit: string, rule: string, about: string): Bound => ({ value, unit, rule, about });

/** Every limit of a server, with its default (server.limits). */
// biome-ignore format: a table
export const limitTable = {
  body:             bound(1_000_000,  'bytes',            'errors.body-size',   'a body that none of the next six covers'),
  runBody:          bound(10_000_000, 'bytes',            'errors.body-size',   'a body of /run'),
  runsyncBody:      bound(20_000_000, 'bytes',            'errors.body-size',   'a body of /runsync'),
  balancerBody:     bound(30_000_000, 'bytes',            'errors.body-size',   'a body that a load balancer passes to a worker'),
  workerBody:       bound(20_000_000, 'bytes',            'errors.body-size',   'what a real worker posts: a result, or a chunk'),
  scenarioBody:     bound(4_000_000,  'bytes',            'errors.body-size',   'a scenario sent to a server'),
  webhookBody:      bound(10_000,     'bytes',            'errors.body-size',   'a report of a webhook delivery'),
  unpackedBody:     bound(20_000_000, 'bytes',            'errors.body-size',   'what a compressed body may unpack to, where its operation takes more'),
  bodyDepth:        bound(200,        'levels',           'errors.malformed',   'how deep the JSON of a body is nested'),
  answerItems:      bound(1_000,      'items',            'server.limits',      'one page: events, steps, refusals, calls, faults, keys, worlds'),
  answerSize:       bound(8_000_000,  'characters',       'server.limits',      'the items of one page; one item is always shown'),
  entriesLookedAt:  bound(100_000,    'log entries',      'control.events',     'scanned for one page of events, or sent when a stream begins'),
  entriesExplained: bound(1_000_000,  'log entries',      'control.explain',    'scanned to explain an entity: the newest'),
  streamUnread:     bound(4_000_000,  'bytes',            'server.limits',      'sent in a stream but not yet read, before the client is disconnected'),
  advanceEntries:   bound(1_000_000,  'calendar entries', 'control.clock',      'an advance'),
  logEntriesInMemory: bound(50_000,   'log entries',      'server.limits',      'of a world in memory; older ones are read from its file'),
  worlds:           bound(1_000,      'worlds',           'control.worlds',     'served at once'),
  journalCalls:     bound(1_000,      'calls',            'control.journal',    'remembered with their answers'),
  journalBody:      bound(16_384,     'characters',       'control.journal',    'one remembered request or answer; the rest is cut off'),
  journalBodies:    bound(4_194_304,  'characters',       'control.journal',    'all remembered requests and answers together'),
  scenarioEntries:  bound(200_000,    'log entries',      'control.scenarios',  'a scenario that a server plays'),
  recordedEntries:  bound(200_000,    'log entries',      'control.recording',  'a log that is recorded as a scenario'),
  comparedEntries:  bound(1_000_000,  'log entries',      'control.compare',    'each of two compared logs'),
  whatIfSeeds:      bound(100,        'seeds',            'control.compare',    'that a change is played with'),
  whatIfEntries:    bound(2_000_000,  'log entries',      'control.compare',    'of all runs of one what-if together'),
  stateEntities:    bound(100_000,    'entities',         'control.rewind',     'in one page of a past state'),
  rewoundEntries:   bound(2_000_000,  'log entries',      'control.rewind',     'read to reach a past point, or for a stand-in'),
} as const satisfies Readonly<Record<string, Bound>>;

export type LimitName = keyof typeof limitTable;

/** The limits of one server. */
export type Limits = { readonly [Name in LimitName]: number };

/** The limits of a server that was started with no others. */
export const defaultLimits = Object.fromEntries(Object.entries(limitTable).map(([name, { value }]) => [name, value])) as Limits;

/** Numbers of the APIs themselves. What a world answers and logs may not depend on its server. */
// biome-ignore format: a table
export const contractTable = {
  publicTemplates:  bound(100,        'templates',        'catalog.templates',  'public templates in a list'),
  keysRemembered:   bound(keysRemembered, 'keys',             'control.call-key',   'of an account’s calls, the newest; a numbered sequence such as load/1, load/2, … counts as one'),
  billRecords:      bound(10_000,     'records',          'list.pages',      'of a bill in one answer'),
  logTail:          bound(5_000,      'lines',            'pod.logs',           'the longest tail of a log'),
} as const satisfies Readonly<Record<string, Bound>>;

/** The limits that `name=value` texts ask for, over the defaults; left says which text is wrong and what was expected. */
export const parseLimits = (texts: readonly string[]): Either<string, Limits> => {
  const limits: Record<string, number> = { ...defaultLimits };
  for (const text of texts) {
    const [, name = '', digits = ''] = /^(\w+)=(\d+)$/.exec(text) ?? [];
    const value = Number(digits);
    if (digits === '') return left(`'${text}' is not a limit: write it like worlds=10, with a whole number`);
    if (!Object.hasOwn(limitTable, name)) return left(`there is no limit '${name}'; the limits are ${Object.keys(limitTable).join(', ')}`);
    if (value < 1 || value > limitMax) return left(`${name}=${digits} is out of range; give a whole number from 1 to ${limitMax}`);
    limits[name] = value;
  }
  return right(limits as Limits);
};

/** Above this, no process could hold that many bytes or entries. */
const limitMax = 1_000_000_000;

/** What a refusal by a limit says about it: which limit it was, and how to change it. */
export const limitWords = (name: LimitName): string => `this server's limit ${name}; podsim serve --limit ${name}=N sets it`;
