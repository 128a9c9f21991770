import type { VirtualTime } from '../kernel/time.ts';
import { metricsOf } from '../reports/metrics.ts';
import { percentile } from '../reports/samples.ts';
import type { World } from '../world.ts';

/** A quantity by which runs are compared. */
export interface Measure {
  readonly name: string;
  readonly unit: 'ms' | 'jobs' | 'USD' | 'share';
  /** The direction that is better for a paying client. */
  readonly better: 'less' | 'more';
}

// biome-ignore format: a table
export const measures = [
  { name: 'delay p50',   unit: 'ms',    better: 'less' },
  { name: 'delay p95',   unit: 'ms',    better: 'less' },
  { name: 'timeouts',    unit: 'jobs',  better: 'less' },
  { name: 'failed',      unit: 'jobs',  better: 'less' },
  { name: 'completed',   unit: 'jobs',  better: 'more' },
  { name: 'cost',        unit: 'USD',   better: 'less' },
  { name: 'utilization', unit: 'share', better: 'more' },
] as const satisfies readonly Measure[];

export type MeasureName = (typeof measures)[number]['name'];

/** Measurements by name; null if a run has nothing to measure, such as the delay of no jobs. */
export type Measured = Readonly<Record<MeasureName, number | null>>;

/** Measures a world up to `until`. Delays are in whole ms. The cost is that of everything billed, volumes and pods included. */
export const measure = (world: World, until: VirtualTime): Measured => {
  const { delayTimes, completed, failed, timedOut, utilization } = metricsOf(world.log.entries(), until);
  return {
    'delay p50': percentile(delayTimes, 50, 100) ?? null,
    'delay p95': percentile(delayTimes, 95, 100) ?? null,
    timeouts: timedOut,
    failed,
    completed,
    cost: Number(world.state.billing.nanoUsd(until)) / 1_000_000_000,
    utilization,
  };
};
