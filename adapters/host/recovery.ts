import { createHash } from 'node:crypto';
import { deserialize } from 'node:v8';
import {
  type ClockPolicy,
  type DomainEvent,
  entryText,
  finish,
  headerOf,
  type LogEntry,
  pastOf,
  playInputs,
  snapshotForm,
  upTo,
  World,
  type WorldSnapshot,
} from '../../engine/index.ts';
import { StoreDamaged } from '../store/problems.ts';
import { sha256 } from '../store/sha256.ts';
import type { WorldLog } from '../store/store.ts';
import type { SnapshotRecord } from './logWriter.ts';
import { decodeInSteps } from './snapshotCode.ts';
import type { WorldFactory } from './worldHost.ts';

/** A world out of a store, ready to be served. */
export interface RecoveredWorld {
  readonly making: WorldFactory;
  /** The clock policy that its newest snapshot remembers. */
  readonly clock: ClockPolicy | undefined;
}

/**
 * Goes on with a world where its log ends: from the newest snapshot, and from there by playing the inputs again. What
 * comes of them must begin with what the log says, to the letter; of an input in the midst of which the log ends, the rest
 * comes as well. Memory holds no more than about `held` entries meanwhile.
 */
export const recoverWorld = async (log: WorldLog, held: number): Promise<RecoveredWorld> => {
  const kept = await newestSnapshot(log);
  const before = kept?.snapshot.seq ?? 0;
  return {
    clock: kept?.clock,
    making: (onChange) => {
      const from = kept && { snapshot: kept.snapshot, past: pastOf(log.past, before) };
      const world = new World(log.header.definition, { onChange, header: log.header, sha256 }, from);
      const check = new Check(log, world, before, held);
      playInputs(world, check.entries());
      check.end();
      return world;
    },
  };
};

/** So many entries are compared at once. */
const comparedAtOnce = 4_096;

/** Compares what comes of the inputs with the log, on the way: what has been found the same need not stay in memory. */
class Check {
  readonly #log: WorldLog;
  readonly #world: World;
  readonly #held: number;
  readonly #before: number;
  #compared: number;

  constructor(log: WorldLog, world: World, before: number, held: number) {
    this.#log = log;
    this.#world = world;
    this.#before = before;
    this.#compared = before;
    this.#held = held;
  }

  /** The entries to be played. */
  *entries(): Generator<LogEntry<DomainEvent>> {
    for (const entry of this.#log.past.entries(this.#before)) {
      if (this.#world.log.length - this.#compared >= comparedAtOnce) this.#compare();
      yield entry;
    }
  }

  /** The rules may have changed since the log was written: then it cannot be gone on with, only replayed. */
  end(): void {
    this.#compare();
    if (this.#compared === this.#log.length) return;
    throw this.#parted();
  }

  #compare(): void {
    const { past } = this.#log;
    const { log } = this.#world;
    const digest = (entries: Iterable<LogEntry<DomainEvent>>) => {
      const hash = createHash('sha256');
      for (const entry of entries) hash.update(entryText(entry));
      return hash.digest('hex');
    };
    // Where the log ends in the midst of what an input brought, the world has come to the end of that.
    const both = Math.min(log.length, past.length);
    if (digest(upTo(log.entries(this.#compared), both)) !== digest(upTo(past.entries(this.#compared), both))) throw this.#parted();
    this.#compared = both;
    this.#world.release(past, this.#held);
  }

  #parted(): StoreDamaged {
    const { worldId, header } = this.#log;
    const rules =
      header.podsim.ruleset === headerOf(header.definition).podsim.ruleset
        ? 'the same rules'
        : `the rules of podsim ${header.podsim.engine}`;
    return new StoreDamaged(
      `world '${worldId}' was written by ${rules}, and its inputs come to another log now: serve it with the podsim that wrote it, or read it with podsim replay`,
      this.#compared + 1,
    );
  }
}

interface Decoded extends Pick<SnapshotRecord, 'clock'> {
  readonly snapshot: WorldSnapshot;
}

/** The newest snapshot, unless it was made under other rules, or is of another form: then the log alone says what was. */
const newestSnapshot = async (log: WorldLog): Promise<Decoded | undefined> => {
  const stored = await log.snapshot();
  if (stored === undefined) return undefined;
  try {
    const { clock, ruleset, world } = deserialize(stored.bytes) as SnapshotRecord;
    const isOurs = [ruleset, log.header.podsim.ruleset].every((each) => each === headerOf(log.header.definition).podsim.ruleset);
    const snapshot = isOurs ? finish(decodeInSteps<WorldSnapshot>(world)) : undefined;
    return snapshot?.form === snapshotForm ? { clock, snapshot } : undefined;
  } catch {
    // A snapshot is a convenience: the log says all that it says.
    return undefined;
  }
};
