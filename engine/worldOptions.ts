import type { LogHeader } from './definition.ts';
import type { DomainEvent } from './entities.ts';
import type { HandlerFunction } from './handler/handler.ts';
import type { LogPast, LogSink } from './kernel/log.ts';
import type { Sha256 } from './kernel/sha256.ts';
import type { PendingCalls } from './pendingCalls.ts';
import type { SimulatorDump } from './simulatorDump.ts';
import type { StateChange } from './state.ts';

/** What a world can be made with beside its definition. */
export interface WorldOptions {
  /** Checks the built-in invariants after every event, all of them or those named; all unless told otherwise. */
  readonly audit?: boolean | readonly string[];
  /** Takes the log away as it grows; then `log` holds only its end. */
  readonly sink?: LogSink<DomainEvent>;
  readonly onChange?: (change: StateChange) => void;
  /** The first line of the log that it goes on with; one of its own unless given. */
  readonly header?: LogHeader;
  /** Handlers written as functions, by endpoint id; pure and synchronous. One that throws fails its job. */
  readonly handlers?: Readonly<Record<string, HandlerFunction>>;
  /**
   * The most timers that may fire at one instant; 10 million unless given. With more, the world breaks: a calendar that refills faster
   * than it drains would run for ever.
   */
  readonly timersPerInstantMax?: number;
  /** The platform's own SHA-256, for fingerprints; one in JavaScript unless given. */
  readonly sha256?: Sha256;
}

/** How a snapshot is laid out. Its number goes up with every change of that: one of another form is made anew from the log. */
export const snapshotForm = 8;

/** A world at a settled instant, its log apart: plain data, to be encoded at once by something that keeps identities. */
export interface WorldSnapshot {
  readonly form: number;
  /** The newest entry of the log then. */
  readonly seq: number;
  readonly loop: SimulatorDump;
  readonly callers: ReturnType<PendingCalls['dump']>;
}

/** Where a world goes on from: what it was, and what its log said up to then. */
export interface Resumption {
  readonly snapshot: WorldSnapshot;
  readonly past: LogPast<DomainEvent>;
}
