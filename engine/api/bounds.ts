/** One number that is no setting of a world: it keeps one request, or one client, from holding up a server. */
export interface Bound {
  readonly value: number;
  readonly rule: string;
  readonly about: string;
}

const bound = (value: number, rule: string, about: string): Bound => ({ value, rule, about });

/** Every such number that a rule speaks of. */
// biome-ignore format: a table
export const boundTable = {
  body:             bound(1_000_000,  'errors.body-size',   'bytes of a body, where none of the next five says otherwise'),
  runBody:          bound(10_000_000, 'errors.body-size',   'bytes of a body of /run'),
  runsyncBody:      bound(20_000_000, 'errors.body-size',   'bytes of a body of /runsync'),
  balancerBody:     bound(30_000_000, 'errors.body-size',   'bytes of a body that goes to a load-balancing endpoint'),
  webhookBody:      bound(10_000,     'errors.body-size',   'bytes of what a webhook came to'),
  scenarioBody:     bound(4_000_000,  'errors.body-size',   'bytes of a scenario that is sent to a server'),
  publicTemplates:  bound(100,        'catalog.templates',  'public templates in a list'),
  logTail:          bound(5_000,      'pod.logs',           'the longest tail of a log'),
  advanceEntries:   bound(1_000_000,  'control.clock',      'calendar entries of an advance'),
  worlds:           bound(1_000,      'control.worlds',     'worlds at once'),
  eventsAtOnce:     bound(1_000,      'control.events',     'events in one answer'),
  eventsBehind:     bound(100_000,    'control.events',     'entries that a stream may begin behind, or one answer looks at'),
  journalCalls:     bound(1_000,      'control.journal',    'calls that are kept with their answers'),
  journalBody:      bound(16_384,     'control.journal',    'characters of an answer that is kept'),
  journalBodies:    bound(4_194_304,  'control.journal',    'characters of all answers that are kept'),
  scenarioEntries:  bound(200_000,    'control.scenarios',  'entries of a scenario that a server plays'),
  recordedEntries:  bound(200_000,    'control.recording',  'entries of a log that is taken as a scenario'),
  comparedEntries:  bound(1_000_000,  'control.compare',    'entries of each of two logs that are compared'),
  whatIfSeeds:      bound(100,        'control.compare',    'seeds that a change is played with'),
  whatIfEntries:    bound(2_000_000,  'control.compare',    'entries of all that is played for it'),
  stateEntities:    bound(100_000,    'control.rewind',     'entities that are shown as they were'),
} as const satisfies Readonly<Record<string, Bound>>;

export const bounds = Object.fromEntries(Object.entries(boundTable).map(([name, { value }]) => [name, value])) as {
  readonly [Name in keyof typeof boundTable]: number;
};
