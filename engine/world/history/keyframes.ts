import { type EventOf, findId, findKind, type Kind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import { type State, type StateChange, stateFor } from '../../cloud/state/state.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import type { LogHeader } from '../../simulator/definition.ts';

/** The fewest entries between two keyframes: folding that many costs less than a reader notices. */
const apartMin = 400;

/** The number of keyframes for as many entries as there are entities. */
const framesPerTurn = 4;

/** A state of the log, after that many entries. */
interface StateFrame {
  readonly seq: number;
  readonly state: State;
}

/**
 * The states of a log at any of its entries, for readers that jump to and fro. A keyframe costs about as much as there are entities.
 * So the more there are, the further apart keyframes are: all of them together cost a few times what the log does, and a jump costs
 * about as much as one keyframe, however long the log is.
 */
export class Keyframes {
  /** Those after the first keyframe. */
  #entries: LogEntry<DomainEvent>[] = [];
  #frames: StateFrame[] = [];
  readonly #newest: State;
  /** Where the last jump led: a jump a little further ahead continues there. */
  #last: StateFrame | undefined;

  constructor({ definition }: LogHeader) {
    this.#newest = stateFor(definition, true);
    this.#frames.push({ seq: 0, state: this.#newest.branch() });
  }

  /** Folds the next entry of the log in. Returns what it changed; undefined for an input, which changes no entity. */
  append(entry: LogEntry<DomainEvent>): StateChange | undefined {
    invariant(entry.seq === this.length + 1, () => `entry ${entry.seq} does not follow entry ${this.length}`);
    this.#entries.push(entry);
    const change = foldIn(this.#newest, entry);
    const newest = this.#frames.at(-1)?.seq ?? 0;
    if (entry.seq - newest >= Math.max(apartMin, this.#newest.size / framesPerTurn))
      this.#frames.push({ seq: entry.seq, state: this.#newest.branch() });
    return change;
  }

  /**
   * The state after that many entries; 0 is before the first. Its entities never change. The state itself is only valid until the next
   * call of `at` or `append`, which may continue with it.
   */
  at(seq: number): State {
    if (seq >= this.length) return this.#newest;
    invariant(seq >= this.first, () => `the state at ${seq} is forgotten: the first is that at ${this.first}`);
    const frame = this.#frameAt(seq);
    const from = this.#last !== undefined && this.#last.seq <= seq && this.#last.seq >= frame.seq ? this.#last : undefined;
    const state = from?.state ?? frame.state.branch();
    for (let k = (from ?? frame).seq - this.first; k < seq - this.first; k++) state.replay(this.#entries[k] as LogEntry<DomainEvent>);
    this.#last = { seq, state };
    return state;
  }

  /** How many entries were folded in. */
  get length(): number {
    return this.first + this.#entries.length;
  }

  /** The first number of entries whose state is known. */
  get first(): number {
    return (this.#frames[0] as StateFrame).seq;
  }

  /** Forgets the states before a keyframe that is at most there, for a log that grows without end. */
  forget(seq: number): void {
    const frame = this.#frameAt(seq);
    this.#entries = this.#entries.slice(frame.seq - this.first);
    this.#frames = this.#frames.filter((one) => one.seq >= frame.seq);
    if (this.#last !== undefined && this.#last.seq < frame.seq) this.#last = undefined;
  }

  /** How many keyframes are kept. */
  get count(): number {
    return this.#frames.length;
  }

  /** The last keyframe at or before an entry. */
  #frameAt(seq: number): StateFrame {
    let [first, beyond] = [0, this.#frames.length];
    while (beyond - first > 1) {
      const middle = Math.floor((first + beyond) / 2);
      if ((this.#frames[middle] as StateFrame).seq <= seq) first = middle;
      else beyond = middle;
    }
    return this.#frames[first] as StateFrame;
  }
}

const foldIn = (state: State, entry: LogEntry<DomainEvent>): StateChange | undefined => {
  const { seq, at, event } = entry;
  const kind = findKind(event);
  if (kind === undefined) {
    state.replay(entry);
    return undefined;
  }
  const slot = state.slot(kind, findId(kind, event));
  const from = state.apply(slot, event as EventOf<Kind>, at);
  return { kind, id: slot.entity.id, event, seq, at, from, entity: slot.entity } as StateChange;
};
