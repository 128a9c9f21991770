import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { bounds } from '../api/bounds.ts';
import { duration } from '../api/contract/handler.ts';
import { changeSchema } from '../compare/change.ts';
import { compareLogs } from '../compare/logs.ts';
import { measures } from '../compare/measures.ts';
import { logsView, whatIfView } from '../compare/views.ts';
import { whatIf } from '../compare/whatIf.ts';
import { kinds } from '../entities.ts';
import type { Json } from '../kernel/canonical.ts';
import type { Rejection } from '../kernel/decider.ts';
import { seedList } from '../scenario/matrix.ts';
import { recordedScenario } from '../scenario/record.ts';
import type { World } from '../world.ts';
import { type Desk, deskOperation } from './desk.ts';
import { loggedEvent } from './events.ts';
import { virtualTimeOf, writtenMoment } from './moment.ts';
import { entriesMax as sessionMax } from './recording.ts';

/** Nobody else is served while a comparison is made. */
const { whatIfSeeds: seedsMax, whatIfEntries: entriesMax } = bounds;
/** Of logs that are put side by side, each. */
const comparedMax = bounds.comparedEntries;

const seeds = z.union([
  z.array(z.string().min(1).max(200)).min(1).max(seedsMax),
  z
    .string()
    .regex(/^\d{1,6}\.\.\d{1,6}$/, 'must be a range such as 1..20')
    .refine((range) => {
      const count = seedList(range)?.length ?? 0;
      return count > 0 && count <= seedsMax;
    }, `must count upwards, and not to more than ${seedsMax}`),
]);

const compareRequest = z.union([
  z.strictObject({ worlds: z.array(z.string()).length(2).describe('The ids of two worlds: their logs are compared') }),
  z.strictObject({
    change: changeSchema.describe('What is to be another in this world’s session'),
    at: writtenMoment.describe('When: a time since the start, or an instant'),
    seeds: seeds.optional().describe('1..20 unless given'),
    until: duration.optional().describe('How long both are watched, since the start; until every job has ended unless given'),
  }),
]);

const count = z.int().min(0);
const events = z.array(loggedEvent);
const entity = { kind: z.enum(kinds as [string, ...string[]]), id: z.string() };
const group = (shown: z.ZodType) => z.strictObject({ count, shown: z.array(shown).describe('The first hundred') });
const story = z.strictObject({ ...entity, events });
const parting = z
  .strictObject({ seq: z.int(), a: events, b: events })
  .nullable()
  .describe('The first entry that is another, on each side with its chain of causes');

const logsCompared = z.strictObject({
  same: z.boolean(),
  divergence: parting,
  entities: z.strictObject({
    same: count.describe('How many have the same story in both'),
    onlyInA: group(story),
    onlyInB: group(story),
    differing: group(z.strictObject({ ...entity, shared: count, from: z.int().describe('ms since the start'), a: events, b: events })),
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
      difference: number.describe('The mean of with - without, pair by pair'),
      low: number.describe('With `high`, its 95 % interval; null where there is one replication'),
      high: number,
      replications: count,
    }),
  ),
  replications: z.array(z.strictObject({ seed: z.string(), without: measured, with: measured })),
  divergence: parting,
  text: z.string(),
});

/** POST compare: two worlds' logs side by side; or this world's session with something changed, and what that does over many seeds. */
export const compareWorlds = deskOperation({
  id: 'compareWorlds',
  readsLog: 'of-any-world',
  methods: ['POST'],
  path: '/_podsim/v1/compare',
  summary: 'Compare two worlds, or this one with what it would be if something were changed',
  body: compareRequest,
  bodyMax: bounds.body,
  success: { status: 200, schema: z.union([logsCompared, whatIfCompared]) },
  refuses: [404, 409],
  rules: ['control.compare'],
  answer: (desk, { body }) => {
    const compared = 'worlds' in body ? sideBySide(desk, body.worlds) : changed(desk.world, body);
    return isLeft(compared) ? compared : right({ status: 200, body: compared.right });
  },
});

const sideBySide = ({ host }: Desk, [a = '', b = '']: readonly string[]): Either<Rejection, Json> => {
  const [worldA, worldB] = [a, b].map((id) => host.worlds().find((one) => one.id === id)?.world);
  if (worldA === undefined || worldB === undefined) {
    const detail = `there is no world ${worldA === undefined ? a : b}; GET worlds lists them`;
    return left({ kind: 'unknown', rule: 'control.compare', detail });
  }
  const longer = Math.max(worldA.log.length, worldB.log.length);
  if (longer > comparedMax)
    return no(`a log has ${longer} entries, and at most ${comparedMax} are compared here: podsim compare takes any`);
  return right(logsView(compareLogs([...worldA.log.entries()], [...worldB.log.entries()]), a, b));
};

type Asked = Extract<z.output<typeof compareRequest>, { readonly change: unknown }>;

const changed = (world: World, { change, at, seeds: given = '1..20', until }: Asked): Either<Rejection, Json> => {
  if (world.log.length > sessionMax) return no(`the log has ${world.log.length} entries, and at most ${sessionMax} are played here`);
  const base = recordedScenario('session', world.header, [...world.log.entries()]);
  if (isLeft(base)) return no(base.left);
  const when = virtualTimeOf(world, at);
  const result = whatIf({ base: base.right, change, at: Number(when), seeds: seedList(given) ?? [], until, entriesMax });
  return isLeft(result) ? no(result.left) : right(whatIfView(result.right));
};

const no = (detail: string): Either<Rejection, never> => left({ kind: 'refused', rule: 'control.compare', detail });
