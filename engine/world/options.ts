import { commandIds } from '../api/commands/commands.ts';
import { HostList } from '../cloud/catalog/hosts.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { DomainEvent } from '../cloud/input.ts';
import type { StateChange } from '../cloud/state/state.ts';
import type { LogSink } from '../kernel/log.ts';
import type { Draw } from '../kernel/rng.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { type LogHeader, readSettings, type WorldDefinition } from '../simulator/definition.ts';
import type { SimulationOptions } from '../simulator/options.ts';
import { checkHandlers } from './arguments.ts';

/** What a world can be made with beside its definition. */
export interface WorldOptions {
  /** Which invariants are checked after every event: all, those named, or none; by default, all. */
  readonly invariants?: boolean | readonly string[];
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
  /** Makes the draws, instead of the seed: one who decides them tries each. The log of such a world cannot be played again. */
  readonly draw?: Draw | undefined;
  /** When the world begins, instead of at 0. Its faults have their own times. The log of such a world cannot be played again. */
  readonly beginsAt?: VirtualTime | undefined;
}

/** What a simulator of that world is made from: what its definition and its options say. */
export const simulationOptions = (
  definition: WorldDefinition,
  { invariants, sink, handlers, timersPerInstantMax, draw, beginsAt }: WorldOptions,
): SimulationOptions => ({
  seed: definition.seed,
  startMs: definition.startMs,
  settings: readSettings(definition),
  keyless: commandIds,
  ...(definition.hosts === null ? {} : { hosts: new HostList(definition.hosts) }),
  ...(handlers === undefined ? {} : { handlers: checkHandlers(handlers) }),
  ...(definition.webhooks === undefined ? {} : { webhooks: definition.webhooks }),
  ...(definition.images === undefined ? {} : { images: definition.images }),
  ...(invariants === undefined ? {} : { invariants }),
  ...(timersPerInstantMax === undefined ? {} : { timersPerInstantMax }),
  ...(sink === undefined ? {} : { sink }),
  ...(draw === undefined ? {} : { draw }),
  ...(beginsAt === undefined ? {} : { beginsAt }),
});
