import type { VirtualTime } from '../kernel/time.ts';
import type { EndpointRecord } from '../world/reports/record/endpointRecord.ts';
import { durationsIn, type MeasureName, type MeasureWords, measures as rows } from '../world/reports/record/measures.ts';
import { recordOf } from '../world/reports/record/metrics.ts';
import { percentile } from '../world/reports/record/samples.ts';
import type { World } from '../world/world.ts';

/** A quantity by which runs are compared. */
export interface Measure {
  readonly name: string;
  readonly unit: MeasureWords['unit'];
  /** The direction that is better for a paying client. */
  readonly better: 'less' | 'more';
}

/** What a measurement is taken from. Delays, ends and failures are of jobs, and not of requests to load balancers; tokens are of both. */
interface Taken {
  readonly record: EndpointRecord;
  readonly billing: World['state']['billing'];
  readonly until: VirtualTime;
}

const delay =
  (percent: number) =>
  ({ record: { jobs } }: Taken) =>
    rows.delayTime.ofWork(jobs).at([percent])[0]?.ms ?? null;

const ofTokens =
  (name: 'firstToken' | 'tokenTime', percent: number) =>
  ({ record }: Taken) =>
    percentile(
      durationsIn(record, name).flatMap(({ ms }) => ms),
      percent,
      100,
    ) ?? null;

/** Null where no worker made a token. */
const ofBatches =
  (take: (record: EndpointRecord) => number) =>
  ({ record }: Taken) =>
    rows.batchSize.of(record).sum === 0 ? null : take(record);

/** By its name here: the row of the table of measures, its value, and the name that assertions and studies have for it, if that is another. */
// biome-ignore format: a table
const always = {
  'delay p50': ['delayTime',   delay(50), 'delayTime.p50'],
  'delay p95': ['delayTime',   delay(95), 'delayTime.p95'],
  timeouts:    ['timeouts',    ({ record }: Taken) => rows.timeouts.ofWork(record.jobs)],
  failed:      ['failingEnds', ({ record }: Taken) => rows.failingEnds.ofWork(record.jobs)],
  completed:   ['completions', ({ record }: Taken) => rows.completions.ofWork(record.jobs)],
  cost:        ['bill',        ({ billing, until }: Taken) => rows.bill.ofBilling(billing, until), 'bill'],
  utilization: ['utilization', ({ record }: Taken) => rows.utilization.of(record)],
} as const satisfies Rows;

/** Of runs whose workers make tokens (handler.tokens). */
// biome-ignore format: a table
const whereTokens = {
  'first token p50':   ['firstToken',      ofTokens('firstToken', 50), 'firstToken.p50'],
  'first token p95':   ['firstToken',      ofTokens('firstToken', 95), 'firstToken.p95'],
  'time per token':    ['tokenTime',       ofTokens('tokenTime', 50), 'tokenTime.p50'],
  'batch size':        ['batchSize',       ofBatches((record) => rows.batchSize.of(record).mean), 'batchSize.mean'],
  'batch size max':    ['batchSize',       ofBatches((record) => rows.batchSize.of(record).max), 'batchSize.max'],
  'tokens per second': ['tokensPerSecond', ofBatches((record) => rows.tokensPerSecond.of(record)), 'tokensPerSecond'],
  'tokens per dollar': ['tokensPerDollar', ofBatches((record) => rows.tokensPerDollar.of(record)), 'tokensPerDollar'],
} as const satisfies Rows;

type Rows = Readonly<Record<string, readonly [row: MeasureName, take: (taken: Taken) => number | null, elsewhere?: string]>>;

const compared = { ...always, ...whereTokens };
type ComparedName = keyof typeof compared;

export const measures = (Object.keys(compared) as ComparedName[]).map((name) => {
  const { unit, better }: Pick<Measure, 'unit' | 'better'> = rows[compared[name][0]];
  return { name, unit, better };
});

/** The names that assertions and studies have for what is compared, each with its name here. */
export const comparedNames: ReadonlyMap<string, string> = new Map(
  Object.entries(compared as Rows).flatMap(([name, [, , elsewhere]]) => (elsewhere === undefined ? [] : [[elsewhere, name]])),
);

/** Whether only runs whose workers make tokens have it: it is not shown of others. */
export const isOfTokens = (name: ComparedName): boolean => name in whereTokens;

/** Measurements by name; null if a run has nothing to measure, such as the delay of no jobs. */
export type Measured = Readonly<Record<ComparedName, number | null>>;

/** A world, or a log with the state at its end. */
export interface Measurable {
  readonly log: Pick<World['log'], 'entries'>;
  readonly state: World['state'];
}

/** Measures a world up to `until`. Delays are in whole ms. The cost is that of everything billed, volumes and pods included. */
export const measure = (world: Measurable, until: VirtualTime): Measured => {
  const taken: Taken = { record: recordOf(world.log.entries(), until), billing: world.state.billing, until };
  return Object.fromEntries(Object.entries(compared).map(([name, [, take]]) => [name, take(taken)])) as unknown as Measured;
};
