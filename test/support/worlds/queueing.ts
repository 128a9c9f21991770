import { defaultSettings } from '../../../engine/cloud/entities.ts';
import { type Distribution, quantile } from '../../../engine/cloud/handler/distribution.ts';
import type { JobTerms } from '../../../engine/cloud/handler/jobTerms.ts';
import type { Sharing } from '../../../engine/cloud/handler/sharing.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { defaultStartMs } from '../../../engine/simulator/definition.ts';
import { Simulator } from '../../../engine/simulator/simulation.ts';
import { endpointConfig } from './worlds.ts';

/** A queue of the textbooks: jobs come at random, `servers` workers take them first in, first out. */
export interface QueueModel {
  readonly name: string;
  readonly servers: number;
  /** How busy the servers are. */
  readonly load: number;
  readonly service: 'exponential' | 'fixed' | 'lognormal';
  /** One worker has all the servers, as places; with `sharing`, more jobs than it has servers are served at once, each the slower for it. */
  readonly oneWorker?: { readonly concurrency: number; readonly sharing?: Sharing };
}

export interface Sizes {
  readonly replications: number;
  /** Jobs at the beginning of each replication that are not counted: the queue begins empty. */
  readonly warmUp: number;
  readonly jobs: number;
}

/** Much longer than a millisecond, so that rounding to milliseconds has no effect. */
const meanServiceMs = 10_000;

/** How long jobs wait on average, by theory: Erlang's formula, and half of it for one server that always takes as long. */
export const meanWaitMs = ({ servers, load, service }: QueueModel): number => {
  const wait = (erlangC(servers, load * servers) * meanServiceMs) / (servers * (1 - load));
  return service === 'fixed' ? wait / 2 : wait;
};

/** How long jobs take in all on one server that they share, by theory: it depends on the mean of the service alone. */
export const meanResponseMs = ({ load }: QueueModel): number => meanServiceMs / (1 - load);

/**
 * How many jobs a second `users` get done who share one worker without places of its own, and think between their jobs, by theory: mean value
 * analysis, which is exact, and depends on the means alone.
 */
export const closedThroughput = (users: number, thinkMs: number, serviceMs: number): number => {
  let [present, throughput] = [0, 0];
  for (let n = 1; n <= users; n++) {
    const responseMs = serviceMs * (1 + present);
    throughput = (n * 1_000) / (thinkMs + responseMs);
    present = (throughput * responseMs) / 1_000;
  }
  return throughput;
};

/** The chance that a job must wait: by Erlang's recursion for the chance that it finds no server. */
const erlangC = (servers: number, offered: number): number => {
  let blocked = 1;
  for (let k = 1; k <= servers; k++) blocked = (offered * blocked) / (k + offered * blocked);
  return blocked / (1 - (offered / servers) * (1 - blocked));
};

/** One run through the engine: how long each job waited, in the order they started. Seed and model name it. */
export interface Path {
  readonly waitsMs: readonly number[];
  /** How long each job waited and ran, in the order they ended. */
  readonly responsesMs: readonly number[];
  readonly ranMs: number;
  /** From the log: jobs that wait, jobs that run, added up over every millisecond. */
  readonly waitingTimesMs: number;
  readonly runningTimesMs: number;
}

export const pathOf = (model: QueueModel, seed: string, jobs: number): Path => {
  const line = new Line();
  const waitsMs: number[] = [];
  const responsesMs: number[] = [];
  let ranMs = 0;
  const loop = new Simulator({
    seed,
    startMs: defaultStartMs,
    settings: { ...defaultSettings, worker: { ...defaultSettings.worker, imagePull: 0, start: 0 } },
    invariants: model.oneWorker?.sharing === undefined ? false : ['work-conserved'],
    sink: (entries) => line.read(entries),
    onChange: (change) => {
      if (change.event.type === 'JobStarted') waitsMs.push((change.entity as { delayTime: number }).delayTime);
      if (change.event.type !== 'JobCompleted') return;
      ranMs += change.event.executionTime;
      responsesMs.push((change.entity as { delayTime: number }).delayTime + change.event.executionTime);
    },
  });
  const { servers, load, oneWorker } = model;
  const workers = oneWorker === undefined ? servers : 1;
  loop.context.dispatchOrThrow('endpoint', 'ep', {
    type: 'CreateEndpoint',
    accountId: 'acc',
    config: endpointConfig({ workers: { min: workers, max: workers } }),
  });
  loop.context.dispatchOrThrow('endpoint', 'ep', {
    type: 'SetHandler',
    handler: { duration: services[model.service], outcomes: ['complete'], ...oneWorker },
  });
  const draw = drawsFrom(seed);
  const gaps: Distribution = { kind: 'exponential', meanMs: meanServiceMs / (servers * load) };
  for (let k = 1, at = 0; k <= jobs; k++) {
    at += quantile(gaps, draw('arrival', model.name, k));
    loop.advanceTo(at as VirtualTime);
    loop.context.dispatchOrThrow('job', `job-${k}`, { type: 'QueueJob', endpointId: 'ep', source: 'run', input: null, terms });
  }
  loop.advanceTo(Number.MAX_SAFE_INTEGER as VirtualTime);
  loop.log.flush();
  return { waitsMs, responsesMs, ranMs, waitingTimesMs: line.waitingTimesMs, runningTimesMs: line.runningTimesMs };
};

/** The 95th percentile of the lognormal one is chosen so that its mean is the same: σ = 1, so that the median is the mean by the root of e. */
const services: { readonly [Service in QueueModel['service']]: Distribution } = {
  fixed: { kind: 'fixed', ms: meanServiceMs },
  exponential: { kind: 'exponential', meanMs: meanServiceMs },
  lognormal: { kind: 'lognormal', medianMs: 6_065, p95Ms: 31_419 },
};

const never = 1e12;
/** Jobs are purged at their end, so that memory holds only the jobs that wait. */
const terms: JobTerms = { ttlMs: never, executionTimeoutMs: never, retentionMs: 0, lowPriority: false, webhook: null, handler: null };

/** Reads the log, and adds up how many jobs wait and how many run, over time. */
class Line {
  waitingTimesMs = 0;
  runningTimesMs = 0;
  #waiting = 0;
  #running = 0;
  #at = 0;

  read(entries: Iterable<LogEntry<DomainEvent>>): void {
    for (const { at, event } of entries) {
      this.waitingTimesMs += this.#waiting * (at - this.#at);
      this.runningTimesMs += this.#running * (at - this.#at);
      this.#at = at;
      if (event.type === 'JobQueued') this.#waiting += 1;
      if (event.type === 'JobStarted') this.#waiting -= 1;
      if (event.type === 'JobStarted') this.#running += 1;
      if (event.type === 'JobCompleted') this.#running -= 1;
    }
  }
}

export interface Estimate {
  readonly mean: number;
  /** Half of the 95 % confidence interval of the mean. */
  readonly half: number;
}

/** The mean wait over independent replications, each with its own seed. */
export const meanWait = (model: QueueModel, sizes: Sizes): Estimate => estimate(model, sizes, ({ waitsMs }) => waitsMs);

/** The mean of how long jobs wait and run. */
export const meanResponse = (model: QueueModel, sizes: Sizes): Estimate => estimate(model, sizes, ({ responsesMs }) => responsesMs);

const estimate = (model: QueueModel, { replications, warmUp, jobs }: Sizes, of: (path: Path) => readonly number[]): Estimate => {
  const means = Array.from({ length: replications }, (_, k) =>
    meanOf(of(pathOf(model, `${model.name}/${k + 1}`, warmUp + jobs)).slice(warmUp)),
  );
  const mean = meanOf(means);
  const variance = means.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (replications - 1);
  return { mean, half: studentT * Math.sqrt(variance / replications) };
};

/** For 30 replications: Student's t with 29 degrees of freedom. */
const studentT = 2.045;

/** The mean of ten values, and half of its 95 % confidence interval: Student's t with 9 degrees of freedom. */
export const meanOfTen = (values: readonly number[]): Estimate => {
  const mean = meanOf(values);
  return { mean, half: 2.262 * Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 90) };
};

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
