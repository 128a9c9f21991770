import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { limitWords } from '../../api/bounds.ts';
import { duration } from '../../api/contract/handler.ts';
import { changeSchema } from '../../compare/change.ts';
import { compareLogs } from '../../compare/logs.ts';
import { measures } from '../../compare/measures.ts';
import { logsView, whatIfView } from '../../compare/views.ts';
import { whatIf } from '../../compare/whatIf.ts';
import { kinds } from '../../entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { seedList } from '../../scenario/matrix.ts';
import { recordScenario } from '../../scenario/record.ts';
import { overLimit, withinLimit } from '../limits.ts';
import { type ControlContext, serverOperation } from '../operation.ts';
import { virtualTimeOf, writtenTimePoint } from '../timePoint.ts';
import { loggedEvent } from './events.ts';

const seeds = z.union([
  z.array(z.string().min(1).max(200)).min(1),
  z
    .string()
    .regex(/^\d{1,6}\.\.\d{1,6}$/, 'must be a range such as 1..20')
    .refine((range) => rangeLength(range) > 0, 'must count upwards'),
]);

const compareRequest = z.union([
  z.strictObject({ worlds: z.array(z.string()).length(2).describe('The ids of two worlds whose logs are compared') }),
  z.strictObject({
    change: changeSchema.describe('The change to this world’s session'),
    at: writtenTimePoint.describe('When the change is made: a time since the start, or an instant'),
    seeds: seeds.optional().describe('1..20 unless given'),
    until: duration.optional().describe('Measure both runs until this time since the start; until every job has ended unless given'),
  }),
]);

const count = z.int().min(0);
const events = z.array(loggedEvent);
const entity = { kind: z.enum(kinds as [string, ...string[]]), id: z.string() };
const group = (shown: z.ZodType) => z.strictObject({ count, shown: z.array(shown).describe('The first hundred') });
const history = z.strictObject({ ...entity, events, leftOut: count });
const parting = z
  .strictObject({ seq: z.int(), a: events, b: events, leftOutOfA: count, leftOutOfB: count })
  .nullable()
  .describe('The first entry that differs, on each side with its chain of causes; a long chain leaves out causes before the last');

const logsCompared = z.strictObject({
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
});

const number = z.number().nullable();
const measured = z.strictObject(Object.fromEntries(measures.map(({ name }) => [name, number])));

const whatIfCompared = z.strictObject({
  at: z.int(),
  seeds: z.array(z.string()),
  differences: z.array(
    z.strictObject({
      metric: z.enum(measures.map(({ name }) => name)),
      unit: z.enum(['ms', 'jobs', 'USD', 'share']),
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
});

/** POST compare: compares two worlds' logs; or replays this world's session with a change, and measures its effect over many seeds. */
export const compareWorlds = serverOperation({
  id: 'compareWorlds',
  worksOn: (worldId, { body }) => namedWorlds(body) ?? [worldId],
  methods: ['POST'],
  path: '/_podsim/v1/compare',
  summary: 'Compare two worlds, or this world with and without a change',
  body: compareRequest,
  bodyMax: 'body',
  success: { status: 200, schema: z.union([logsCompared, whatIfCompared]) },
  refuses: [404, 409],
  rules: ['control.compare'],
  answer: (context, { body }) => {
    const compared = 'worlds' in body ? sideBySide(context, body.worlds) : changed(context, body);
    return isLeft(compared) ? compared : right({ status: 200, body: compared.right });
  },
});

/** The two worlds that a request names. The rest of the request is not checked yet. */
const namedWorlds = (body: Json | undefined): readonly string[] | undefined => {
  const { worlds } = (body ?? {}) as { readonly worlds?: unknown };
  return Array.isArray(worlds) ? worlds.slice(0, 2).map(String) : undefined;
};

const sideBySide = ({ host }: ControlContext, [a = '', b = '']: readonly string[]): Either<Rejection, Json> => {
  const [worldA, worldB] = [a, b].map((id) => host.worlds().find((one) => one.id === id)?.world);
  if (worldA === undefined || worldB === undefined) {
    const detail = `there is no world ${worldA === undefined ? a : b}; GET worlds lists them`;
    return left({ kind: 'unknown', rule: 'control.compare', detail });
  }
  const longer = Math.max(worldA.log.length, worldB.log.length);
  const { comparedEntries, answerSize } = host.limits;
  if (longer > comparedEntries)
    return overLimit(
      'comparedEntries',
      `a log has ${longer} entries, and at most ${comparedEntries} are compared here: podsim compare takes any`,
    );
  return right(logsView(compareLogs([...worldA.log.entries()], [...worldB.log.entries()]), a, b, answerSize));
};

type WhatIfRequest = Extract<z.output<typeof compareRequest>, { readonly change: unknown }>;

const changed = (context: ControlContext, { change, at, seeds: given = '1..20', until }: WhatIfRequest): Either<Rejection, Json> => {
  const { world, host } = context;
  const { recordedEntries, whatIfEntries, advanceEntries, answerSize } = host.limits;
  const enough = withinLimit(context, 'whatIfSeeds', typeof given === 'string' ? rangeLength(given) : given.length, '$.seeds.length');
  if (isLeft(enough)) return enough;
  if (world.log.length > recordedEntries)
    return overLimit('recordedEntries', `the log has ${world.log.length} entries, and at most ${recordedEntries} are played here`);
  const base = recordScenario('session', world.header, [...world.log.entries()]);
  if (isLeft(base)) return no(base.left);
  const when = virtualTimeOf(world, at);
  const result = whatIf({
    base: base.right,
    change,
    at: Number(when),
    seeds: seedList(given) ?? [],
    until,
    entriesMax: whatIfEntries,
    advanceMax: advanceEntries,
    boundWords,
  });
  return isLeft(result) ? no(result.left) : right(whatIfView(result.right, answerSize));
};

const boundWords = (bound: 'entriesMax' | 'advanceMax'): string =>
  ` (${limitWords(bound === 'entriesMax' ? 'whatIfEntries' : 'advanceEntries')})`;

/** The number of seeds in a range such as 1..20; 0 if it counts downwards. */
function rangeLength(range: string): number {
  const [first = 0, last = -1] = range.split('..').map(Number);
  return Math.max(0, last - first + 1);
}

const no = (detail: string): Either<Rejection, never> => left({ kind: 'refused', rule: 'control.compare', detail });
