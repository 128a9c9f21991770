import { createHash } from 'node:crypto';
import type { DomainEvent } from '../../../engine/cloud/index.ts';
import { entryText, finish, type LogEntry, limitLog, upTo } from '../../../engine/kernel/index.ts';
import { rulesetDigest } from '../../../engine/simulator/index.ts';
import { playInputs, World, type WorldSnapshot } from '../../../engine/world/index.ts';
import { StoreDamaged } from '../../store/problems.ts';
import { sha256 } from '../../store/sha256.ts';
import type { WorldLog } from '../../store/store.ts';
import { decodeSnapshot } from './snapshotRecord.ts';
import type { WorldFactory } from './worldFactory.ts';

/**
 * Recovers a world to the end of its log: from the newest snapshot, by replaying the inputs after it. The entries that result must
 * equal those of the log exactly. If the log ends during the effects of an input, the rest of these effects follows. Memory holds
 * about `held` entries at most meanwhile.
 */
export const recoverWorld = async (log: WorldLog, held: number): Promise<WorldFactory> => {
  const snapshot = await newestSnapshot(log);
  const before = snapshot?.seq ?? 0;
  return (onChange) => {
    const from = snapshot && { snapshot, past: limitLog(log.past, before) };
    const world = new World(log.header.definition, { onChange, header: log.header, sha256 }, from);
    const check = new Check(log, world, before, held);
    finish(playInputs(world, check.entries()));
    check.end();
    return world;
  };
};

/** This many entries are compared at a time. */
const comparedAtOnce = 4_096;

/** Compares the resulting entries with the log during the replay: entries found equal need not stay in memory. */
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

  /** The entries to be replayed. */
  *entries(): Generator<LogEntry<DomainEvent>> {
    for (const entry of this.#log.past.entries(this.#before)) {
      if (this.#world.log.length - this.#compared >= comparedAtOnce) this.#compare();
      yield entry;
    }
  }

  /** The rules may have changed since the log was written: then the world cannot continue from it, and the log can only be replayed. */
  end(): void {
    this.#compare();
    if (this.#compared === this.#log.length) return;
    throw this.#divergence();
  }

  #compare(): void {
    const { past } = this.#log;
    const { log } = this.#world;
    const digest = (entries: Iterable<LogEntry<DomainEvent>>) => {
      const hash = createHash('sha256');
      for (const entry of entries) hash.update(entryText(entry));
      return hash.digest('hex');
    };
    // If the log ends during the effects of an input, the world has continued to the end of these.
    const both = Math.min(log.length, past.length);
    if (digest(upTo(log.entries(this.#compared), both)) !== digest(upTo(past.entries(this.#compared), both))) throw this.#divergence();
    this.#compared = both;
    this.#world.release(past, this.#held);
  }

  #divergence(): StoreDamaged {
    const { worldId, header } = this.#log;
    const rules = header.podsim.ruleset === rulesetDigest() ? 'the same rules' : `the rules of podsim ${header.podsim.engine}`;
    return new StoreDamaged(
      `world '${worldId}' was written by ${rules}, and its inputs now lead to a different log: serve it with the podsim that wrote it, or read it with podsim log show`,
      this.#compared + 1,
    );
  }
}

/** The newest snapshot. Undefined if it was made under other rules or has another form: then the whole log is replayed. */
const newestSnapshot = async (log: WorldLog): Promise<WorldSnapshot | undefined> => {
  const stored = await log.snapshot();
  if (stored === undefined) return undefined;
  try {
    return log.header.podsim.ruleset === rulesetDigest() ? finish(decodeSnapshot(stored.bytes, rulesetDigest())) : undefined;
  } catch {
    // A snapshot only saves time: the log contains everything.
    return undefined;
  }
};
