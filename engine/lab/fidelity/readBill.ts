import { usdPerHour } from '../../cloud/catalog/prices.ts';
import type { JobEvent } from '../../cloud/job/events.ts';
import type { WorkerShape } from '../../cloud/worker/events.ts';
import { workerRates } from '../../cloud/worker/price.ts';
import type { ReadingSpec } from './format.ts';
import type { ObservedPlay } from './playObservation.ts';

const nanos = 1_000_000_000;
const hourMs = 3_600_000;

/** The cost of an endpoint or a pod, in USD; for each second that jobs ran, if that is asked for. */
export const readBill = (
  { bill, of, per }: Extract<ReadingSpec, { bill: unknown }>,
  play: ObservedPlay,
  ranMs: number,
): readonly number[] => {
  const { world } = play;
  const usd = of === 'executions' ? usdOfExecutions(bill, play) : Number(world.state.billing.nanoUsd(world.now, bill)) / nanos;
  if (per === undefined) return [usd];
  return ranMs === 0 ? [] : [usd / (ranMs / 1_000)];
};

/** The part of an endpoint's bill for the executions of its jobs, each at the rate of its worker. */
const usdOfExecutions = (endpointId: string, { world }: ObservedPlay): number => {
  const shapes = new Map<string, WorkerShape>();
  let sum = 0;
  for (const { event } of world.log.entries()) {
    if (event.type === 'WorkerLaunched' && event.endpointId === endpointId) shapes.set(event.workerId, event);
    const { executionTime, workerId } = event as Partial<Extract<JobEvent, { type: 'JobCompleted' }>>;
    const shape = shapes.get(workerId ?? '');
    if (shape === undefined || executionTime === undefined) continue;
    const { gpu, cpu } = workerRates(shape.placement, shape);
    sum += (usdPerHour(gpu + cpu) * executionTime) / hourMs;
  }
  return sum;
};
