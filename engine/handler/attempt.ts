import type { Json } from '../kernel/canonical.ts';
import type { DurationMs } from '../kernel/time.ts';

/**
 * What one attempt at a job will come to: drawn when the worker takes it and written into `JobStarted`, so that a
 * replay draws nothing.
 */
export interface Attempt {
  /** How long the handler runs until its ending. */
  readonly runsMs: DurationMs;
  readonly ending: AttemptEnding;
  /** What it answers; absent = the echo of the job's input. */
  readonly output?: Json;
  /** What it says when it fails. */
  readonly error?: string;
  readonly stream?: StreamPlan;
  /** With which status and headers a load balancer's worker answers; 200 and none unless given. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `crash` takes the worker down with it; `hang` never ends by itself. */
export type AttemptEnding = 'complete' | 'fail' | 'crash' | 'hang';

/** Chunk k (from 0) is yielded `(k + 1) × everyMs` into the attempt. */
export interface StreamPlan {
  readonly count: number;
  readonly everyMs: DurationMs;
  /** One output a chunk; absent = the chunk's number, from 1. */
  readonly outputs?: readonly Json[];
  readonly metrics?: Json;
}

/** One piece of partial output, as `/stream` delivers it. */
export interface Chunk {
  readonly output: Json;
  readonly metrics?: Json;
}
