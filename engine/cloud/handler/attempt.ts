import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { TokenCounts } from './tokens.ts';

/**
 * The outcome of one attempt at a job. It is drawn when the worker takes the job and written into `JobStarted`, so a replay draws
 * nothing.
 */
export interface Attempt {
  /** The running time of the handler until its ending. If it shares its worker, its running time alone. */
  readonly runsMs: DurationMs;
  /** How long its process loads before the handler runs: the first job of a process (handler.first-job); absent = no time. */
  readonly loadsMs?: DurationMs;
  readonly ending: AttemptEnding | 'unnamed';
  /** How long its result is posted after that, before anyone sees it; absent = no time (worker.takes-in-time). */
  readonly postMs?: DurationMs;
  /** Its output; absent = the input of the job. */
  readonly output?: Json;
  /** The error of an attempt that fails. */
  readonly error?: string;
  readonly stream?: StreamPlan;
  /** The status and headers of the answer of a load balancer's worker; 200 and none unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** It shares its worker with others, and goes as fast as they let it (worker.sharing). */
  readonly shared?: true;
  /** The tokens that it reads and writes: it shares its worker's batch (handler.tokens). */
  readonly tokens?: TokenCounts;
  /** A real worker runs it, and posts its end. `runsMs` is when the worker counts as crashed if it has not (worker-api.external). */
  readonly external?: true;
}

/**
 * `crash` also crashes the worker; `hang` never ends by itself. An attempt may also be `unnamed`: the worker never runs it, pings on
 * without naming it, and the platform takes it back after `runsMs` (job.unnamed).
 */
export type AttemptEnding = 'complete' | 'fail' | 'crash' | 'hang';

/** Chunk k (from 0) is yielded `(k + 1) × everyMs` into the attempt. */
export interface StreamPlan {
  readonly count: number;
  readonly everyMs: DurationMs;
  /** One output per chunk; absent = the chunk's number, from 1. */
  readonly outputs?: readonly Json[];
  readonly metrics?: Json;
}

/** One piece of partial output, as `/stream` delivers it. */
export interface Chunk {
  readonly output: Json;
  readonly metrics?: Json;
}
