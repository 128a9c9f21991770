import type { Call } from '../cloud/call/evolve.ts';
import type { HostList } from '../cloud/catalog/hosts.ts';
import type { ImageFacts } from '../cloud/catalog/imageFacts.ts';
import type { Kind, Settings } from '../cloud/entities.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { DomainEvent } from '../cloud/input.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import type { StateChange } from '../cloud/state/state.ts';
import type { LogPast, LogSink } from '../kernel/log.ts';
import type { Draw } from '../kernel/rng.ts';
import type { VirtualTime } from '../kernel/time.ts';

/** The parts of a simulator. */
export interface SimulationOptions {
  readonly seed: string;
  /** The instant of virtual time 0, in ms since 1970. */
  readonly startMs: number;
  readonly settings?: Settings;
  /** The machines of the world; by default, more than any test needs. */
  readonly hosts?: HostList;
  /** Handlers written as functions, by endpoint. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  /** Origins to which webhooks are really posted. */
  readonly webhooks?: readonly string[];
  /** Sizes of images that the world names. */
  readonly images?: readonly ImageFacts[];
  /** Which invariants are checked after every event: all, those named, or none; by default, all. */
  readonly invariants?: boolean | readonly string[];
  /** The operations that are let in without a key of an account; by default, none. */
  readonly keyless?: ReadonlySet<string>;
  readonly sink?: LogSink<DomainEvent>;
  /** The entries before those that this simulator will record. */
  readonly past?: LogPast<DomainEvent>;
  /** Delivers the answer of a pending call, which is computed in this context. */
  readonly deliver?: (call: Call, context: SimulationContext) => void;
  /** The most timers that may fire at one instant; 10 million unless given. */
  readonly timersPerInstantMax?: number;
  /** Makes the draws, instead of the seed. */
  readonly draw?: Draw;
  /** When the world begins; at 0 unless given. */
  readonly beginsAt?: VirtualTime;
  /** Called with every change, after it and before its consequences. */
  readonly onChange?: (change: StateChange) => void;
}

/** A timer that has fired. */
export interface Fired {
  readonly at: VirtualTime;
  readonly kind: Kind;
  readonly id: string;
  readonly timer: string;
}
