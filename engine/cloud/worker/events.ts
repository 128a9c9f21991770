import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import type { CpuShape } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';
import type { Distribution } from '../handler/distribution.ts';
import type { Sharing } from '../handler/sharing.ts';
import type { BatchRates } from '../handler/tokens.ts';
import type { BatchStage, SequencePlan } from './batchTime.ts';
import type { WorkOf, WorkPlan } from './work.ts';

/** The events of a worker. Durations in whole milliseconds. */
export type WorkerEvent =
  | ({ readonly type: 'WorkerLaunched'; readonly workerId: string; readonly startingMs: DurationMs } & WorkerShape & FoundImage)
  | ({ readonly type: 'WorkerThrottled'; readonly workerId: string } & Hold & WorkerShape)
  /** Its hold is over: it is placed as soon as a host has room and its turn comes (worker.capacity). */
  | { readonly type: 'WorkerHoldEnded'; readonly workerId: string }
  | ({
      readonly type: 'WorkerPlaced';
      readonly workerId: string;
      readonly placement: Placement;
      readonly startingMs: DurationMs;
      /** For a worker of a CPU endpoint: the configuration it is placed with. */
      readonly cpu?: CpuShape;
    } & FoundImage)
  | { readonly type: 'WorkerPullTroubled'; readonly workerId: string; readonly startingMs: DurationMs; readonly pulls: boolean }
  | ({ readonly type: 'WorkerPullRestarted'; readonly workerId: string; readonly startingMs: DurationMs } & FoundImage)
  | { readonly type: 'WorkerPullFailed'; readonly workerId: string }
  | { readonly type: 'WorkerReady'; readonly workerId: string }
  /** A job waits: the take that it holds open is answered, so much later, with the job that is then the next. */
  | { readonly type: 'WorkerCalled'; readonly workerId: string; readonly looksInMs: DurationMs }
  /** It asks for a job, and gets the next one, if there is one. */
  | { readonly type: 'WorkerLooked'; readonly workerId: string }
  /** `places`: its number of places from this poll on, if its process raises that (worker.ramp). */
  | { readonly type: 'WorkerTookJob'; readonly workerId: string; readonly jobId: string; readonly places?: number }
  /** A job or a request begins to share the worker. `sharing`: how they slow each other down from now on; absent = as before. */
  | ({
      readonly type: 'WorkerBeganWork';
      readonly workerId: string;
      readonly sharing?: Sharing;
      /** It has tokens made, in the worker's batch. `rates`: how fast that is from now on; absent = as before (handler.tokens). */
      readonly tokens?: SequencePlan;
      readonly rates?: BatchRates;
    } & WorkOf &
      WorkPlan)
  /** It has reached its chunk of that number, from 1, or else the end of its work. `stage`: in the worker's batch. */
  | ({ readonly type: 'WorkerDidWork'; readonly workerId: string; readonly chunk?: number; readonly stage?: BatchStage } & WorkOf)
  | { readonly type: 'WorkerTookRequest'; readonly workerId: string; readonly requestId: string }
  /** One of several requests has ended. The end of the last one is `WorkerFreed`. */
  | { readonly type: 'WorkerEndedRequest'; readonly workerId: string; readonly requestId: string; readonly succeeded: boolean }
  | ({
      readonly type: 'WorkerFreed';
      readonly workerId: string;
      readonly succeeded: boolean;
    } /** `looksInMs`: it gets its next job no sooner; absent if it takes it at once. */ & (
      | { readonly jobId: string; readonly looksInMs?: DurationMs }
      | { readonly requestId: string }
    ))
  /** One of several jobs has ended. The end of the last one is `WorkerFreed`. `looksInMs` as there. */
  | {
      readonly type: 'WorkerEndedJob';
      readonly workerId: string;
      readonly jobId: string;
      readonly succeeded: boolean;
      readonly looksInMs?: DurationMs;
    }
  | ({
      readonly type: 'WorkerCrashed';
      readonly workerId: string;
      readonly jobId: string | null;
      readonly crashes: number;
      readonly startingMs: DurationMs;
    } & LostJobs)
  | ({
      readonly type: 'WorkerTurnedUnhealthy';
      readonly workerId: string;
      readonly jobId: string | null;
      readonly crashes: number;
    } & LostJobs)
  | ({ readonly type: 'WorkerLostHost'; readonly workerId: string; readonly jobId: string | null } & LostJobs)
  | ({ readonly type: 'WorkerStopped'; readonly workerId: string; readonly reason: StopReason } & Removal)
  /** It keeps its place and its image, and costs nothing, until it is woken, or the place is wanted (worker.sleep). */
  | ({ readonly type: 'WorkerSlept'; readonly workerId: string } & Removal)
  /** The container that it had is gone (worker.removed). */
  | { readonly type: 'WorkerRemoved'; readonly workerId: string }
  /** Its container starts again, or is restored from a snapshot that the host has (worker.wake). */
  | {
      readonly type: 'WorkerWoken';
      readonly workerId: string;
      readonly startingMs: DurationMs;
      readonly kept: boolean;
      readonly restored?: true;
    }
  | { readonly type: 'WorkerTriedAgain'; readonly workerId: string; readonly startingMs: DurationMs }
  | { readonly type: 'WorkerRetuned'; readonly workerId: string; readonly kept: boolean; readonly idleTimeoutMs: DurationMs }
  | {
      readonly type: 'WorkerPolled';
      readonly workerId: string;
      readonly port: string;
      readonly path: string;
      readonly answer: PollAnswer;
    }
  /**
   * News of the worker's real process: it was heard, has a stop to receive, or is awaited (worker-api.external); or the lines that it has
   * `printed`.
   */
  | ({ readonly type: 'WorkerReported'; readonly workerId: string; readonly printed?: readonly string[] } & Partial<WorkerProcess>)
  | { readonly type: 'WorkerTerminated'; readonly workerId: string };

/** The time from its stop to the removal of its container; absent if that is immediate, or there is none (worker.removed). */
export interface Removal {
  readonly removedInMs?: DurationMs;
}

/** A launch into a pool that is short: hosts have room, and for so long none of it is for this worker (worker.capacity). */
export interface Hold {
  readonly heldMs?: DurationMs;
}

/** The images on the host at placement (worker.image-on-host). */
export interface FoundImage {
  /** The host has its image; absent if the worker pulls it. */
  readonly imageOnHost?: true;
}

/** The losses of a worker with an external handler. Absent if there are none. */
export interface LostJobs {
  /** The other jobs that it had. */
  readonly otherJobs?: readonly string[];
  /** It has been silent for so long already that its jobs are lost at once. */
  readonly isSilent?: true;
}

/** The real process of the worker: its calls, and the stops that it has yet to receive. */
export interface WorkerProcess {
  /** It has taken or pinged since its container began to start. */
  readonly isHeard: boolean;
  /** The simulation has the container ready, and the process was not heard yet. */
  readonly isAwaited: boolean;
  readonly pingedAt: VirtualTime | null;
  /** When its held poll for jobs to stop ended without an answer; null once it has asked for anything again. */
  readonly leftAt: VirtualTime | null;
  /** Jobs that its last ping should have named, and did not. */
  readonly unnamed: readonly string[];
  /** Jobs that it is yet to be told to stop. */
  readonly stops: readonly string[];
  /** It is to be replaced once it holds no job. */
  readonly isRetiring: boolean;
  /** The lease that it names in each of its calls: another process of this worker names another one, or none (worker-api.identity). */
  readonly lease: string | null;
  /** Its host counts its silence on a clock of its own and reports it: virtual time does not count it (worker-api.silence). */
  readonly isWatched: boolean;
}

/** The result of a worker's health check: 200 healthy, 204 initializing, or no answer (lb.health). */
export type PollAnswer = 200 | 204 | 'none';

/** The launch of a worker. `placement` is null while it waits for capacity. */
export interface WorkerShape {
  readonly endpointId: string;
  /** Its number on the endpoint, from 1. */
  readonly number: number;
  readonly placement: Placement | null;
  readonly gpuCount: number;
  /** The vCPUs of its CPU configuration; while it waits, of the configuration that is tried first. */
  readonly vcpus: number;
  /** The CPU configuration it is placed with; absent on a GPU worker, and while it waits. */
  readonly cpu?: CpuShape;
  /** The release of the endpoint that it runs. */
  readonly version: number;
  /** One of the endpoint's `workers.min`: it does not stop when idle. */
  readonly kept: boolean;
  readonly idleTimeoutMs: DurationMs;
  /** The size of its image; absent if it makes no difference. */
  readonly megabytes?: number;
  /** How long its image takes to start, if that is of the image (image.start). */
  readonly start?: Distribution;
  /** A real process takes its jobs; absent if they are simulated. */
  readonly external?: true;
}

/**
 * `idle`: no job within idleTimeout. `surplus`: more than workers.max. `stale`: an older release. `outside`: in a data center that
 * the endpoint no longer allows. `refreshed`: its process asked for a fresh one. `given`: it slept, and its place was wanted. `host`: it
 * slept, and its host failed.
 */
export type StopReason = 'idle' | 'surplus' | 'stale' | 'outside' | 'refreshed' | 'given' | 'host';
