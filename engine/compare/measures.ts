import type { VirtualTime } from '../kernel/time.ts';
import type { EndpointRecord } from '../world/reports/record/endpointRecord.ts';
import { type MeasureName, measures as rows } from '../world/reports/record/measures.ts';
import { recordOf } from '../world/reports/record/metrics.ts';
import type { World } from '../world/world.ts';

/** A quantity by which runs are compared. */
export interface Measure {
  readonly name: string;
  readonly unit: 'ms' | 'jobs' | 'USD' | 'share';
  /** The direction that is better for a paying client. */
  readonly better: 'less' | 'more';
}

/** What a measurement is taken from: of requests to load balancers, none is. */
interface Taken {
  readonly record: EndpointRecord;
  readonly billing: World['state']['billing'];
  readonly until: VirtualTime;
}

const delay =
  (percent: number) =>
  ({ record: { jobs } }: Taken) =>
    rows.delayTime.ofWork(jobs).at([percent])[0]?.ms ?? null;

/** By its name here: the row of the table of measures, and its value. */
// biome-ignore format: a table
const compared = {
  'delay p50': ['delayTime',   delay(50)],
  'delay p95': ['delayTime',   delay(95)],
  timeouts:    ['timeouts',    ({ record }: Taken) => rows.timeouts.ofWork(record.jobs)],
  failed:      ['failingEnds', ({ record }: Taken) => rows.failingEnds.ofWork(record.jobs)],
  completed:   ['completions', ({ record }: Taken) => rows.completions.ofWork(record.jobs)],
  cost:        ['bill',        ({ billing, until }: Taken) => rows.bill.ofBilling(billing, until)],
  utilization: ['utilization', ({ record }: Taken) => rows.utilization.of(record)],
} as const satisfies Readonly<Record<string, readonly [MeasureName, (taken: Taken) => number | null]>>;

type ComparedName = keyof typeof compared;

export const measures = (Object.keys(compared) as ComparedName[]).map((name) => {
  const { unit, better }: Pick<Measure, 'unit' | 'better'> = rows[compared[name][0]];
  return { name, unit, better };
});

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
