import type { State } from '../../cloud/state/state.ts';
import { activeStatuses, type WorkerStatus } from '../../cloud/worker/lifecycle.ts';
import type { LogMoment, LogWalk } from './walk.ts';

/** The series of a chart over virtual time: of an endpoint, or `spend`, in USD, of everything that is billed. */
export const chartNames = [
  'waiting jobs',
  'running jobs',
  'workers',
  ...activeStatuses.map((status) => `${status} workers` as const),
  'spend',
] as const;
export type ChartName = (typeof chartNames)[number];

/** A value from a moment on. */
export interface ChartPoint extends LogMoment {
  readonly value: number;
}

/** The points at which a chart changes, up to the end of a walk. Changes that begin and end at one instant leave no trace. */
export const chartPoints = (walk: LogWalk, chart: ChartName, of: string | undefined): readonly ChartPoint[] => {
  const points: ChartPoint[] = [];
  const read = (): void => {
    const value = chartValue(walk.state, chart, of, walk.moment.at);
    if (points.at(-1)?.value !== value) points.push({ ...walk.moment, value });
  };
  while (walk.endInstant()) read();
  read();
  return points;
};

const chartValue = (state: State, chart: ChartName, of = '', at: LogMoment['at']): number => {
  if (chart === 'spend') return Number(state.billing.nanoUsd(at)) / 1_000_000_000;
  if (chart === 'waiting jobs') return state.queues.length(of);
  if (chart === 'running jobs') return state.jobCounters.of(of).inProgress;
  const { active, counts } = state.fleet.of(of);
  return chart === 'workers' ? active : counts[chart.slice(0, -' workers'.length) as WorkerStatus];
};
