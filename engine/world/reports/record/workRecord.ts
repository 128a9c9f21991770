import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { DurationMs, VirtualTime } from '../../../kernel/time.ts';
import { Gauge, type RunSpan } from './gauge.ts';
import { Samples } from './samples.ts';

/** The outcome of a job or a request. A request whose client left is `cancelled`, too; `unfinished` ones wait or run at the end. */
export const outcomes = ['completed', 'failed', 'timedOut', 'cancelled', 'purged', 'expired', 'unfinished'] as const;
export type WorkOutcome = (typeof outcomes)[number];

/** The record of an endpoint's jobs, or of the requests to it. */
export class WorkRecord {
  readonly outcomes: Record<WorkOutcome, number> = {
    completed: 0,
    failed: 0,
    timedOut: 0,
    cancelled: 0,
    purged: 0,
    expired: 0,
    unfinished: 0,
  };
  /** How often one ended so: a job that a client retries ends again. */
  readonly ends = { completed: 0, failed: 0, timedOut: 0 };
  /** How often a job returned to the queue: after its worker was lost, and because a client asked. */
  requeued = 0;
  retried = 0;
  /** From arrival, or from the client's retry, to each start. */
  readonly waits = new Samples();
  /** Of each attempt that ended with its job. */
  readonly executions = new Samples();
  /** From arrival, or from the client's retry, to the end: completed, failed or timed out. */
  readonly totals = new Samples();
  /** From arrival, or from the client's retry, to the first token of each attempt (handler.tokens). */
  readonly firstTokens = new Samples();
  /** Of each attempt that made all of its answer: the mean time from one of its tokens to the next, rounded. */
  readonly tokenTimes = new Samples();
  /** How many wait. */
  readonly queue: Gauge;
  /** How many run. */
  readonly running: Gauge;
  firstAt: VirtualTime | undefined;
  lastEndAt: VirtualTime | undefined;

  constructor(span: RunSpan) {
    this.queue = new Gauge(span);
    this.running = new Gauge(span);
  }

  arrive(at: VirtualTime): void {
    this.firstAt ??= at;
    this.outcomes.unfinished += 1;
  }

  /** Records the outcome of one, and its time. */
  conclude(from: WorkOutcome, to: WorkOutcome, ms: DurationMs, { seq, at }: Pick<LogEntry, 'seq' | 'at'>): void {
    this.outcomes[from] -= 1;
    this.outcomes[to] += 1;
    if (to === 'completed' || to === 'failed' || to === 'timedOut') {
      this.ends[to] += 1;
      this.totals.add(ms, seq);
    }
    if (to !== 'unfinished') this.lastEndAt = at;
  }
}
