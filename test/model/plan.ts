/** A queue endpoint, the hosts of its world, and what clients do there. All times are in milliseconds. */
export interface Plan {
  readonly scaler: { readonly queueDelay: number } | { readonly requestCount: number };
  readonly min: number;
  readonly max: number;
  readonly idle: number;
  readonly timeout: number;
  /** How many GPUs each host has. A worker takes one. */
  readonly hosts: readonly number[];
  readonly pull: number;
  readonly start: number;
  /** The start of a worker that was up on this host before. */
  readonly startAgain: number;
  readonly restart: number;
  readonly crashLoop: number;
  readonly unhealthyRetry: number;
  readonly missedAfter: number;
  readonly requeuesMax: number;
  readonly scalerEvery: number;
  readonly retention: number;
  /** Whether workers sleep at their idle timeout, and a wake is a restore, which takes as long as a start again. */
  readonly sleeps: boolean;
  readonly restores: boolean;
  /** How long after its stop, or when it falls asleep, the container of a worker is removed. */
  readonly remove: number;
  readonly handOver: number;
  readonly takeEvery: number;
  readonly takeDelay: number;
  readonly post: number;
  readonly cancelEnds: number;
  /** Micro-dollars an hour: of a worker that holds the minimum, and of any other. */
  readonly prices: { readonly active: number; readonly flex: number };
  readonly acts: readonly Act[];
  readonly until: number;
}

/** Jobs are named by the order in which they are submitted, from 0. `limit` is a status call with a ttl. */
export type Act = { readonly at: number } & (
  | { readonly do: 'run'; readonly job: JobPlan }
  | { readonly do: 'retry' | 'cancel' | 'status'; readonly job: number }
  | { readonly do: 'limit'; readonly job: number; readonly keep: number }
  | { readonly do: 'purge' }
  | { readonly do: 'health' }
  | { readonly do: 'workers' }
  | { readonly do: 'scale'; readonly min: number; readonly max: number }
);

export interface JobPlan {
  readonly runs: number;
  /** By attempt; the last one repeats. */
  readonly endings: readonly ('complete' | 'fail' | 'crash' | 'hang')[];
  readonly ttl: number;
  readonly timeout: number | null;
  readonly priority: 'normal' | 'low';
}

export interface Outcome {
  lines: readonly string[];
  cost: bigint;
}
