import { findGpuType } from '../catalog/gpuTypes.ts';
import type { Placement } from '../container/placement.ts';
import type { DomainEvent } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import type { DurationMs, VirtualTime } from '../kernel/time.ts';

/** The performance of an endpoint, from a log. Durations in whole ms. */
export interface Metrics {
  /** One value for each start of a job, in the order of the log. */
  readonly delayTimes: readonly DurationMs[];
  /** One value for each attempt that ended with its job. */
  readonly executionTimes: readonly DurationMs[];
  /** How many jobs ended this way; a job that is retried ends again. */
  readonly completed: number;
  readonly failed: number;
  readonly timedOut: number;
  /** Worker time spent on jobs over worker time held, from 0 to 1; 0 when no worker was held. */
  readonly utilization: number;
  /** USD for the GPU time that workers held, at the prices of their types; an unknown price counts as 0. */
  readonly cost: number;
}

/** Folds a log, up to `until`, into the metrics of one endpoint, or of all. */
export const metricsOf = (entries: Iterable<LogEntry<DomainEvent>>, until: VirtualTime, endpointId?: string): Metrics => {
  const queued = new Map<string, VirtualTime>();
  const busy = new Spans();
  const held = new Spans();
  const ofEndpoint = new Set<string>();
  const price = new Map<string, number>();
  const delayTimes: DurationMs[] = [];
  const executionTimes: DurationMs[] = [];
  const endings = { JobCompleted: 0, JobFailed: 0, JobTimedOut: 0 };
  for (const { at, event } of entries) {
    if (event.type === 'JobQueued' && (endpointId === undefined || event.endpointId === endpointId)) ofEndpoint.add(event.jobId);
    if (
      (event.type === 'WorkerLaunched' || event.type === 'WorkerThrottled') &&
      (endpointId === undefined || event.endpointId === endpointId)
    )
      ofEndpoint.add(event.workerId);
    const id = 'jobId' in event && event.type.startsWith('Job') ? event.jobId : 'workerId' in event ? event.workerId : null;
    if (id === null || !ofEndpoint.has(id)) continue;
    switch (event.type) {
      case 'JobQueued':
      case 'JobRetried':
        queued.set(id, at);
        break;
      case 'JobStarted':
        delayTimes.push(at - (queued.get(id) ?? at));
        break;
      case 'JobCompleted':
      case 'JobFailed':
      case 'JobTimedOut':
        executionTimes.push(event.executionTime);
        endings[event.type] += 1;
        break;
      case 'WorkerLaunched':
        price.set(id, pricePerMs(event.placement) * event.gpuCount);
        held.begin(id, at);
        break;
      case 'WorkerThrottled':
        price.set(id, event.gpuCount);
        break;
      case 'WorkerPlaced':
        price.set(id, pricePerMs(event.placement) * (price.get(id) ?? 0));
        held.begin(id, at);
        break;
      case 'WorkerTookJob':
      case 'WorkerTookRequest':
        busy.begin(id, at);
        break;
      case 'WorkerFreed':
      case 'WorkerCrashed':
      case 'WorkerTurnedUnhealthy':
        busy.end(id, at);
        break;
      case 'WorkerStopped':
      case 'WorkerLostHost':
      case 'WorkerTerminated':
        busy.end(id, at);
        held.end(id, at);
        break;
    }
  }
  busy.endAll(until);
  held.endAll(until);
  const cost = [...held.totals].reduce((sum, [id, ms]) => sum + ms * (price.get(id) ?? 0), 0);
  const { JobCompleted: completed, JobFailed: failed, JobTimedOut: timedOut } = endings;
  return { delayTimes, executionTimes, completed, failed, timedOut, utilization: held.total === 0 ? 0 : busy.total / held.total, cost };
};

const pricePerMs = (placement: Placement | null): number => (findGpuType(placement?.gpuTypeId ?? '')?.serverless ?? 0) / 3_600_000;

/** Time spans by owner, added up. */
class Spans {
  readonly #open = new Map<string, VirtualTime>();
  readonly totals = new Map<string, DurationMs>();

  get total(): DurationMs {
    let sum = 0;
    for (const ms of this.totals.values()) sum += ms;
    return sum;
  }

  begin(id: string, at: VirtualTime): void {
    if (!this.#open.has(id)) this.#open.set(id, at);
  }

  end(id: string, at: VirtualTime): void {
    const since = this.#open.get(id);
    if (since === undefined) return;
    this.#open.delete(id);
    this.totals.set(id, (this.totals.get(id) ?? 0) + at - since);
  }

  endAll(at: VirtualTime): void {
    for (const id of [...this.#open.keys()]) this.end(id, at);
  }
}

/** The value below or at which `of` in `among` of the values lie (nearest rank); undefined for no values. */
export const percentile = (values: readonly number[], of: number, among: number): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * of) / among) - 1)];
};
