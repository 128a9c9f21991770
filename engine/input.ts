import type { SomeSettings } from './entities.ts';
import type { Json } from './kernel/canonical.ts';
import type { RejectionKind } from './kernel/decider.ts';
import type { DurationMs, VirtualTime } from './kernel/time.ts';

/**
 * What comes from outside, as the log keeps it. Played again in order, with the same seed, these give the same log.
 * An input arrives at a settled instant: all that was due up to then has run. A call from which nothing follows is none.
 */
export type InputEvent =
  | {
      readonly type: 'InputReceived';
      readonly operation: string;
      readonly client: Client;
      readonly request: Request;
      /** What its draws and ids are keyed by, where its sender says so (a load's arrivals). */
      readonly key?: string;
      /** The limits it counts towards, with the length of their windows; absent where it is not counted. */
      readonly counted?: readonly { readonly of: string; readonly windowMs: DurationMs }[];
    }
  | {
      readonly type: 'InputRefused';
      readonly operation: string;
      readonly kind: RejectionKind;
      readonly rule: string;
      readonly status: number;
      readonly detail: string;
      readonly errors?: readonly string[];
    }
  /** So many calls that left nothing else count towards limits: a later entry or answer depends on it. */
  | {
      readonly type: 'CallsCounted';
      readonly counted: readonly { readonly of: string; readonly windowMs: DurationMs; readonly calls: number }[];
    }
  /** The client of a held call went away. */
  | { readonly type: 'CallerLeft'; readonly call: string }
  /** Time has passed up to where this entry stands, from the input before it; `ran` calendar entries came due on the way. */
  | { readonly type: 'ClockAdvanced'; readonly from: VirtualTime; readonly ran: number }
  /** From here on draws and new ids follow another seed: so a fork gets a future of its own. */
  | { readonly type: 'SeedChanged'; readonly seed: string }
  /** From here on these settings hold, and the others as before; every timer that runs is measured anew. */
  | { readonly type: 'SettingsChanged'; readonly settings: SomeSettings };

/** Who calls: a key by its secret, or the reason why there is none; `operator`: whoever holds the control plane, who needs none. */
export type Client = { readonly key: string } | { readonly key: null; readonly because: 'missing' | 'malformed' | 'operator' };

/** A request as the operation table takes it, whichever way it came. */
export interface Request {
  /** Only of what is passed on: there the method is part of what is asked. */
  readonly method?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent = no body. */
  readonly body?: Json;
  /** There was a body, and it could not be read: what an adapter found wrong with it. */
  readonly unreadable?: Unreadable;
  /** The simulator's own additions to a call: how this job runs. */
  readonly podsim?: { readonly handler?: Json };
}

/** `malformed`: not JSON. `too-large`: more bytes than the operation takes. */
export interface Unreadable {
  readonly kind: 'malformed' | 'too-large';
  readonly detail: string;
}

/** Where an advance goes: by a while, to a time, to the next instant at which something is due, or until nothing is due but what recurs. */
export type AdvanceTarget =
  | { readonly by: DurationMs }
  | { readonly to: VirtualTime }
  | { readonly next: true }
  | { readonly untilIdle: true };
