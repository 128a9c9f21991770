import { createHash } from 'node:crypto';
import { deserialize } from 'node:v8';
import {
  type ClockPolicy,
  type DomainEvent,
  entryText,
  finish,
  headerOf,
  type LogEntry,
  type LogPast,
  playInputs,
  type Resumption,
  snapshotForm,
  World,
  type WorldSnapshot,
} from '../../engine/index.ts';
import { StoreDamaged } from '../store/problems.ts';
import { sha256 } from '../store/sha256.ts';
import type { WorldLog } from '../store/store.ts';
import type { Kept } from './keeper.ts';
import type { Making } from './serving.ts';
import { decoding } from './snapshotCode.ts';

/** A world out of a store, ready to be served. */
export interface Reopened {
  readonly making: Making;
  readonly past: StoredPast | undefined;
  /** The clock policy that its newest snapshot remembers. */
  readonly clock: ClockPolicy | undefined;
}

/**
 * Goes on with a world where its log ends: from the newest snapshot, and from there by playing the inputs again. What
 * comes of them must be what the log says, to the letter.
 */
export const reopened = async (log: WorldLog): Promise<Reopened> => {
  const kept = await newestSnapshot(log);
  const past = kept === undefined ? undefined : new StoredPast(log, kept.snapshot.seq);
  const tail: LogEntry<DomainEvent>[] = [];
  for await (const entry of log.read(past?.length ?? 0)) tail.push(entry);
  const from: Resumption | undefined = kept === undefined || past === undefined ? undefined : { snapshot: kept.snapshot, past };
  return {
    past,
    clock: kept?.clock,
    making: (onChange) => {
      const world = new World(log.header.definition, { onChange, header: log.header, sha256 }, from);
      playInputs(world, tail);
      sameAs(log, world, tail, past?.length ?? 0);
      return world;
    },
  };
};

/** The entries before a snapshot: read from the store when somebody first asks for them, for few ever do. */
export class StoredPast implements LogPast<DomainEvent> {
  readonly length: number;
  readonly #log: WorldLog;
  #entries: LogEntry<DomainEvent>[] | undefined;
  #loading: Promise<void> | undefined;

  constructor(log: WorldLog, length: number) {
    this.length = length;
    this.#log = log;
  }

  get isLoaded(): boolean {
    return this.#entries !== undefined;
  }

  load(): Promise<void> {
    this.#loading ??= this.#read().catch((error: unknown) => {
      // It may be readable the next time.
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  *entries(after: number): Iterable<LogEntry<DomainEvent>> {
    const { length = 0 } = this.#entries ?? {};
    for (let k = after; k < length; k++) yield this.#entries?.[k] as LogEntry<DomainEvent>;
  }

  async #read(): Promise<void> {
    const entries: LogEntry<DomainEvent>[] = [];
    for await (const entry of this.#log.read(0)) {
      if (entry.seq > this.length) break;
      entries.push(entry);
    }
    this.#entries = entries;
  }
}

interface Decoded extends Pick<Kept, 'clock'> {
  readonly snapshot: WorldSnapshot;
}

/** The newest snapshot, unless it was made under other rules, or is of another form: then the log alone says what was. */
const newestSnapshot = async (log: WorldLog): Promise<Decoded | undefined> => {
  const stored = await log.snapshot();
  if (stored === undefined) return undefined;
  try {
    const { clock, ruleset, world } = deserialize(stored.bytes) as Kept;
    const isOurs = [ruleset, log.header.podsim.ruleset].every((each) => each === headerOf(log.header.definition).podsim.ruleset);
    const snapshot = isOurs ? finish(decoding<WorldSnapshot>(world)) : undefined;
    return snapshot?.form === snapshotForm ? { clock, snapshot } : undefined;
  } catch {
    // A snapshot is a convenience: the log says all that it says.
    return undefined;
  }
};

/** The rules may have changed since the log was written: then it cannot be gone on with, only replayed. */
const sameAs = ({ worldId, length, header }: WorldLog, world: World, tail: readonly LogEntry<DomainEvent>[], before: number): void => {
  const digest = (entries: Iterable<LogEntry<DomainEvent>>) => {
    const hash = createHash('sha256');
    for (const entry of entries) hash.update(entryText(entry));
    return hash.digest('hex');
  };
  if (world.log.length === length && digest(world.log.entries(before)) === digest(tail)) return;
  const rules =
    header.podsim.ruleset === headerOf(header.definition).podsim.ruleset ? 'the same rules' : `the rules of podsim ${header.podsim.engine}`;
  throw new StoreDamaged(
    `world '${worldId}' was written by ${rules}, and its inputs come to another log now: serve it with the podsim that wrote it, or read it with podsim replay`,
    before + 1,
  );
};
