import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { duration } from '../../api/contract/handler/handler.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { limitWords } from '../../api/reading/bounds.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import { kinds } from '../../cloud/entities.ts';
import { changeSchema } from '../../compare/change.ts';
import { compareLogs } from '../../compare/logs.ts';
import { measures } from '../../compare/measures.ts';
import { logsView, whatIfView } from '../../compare/views.ts';
import { whatIf } from '../../compare/whatIf.ts';
import type { Json } from '../../kernel/canonical.ts';
import { seedList } from '../../scenario/format/matrix.ts';
import { timesSchema } from '../../scenario/format/resultsFormat.ts';
import { recordScenario } from '../../scenario/recording/record.ts';
import { overLimit, withinLimit } from '../limits.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { readVirtualTime, writtenTimePoint } from '../timePoint.ts';
import { loggedEvent } from './events.ts';

const seeds = z.union([
  z.array(z.string().min(1).max(200)).min(1),
  z
    .string()
    .regex(/^\d{1,6}\.\.\d{1,6}$/, 'must be a range such as 1..20')
    .refine((range) => rangeLength(range) > 0, 'must count upwards'),
]);

const compareRequest = z.union([
  strictObject(() => ({ worlds: z.array(z.string()).length(2).describe('The ids of two worlds whose logs are compared') })),
  strictObject(() => ({
    change: changeSchema.describe('The change to this world’s session'),
    at: writtenTimePoint.describe('When the change is made: a time since the start, or an instant'),
    seeds: seeds.optional().describe('1..20 unless given'),
    until: duration.optional().describe('Measure both runs until this time since the start; until every job has ended unless given'),
  })),
]);

const count = z.int().min(0);
const events = z.array(loggedEvent);
const entity = { kind: z.enum(kinds as [string, ...string[]]), id: z.string() };
const group = (shown: z.ZodType) => strictObject(() => ({ count, shown: z.array(shown).describe('The first hundred') }));
const history = z.strictObject({ ...entity, events, leftOut: count });
const parting = z
  .strictObject({ seq: z.int(), a: events, b: events, leftOutOfA: count, leftOutOfB: count })
  .nullable()
  .describe('The first entry that differs, on each side with its chain of causes; a long chain leaves out causes before the last');

const logsCompared = strictObject(() => ({
  same: z.boolean(),
  divergence: parting,
  entities: z.strictObject({
    same: count.describe('How many have the same history in both'),
    onlyInA: group(history),
    onlyInB: group(history),
    differing: group(
      z.strictObject({
        ...entity,
        shared: count,
        from: z.int().describe('ms since the start'),
        a: events,
        b: events,
        leftOutOfA: count,
        leftOutOfB: count,
      }),
    ),
  }),
  text: z.string(),
}));

const number = z.number().nullable();
const measured = z.strictObject(Object.fromEntries(measures.map(({ name }) => [name, number])));

const whatIfCompared = strictObject(() => ({
  at: z.int(),
  times: timesSchema,
  seeds: z.array(z.string()),
  differences: z.array(
    z.strictObject({
      metric: z.enum(measures.map(({ name }) => name)),
      unit: z.enum(['ms', 'jobs', 'USD', 'share', 'tokens/s', 'tokens/USD']),
      better: z.enum(['less', 'more']),
      without: number.describe('The mean over the replications'),
      with: number,
      difference: number.describe('The mean of with - without, taken pair by pair'),
      low: number.describe('With `high`, its 95 % interval; null for a single replication'),
      high: number,
      replications: count,
    }),
  ),
  replications: z.array(z.strictObject({ seed: z.string(), without: measured, with: measured })),
  divergence: parting,
  text: z.string(),
}));

/** POST compare: compares two worlds' logs; or replays this world's session with a change, and measures its effect over many seeds. */
export const compareWorlds = serverOperation({
  id: 'compareWorlds',
  worksOn: (context, { body }) => ('worlds' in body ? comparable(context, body.worlds) : playable(context, body)),
  methods: ['POST'],
  path: '/_podsim/v1/compare',
  summary: 'Compare two worlds, or this world with and without a change',
  body: compareRequest,
  bodyMax: 'body',
  success: { status: 200, schema: z.union([logsCompared, whatIfCompared]) },
  refuses: [404, 409],
  rules: ['control.compare', 'control.recording'],
  answer: (context, { body }) => {
    const compared = 'worlds' in body ? right(sideBySide(context, body.worlds)) : playWhatIf(context, body);
    return isLeft(compared) ? compared : right({ status: 200, body: compared.right });
  },
});

const comparable = ({ host }: ControlContext, ids: readonly string[]): Either<Rejection, readonly string[]> => {
  const lengths = new Map(host.worlds().map(({ id, world }) => [id, world.log.length]));
  const unknown = ids.find((id) => !lengths.has(id));
  if (unknown !== undefined)
    return left({ kind: 'unknown', rule: 'control.compare', detail: `there is no world ${unknown}; GET worlds lists them` });
  const longest = Math.max(...ids.map((id) => lengths.get(id) ?? 0));
  const { comparedEntries } = host.limits;
  return longest > comparedEntries
    ? overLimit(
        'comparedEntries',
        `a log has ${longest} entries, and at most ${comparedEntries} are compared here: podsim log compare takes any`,
      )
    : right(ids);
};

const sideBySide = ({ host }: ControlContext, [a = '', b = '']: readonly string[]): Json => {
  const listEntries = (wanted: string) => [
    ...(host
      .worlds()
      .find(({ id }) => id === wanted)
      ?.world.log.entries() ?? []),
  ];
  return logsView(compareLogs(listEntries(a), listEntries(b)), a, b, host.limits.answerSize);
};

type WhatIfRequest = Extract<z.output<typeof compareRequest>, { readonly change: unknown }>;

const seedsDefault = '1..20';

const playable = (context: ControlContext, { seeds: given = seedsDefault }: WhatIfRequest): Either<Rejection, readonly string[]> => {
  const { worldId, world, host } = context;
  const { recordedEntries } = host.limits;
  const enough = withinLimit(context, 'whatIfSeeds', typeof given === 'string' ? rangeLength(given) : given.length, '$.seeds.length');
  if (isLeft(enough)) return enough;
  return world.log.length > recordedEntries
    ? overLimit('recordedEntries', `the log has ${world.log.length} entries, and at most ${recordedEntries} are played here`)
    : right([worldId]);
};

const playWhatIf = (
  { world, host }: ControlContext,
  { change, at, seeds: given = seedsDefault, until }: WhatIfRequest,
): Either<Rejection, Json> => {
  const { whatIfEntries, advanceEntries, answerSize } = host.limits;
  const base = recordScenario('session', world.header, [...world.log.entries()]);
  if (isLeft(base)) return no(base.left);
  const when = readVirtualTime(world, at);
  const result = whatIf({
    base: base.right,
    change,
    at: Number(when),
    seeds: seedList(given) ?? [],
    until,
    entriesMax: whatIfEntries,
    advanceMax: advanceEntries,
    boundWords: wordsOfBound,
  });
  return isLeft(result) ? no(result.left) : right(whatIfView(result.right, answerSize));
};

const wordsOfBound = (bound: 'entriesMax' | 'advanceMax'): string =>
  ` (${limitWords(bound === 'entriesMax' ? 'whatIfEntries' : 'advanceEntries')})`;

/** The number of seeds in a range such as 1..20; 0 if it counts downwards. */
function rangeLength(range: string): number {
  const [first = 0, last = -1] = range.split('..').map(Number);
  return Math.max(0, last - first + 1);
}

const no = (detail: string): Either<Rejection, never> => left({ kind: 'refused', rule: 'control.compare', detail });
