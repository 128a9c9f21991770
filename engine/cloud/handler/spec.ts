import type { Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { AttemptEnding } from './attempt.ts';
import type { Distribution } from './distribution.ts';
import type { Sharing } from './sharing.ts';
import type { TokenSpec } from './tokens.ts';

/** Describes the runs of an endpoint's jobs. It is plain data, so the log can contain it. */
export interface HandlerSpec {
  readonly duration: Distribution;
  /** By attempt, from the first; the last one repeats. */
  readonly outcomes: readonly AttemptEnding[];
  /** Instead of `outcomes`: the probability of each ending; the rest complete. */
  readonly chances?: readonly { readonly ending: AttemptEnding; readonly of: number; readonly among: number }[];
  /** Absent = the echo of the input. */
  readonly output?: Json;
  readonly error?: string;
  readonly chunks?: ChunkSpec;
  /** The worker never runs a job with an empty input, and its pings do not name it (job.unnamed); absent = it runs it like any other. */
  readonly emptyInput?: 'ignored';
  /** How much longer the first job of a process runs, such as while it loads a model; absent = no longer (handler.first-job). */
  readonly firstJob?: Distribution;
  /** How many jobs one worker takes at once; absent = one (worker.concurrency). */
  readonly concurrency?: number;
  /** Its process raises that poll by poll; absent = it takes as many from the first (worker.ramp). */
  readonly ramp?: 'sdk';
  /** How they slow each other down; absent = not at all (worker.sharing). */
  readonly sharing?: Sharing;
  /** Replaces a duration: its jobs are sequences of tokens, and these are the speeds of its workers (handler.tokens). */
  readonly tokens?: TokenSpec;
  /** For answers of a load balancer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Its jobs are not run by the simulation: real workers take them, and post their results (worker-api.external). */
  readonly external?: ExternalSpec;
  /** Replaces all other fields: each attempt has one of these answers (worker-api.stand-in). */
  readonly answers?: readonly HandlerAnswer[];
}

/** How a real worker's work is counted. */
interface ExternalSpec {
  /** How many ms of virtual time one ms of real work is, on a clock that measures. */
  readonly scale: number;
  /** A worker that has not posted the end of a job after so much virtual time counts as crashed. */
  readonly timeoutMs: DurationMs;
}

/** A list of outputs spread evenly over the attempt, or a number of numbered outputs at a fixed interval. */
export type ChunkSpec = { readonly metrics?: Json } & (
  | { readonly outputs: readonly Json[] }
  | { readonly count: number; readonly everyMs: DurationMs }
);

/** An answer to one question, an attempt at a job with an input. A list of these records the work of real workers (worker-api.stand-in). */
export interface HandlerAnswer {
  /** The job that asked; another job gets it as one of several. */
  readonly job?: string;
  /** The input of that job; absent = no question is the same. */
  readonly input?: Json;
  /** The number of the attempt that it answers, from 1. */
  readonly attempt: number;
  /** How often it was given: its weight among others. */
  readonly times: number;
  /** One attempt, so it neither chooses among others nor waits for a worker. */
  readonly handler: Omit<HandlerSpec, 'answers' | 'external'>;
}
