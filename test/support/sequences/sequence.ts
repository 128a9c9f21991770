import type { Json } from '../../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { World } from '../../../engine/world/world.ts';
import type { Deed } from './deeds.ts';

/** A small world, its faults, and the steps of its callers in order: plain data. */
export interface Sequence {
  readonly seed: string;
  /** As a scenario writes them. */
  readonly faults: readonly Json[];
  readonly steps: readonly Step[];
}

/** A call or a deed, some time after the step before; with neither, only time passes. */
export interface Step {
  readonly afterMs: number;
  readonly call?: SequenceCall;
  readonly deed?: Deed;
}

export interface SequenceCall {
  readonly operation: string;
  /** The name of a key, or `nobody`. */
  readonly as: string;
  /** The path's ids by kind. `@pod 0` is filled in when the sequence runs, and `@its` by the endpoint of the job or worker. */
  readonly named: Readonly<Record<string, string>>;
  /** Of a request to a load balancer. */
  readonly method?: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Json;
  /** How this job runs. */
  readonly handler?: Json;
  /** The key for its ids and draws that the caller gives. */
  readonly key?: string;
}

/** Who calls the control plane, and needs no key for it. */
export const operator = 'operator';

/** One step as it was played. */
export interface Told {
  at: VirtualTime;
  readonly call: SequenceCall | undefined;
  readonly deed: Deed | undefined;
  /** The status of the answer, once there is one. */
  status: number | undefined;
  /** The id that its answer gave, if it made something. */
  made: string | undefined;
  /** The name of the pending call, and whether its client is still connected. */
  held: string | undefined;
  heard: 'waits' | 'left' | undefined;
  /** Of a client that leaves: the call that it made. */
  leaves: string | undefined;
}

/** A sequence as far as it was run: to its end, or to the step that threw. */
export interface SequenceRun {
  readonly sequence: Sequence;
  readonly told: readonly Told[];
  /** What is wrong; undefined when nothing is. */
  readonly complaint: string | undefined;
  readonly world: World | undefined;
}
