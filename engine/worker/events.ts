import type { CpuShape } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';
import type { DurationMs } from '../kernel/time.ts';

/** The events of a worker. Durations in whole milliseconds. */
export type WorkerEvent =
  | ({ readonly type: 'WorkerLaunched'; readonly workerId: string; readonly startingMs: DurationMs } & WorkerShape)
  | ({ readonly type: 'WorkerThrottled'; readonly workerId: string } & WorkerShape)
  | {
      readonly type: 'WorkerPlaced';
      readonly workerId: string;
      readonly placement: Placement;
      readonly startingMs: DurationMs;
      /** For a worker of a CPU endpoint: the configuration it is placed with. */
      readonly cpu?: CpuShape;
    }
  | { readonly type: 'WorkerPullTroubled'; readonly workerId: string; readonly startingMs: DurationMs; readonly pulls: boolean }
  | { readonly type: 'WorkerPullRestarted'; readonly workerId: string; readonly startingMs: DurationMs }
  | { readonly type: 'WorkerPullFailed'; readonly workerId: string }
  | { readonly type: 'WorkerReady'; readonly workerId: string }
  | { readonly type: 'WorkerTookJob'; readonly workerId: string; readonly jobId: string }
  | { readonly type: 'WorkerTookRequest'; readonly workerId: string; readonly requestId: string }
  /** One of several requests has ended. The end of the last one is `WorkerFreed`. */
  | { readonly type: 'WorkerEndedRequest'; readonly workerId: string; readonly requestId: string; readonly succeeded: boolean }
  | ({ readonly type: 'WorkerFreed'; readonly workerId: string; readonly succeeded: boolean } & (
      | { readonly jobId: string }
      | { readonly requestId: string }
    ))
  | {
      readonly type: 'WorkerCrashed';
      readonly workerId: string;
      readonly jobId: string | null;
      readonly crashes: number;
      readonly startingMs: DurationMs;
    }
  | { readonly type: 'WorkerTurnedUnhealthy'; readonly workerId: string; readonly jobId: string | null; readonly crashes: number }
  | { readonly type: 'WorkerLostHost'; readonly workerId: string; readonly jobId: string | null }
  | { readonly type: 'WorkerStopped'; readonly workerId: string; readonly reason: StopReason }
  | { readonly type: 'WorkerTriedAgain'; readonly workerId: string; readonly startingMs: DurationMs }
  | { readonly type: 'WorkerRetuned'; readonly workerId: string; readonly kept: boolean; readonly idleTimeoutMs: DurationMs }
  | {
      readonly type: 'WorkerPolled';
      readonly workerId: string;
      readonly port: string;
      readonly path: string;
      readonly answer: PollAnswer;
    }
  | { readonly type: 'WorkerTerminated'; readonly workerId: string };

/** The result of a worker's health check: 200 healthy, 204 initialising, or no answer (lb.health). */
export type PollAnswer = 200 | 204 | 'none';

/** What a worker is launched with. `placement` is null while it waits for capacity. */
export interface WorkerShape {
  readonly endpointId: string;
  /** Its number on the endpoint, from 1. */
  readonly number: number;
  readonly placement: Placement | null;
  readonly gpuCount: number;
  /** The vCPUs of its CPU configuration; while it waits, of the configuration that is tried first. */
  readonly vcpus: number;
  /** The CPU configuration it is placed with; absent on a GPU worker, while it waits, and in logs from before workers had a choice. */
  readonly cpu?: CpuShape;
  /** The release of the endpoint that it runs. */
  readonly version: number;
  /** One of the endpoint's `workers.min`: it does not stop when idle. */
  readonly kept: boolean;
  readonly idleTimeoutMs: DurationMs;
}

/**
 * `idle`: no job within idleTimeout. `surplus`: more than workers.max. `stale`: an older release. `outside`: in a data centre that
 * the endpoint no longer allows.
 */
export type StopReason = 'idle' | 'surplus' | 'stale' | 'outside';
