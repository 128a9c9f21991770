import { type Either, isLeft, right } from 'fp-ts/lib/Either.js';
import { findKind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { isSame } from '../../kernel/canonical.ts';
import { limitLog } from '../../kernel/log.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { finish } from '../../kernel/steps.ts';
import { definitionOfLog } from '../../world/arguments.ts';
import { playInputs, rerun } from '../../world/history/rerun.ts';
import { forkAt } from '../../world/history/rewind.ts';
import type { WorldOptions } from '../../world/options.ts';
import type { WorldSnapshot } from '../../world/snapshot.ts';
import { World } from '../../world/world.ts';

/** Copies the options that another world needs to be like this one. */
export const copyOptions = ({ handlers, sha256 }: World): WorldOptions => ({ handlers, sha256 });

/**
 * The inputs of a log before which a snapshot can be taken, by their entries. Calls that are only counted are logged together with the next
 * call that leaves an entry, so nothing happens between the two.
 */
export const snapshotPlaces = ({ log }: World): readonly number[] => {
  const inputs = [...log.entries()].filter(isInput);
  return inputs.flatMap(({ seq }, k) => (inputs[k - 1]?.event.type === 'CallsCounted' ? [] : [seq]));
};

/**
 * The world again: its inputs before an entry, a snapshot there, and from the snapshot on the other inputs. `taken` takes the
 * snapshot; one that is stored and read back must do as well.
 */
export const continueFromSnapshot = (
  world: World,
  seq: number,
  taken: (before: World) => WorldSnapshot = (before) => before.snapshot({ apart: true }),
): World => {
  const entries = [...world.log.entries()];
  const inputs = entries.filter((entry) => isInput(entry) && entry.seq < seq);
  const snapshot = taken(rerun(world.header, inputs, copyOptions(world)));
  const past = limitLog(world.log, snapshot.seq);
  const after = new World(definitionOfLog(world.header.definition), copyOptions(world), { snapshot, past });
  finish(playInputs(after, entries.slice(snapshot.seq)));
  return after;
};

/** The log of a fork after that entry that has received the other inputs of the world. Left says why there is no such fork. */
export const logFromFork = (world: World, seq: number): Either<string, readonly LogEntry<DomainEvent>[]> => {
  const forked = finish(forkAt(world, { seq }));
  if (isLeft(forked)) return forked;
  const fork = forked.right;
  const { length } = fork.log;
  // A fork from inside a long advance of the clock logs that the clock moved there. The world has no such entry.
  const stop = fork.log.entry(length);
  const isStop = stop !== undefined && !isSame(stop, world.log.entry(length));
  finish(playInputs(fork, world.log.entries(isStop ? length - 1 : length)));
  const entries = [...fork.log.entries()];
  return right(isStop ? withoutStop(entries, stop) : entries);
};

const isInput = ({ event }: LogEntry<DomainEvent>): boolean => findKind(event) === undefined && event.type !== 'InputRefused';

/** A log as it is without a stop of the clock: its other entries with the numbers that they have then, and the advance in one piece. */
const withoutStop = (entries: readonly LogEntry<DomainEvent>[], stop: LogEntry<DomainEvent>): readonly LogEntry<DomainEvent>[] => {
  const renumber = (seq: number): number => (seq > stop.seq ? seq - 1 : seq);
  const next = entries.find((entry) => entry.seq > stop.seq && isInput(entry));
  return entries.flatMap((entry) => {
    if (entry.seq === stop.seq) return [];
    const event = entry === next ? joinAdvances(stop.event, entry.event) : entry.event;
    return [{ seq: renumber(entry.seq), at: entry.at, cause: renumber(entry.cause), event }];
  });
};

/** Two advances of the clock, the second right after the first, as one. */
const joinAdvances = (first: DomainEvent, second: DomainEvent): DomainEvent =>
  first.type === 'ClockAdvanced' && second.type === 'ClockAdvanced'
    ? { type: 'ClockAdvanced', from: first.from, ran: first.ran + second.ran }
    : second;
