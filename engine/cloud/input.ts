import type { Json } from '../kernel/canonical.ts';
import type { RejectionKind } from '../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../kernel/time.ts';
import type { EntityEvent, SomeSettings } from './entities.ts';
import type { RuleId } from './rulebook/rules.ts';

/**
 * What comes from outside, as written to the log. The same inputs in the same order, with the same seed, give the same log. An
 * input arrives at a quiescent instant: everything due until then has run. A call without consequences is not an input.
 */
export type InputEvent =
  | {
      readonly type: 'InputReceived';
      readonly operation: string;
      readonly client: Client;
      readonly request: Request;
      /** The key of its draws and ids, if the sender gives one (as for the arrivals of a load). */
      readonly key?: string;
      /** The limits it counts towards, with the length of their windows; absent if it does not count. */
      readonly counted?: readonly { readonly of: string; readonly windowMs: DurationMs }[];
    }
  | {
      readonly type: 'InputRefused';
      readonly operation: string;
      readonly kind: RejectionKind;
      readonly rule: RuleId;
      readonly status: number;
      readonly detail: string;
      readonly errors?: readonly string[];
    }
  /** Counts, for some limits, the calls that left no entry of their own. A later entry or answer depends on it. */
  | {
      readonly type: 'CallsCounted';
      readonly counted: readonly { readonly of: string; readonly windowMs: DurationMs; readonly calls: number }[];
    }
  /** The client of a held call disconnected. */
  | { readonly type: 'CallerLeft'; readonly call: string }
  /** Time passed from the previous input to this entry; `ran` calendar entries ran on the way. */
  | { readonly type: 'ClockAdvanced'; readonly from: VirtualTime; readonly ran: number }
  /** From here on draws and new ids follow another seed. This gives a fork a future of its own. */
  | { readonly type: 'SeedChanged'; readonly seed: string }
  /** From here on these settings hold, the others stay as before, and every running timer is computed again. */
  | { readonly type: 'SettingsChanged'; readonly settings: SomeSettings }
  /** From here on a server lets time pass like this. Nothing in the world follows from it: the server goes on so when it starts again. */
  | { readonly type: 'ClockPolicySet'; readonly policy: ClockPolicy };

/** How a server lets virtual time pass (clock.policy). */
export type ClockPolicy =
  | { readonly clock: 'realtime'; readonly speed: number }
  | { readonly clock: 'manual' }
  | { readonly clock: 'auto' }
  | { readonly clock: 'measured' };

/** Who calls: a key by its digest, or the reason why there is none. `operator` is a client of the control plane, which needs no key. */
export type Client = { readonly digest: string } | { readonly key: null; readonly because: 'missing' | 'malformed' | 'operator' };

/** Who calls, as callers say it: a key by what a client sends, too. A digest opens nothing where it is sent in place of a key. */
export type GivenClient = Client | { readonly key: string };

/** A request as the operation table takes it, from any transport. */
export interface Request {
  /** Only for requests that are passed on to a worker: there the method is part of the request. */
  readonly method?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Absent = no body. */
  readonly body?: Json;
  /** There was a body, but it could not be read: what an adapter found wrong with it. */
  readonly unreadable?: Unreadable;
  /** The simulator's own addition to a call: how this job runs. */
  readonly podsim?: { readonly handler?: Json };
}

/** `malformed`: not JSON. `too-large`: more bytes than the operation accepts. */
export interface Unreadable {
  readonly kind: 'malformed' | 'too-large';
  readonly detail: string;
}

/**
 * The target of an advance: after a duration, at a time, at the next instant at which something is due, or when only recurring
 * timers are left.
 */
export type AdvanceTarget =
  | { readonly by: DurationMs }
  | { readonly to: VirtualTime }
  | { readonly next: true }
  | { readonly untilIdle: true };

export type DomainEvent = EntityEvent | InputEvent;
