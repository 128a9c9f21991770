/** What an endpoint is, and how its jobs come. Times in ms. */
export interface HiddenEndpoint {
  readonly seed: number;
  readonly days: number;
  /** Jobs an hour, for each hour of the day. */
  readonly perHour: readonly number[];
  /** For part of the time jobs come so many times as fast. */
  readonly bursts?: { readonly times: number; readonly lastMs: number; readonly everyMs: number };
  /** What a job takes beside that is so much for each unit of its size, which is lognormal. */
  readonly sizes?: { readonly median: number; readonly sigma: number; readonly interceptMs: number; readonly slopeMs: number };
  /** Lognormal. */
  readonly service: { readonly medianMs: number; readonly sigma: number };
  /** Lognormal modes, each with its share. */
  readonly starts: readonly { readonly medianMs: number; readonly sigma: number; readonly share: number }[];
  /** By what share of their length starts grow each day. */
  readonly slowerPerDay?: number;
  /** How much longer the first job of a worker runs. */
  readonly firstJobMs?: number;
  readonly workersMax: number;
  readonly idleTimeoutMs: number;
  /** How long a job waits before a worker is added. */
  readonly queueDelayMs: number;
}

/** A job before it is played. */
export interface ComingJob {
  readonly at: number;
  readonly runs: number;
  readonly size?: number;
  /** COMPLETED unless given. */
  readonly status?: string;
  /** A job that has waited for longer than this is never run. */
  readonly givesUpMs?: number;
}

/** What became of a job. */
export interface HiddenJob {
  readonly submitted: number;
  readonly delay: number;
  /** NaN, like its worker, for a job that was given up. */
  readonly execution: number;
  readonly worker: number;
  readonly size?: number;
  readonly status?: string;
}

export declare const numbersFrom: (seed: number) => () => number;
export declare const normalFrom: (next: () => number) => number;
export declare const arrivalsOf: (endpoint: Pick<HiddenEndpoint, 'days' | 'perHour' | 'bursts' | 'seed'>) => readonly number[];
export declare const drawJobs: (endpoint: HiddenEndpoint) => readonly ComingJob[];
export declare const playHidden: (
  endpoint: HiddenEndpoint,
  coming?: readonly ComingJob[],
  follow?: (job: ComingJob, endsAt: number) => ComingJob | undefined,
) => { readonly jobs: readonly HiddenJob[]; readonly workerMs: number };
export declare const csvOf: (jobs: readonly HiddenJob[], startMs: number) => string;
export declare const percentile: (values: readonly number[], share: number) => number;
