import type { DomainEvent } from '../../cloud/input.ts';
import { type State, stateFor } from '../../cloud/state/state.ts';
import { upTo } from '../../kernel/log.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { LogView } from '../../scenario/step/assertion.ts';
import { type Condition, holds } from '../../scenario/step/condition.ts';
import type { World } from '../../world/world.ts';

/** A moment of a log: the entry before it, and its virtual time. */
export interface LogMoment {
  readonly seq: number;
  readonly at: VirtualTime;
}

/** A way through the log of a world, forward only: at each moment it knows the state as it was. */
export class LogWalk {
  readonly state: State;
  readonly #world: World;
  readonly #end: LogMoment;
  #seq = 0;
  #at = worldStart;

  /** `end`: how far it may go; to the end of the log unless given. */
  constructor(world: World, end?: LogMoment) {
    const { definition } = world.header;
    this.#world = world;
    this.#end = end ?? { seq: world.log.length, at: world.now };
    this.state = stateFor(definition);
  }

  get moment(): LogMoment {
    return { seq: this.#seq, at: this.#at };
  }

  /** The log up to here, as assertions look at it. It is to be used before the next move. */
  get view(): LogView {
    const { log } = this.#world;
    const seq = this.#seq;
    const entries = (after?: number) => upTo(log.entries(after), seq) as IterableIterator<LogEntry<DomainEvent>>;
    return { log: { entries, entry: (one) => (one > seq ? undefined : log.entry(one)) }, now: this.#at, state: this.state };
  }

  /** Goes to the first input: the world is as it was defined. */
  toFirstInput(): void {
    while (this.#next !== undefined && !isInput(this.#next)) this.#step(this.#next);
  }

  /** Goes to the last entry at or before a time; false if the log ends before the time, or the walk is past it. */
  toTime(at: VirtualTime): boolean {
    if (at > this.#end.at || at < this.#at) return false;
    while (this.#next !== undefined && this.#next.at <= at) this.#step(this.#next);
    this.#at = at;
    return true;
  }

  /** Goes to a moment that is not before this one. */
  to({ seq, at }: LogMoment): void {
    while (this.#next !== undefined && this.#next.seq <= seq) this.#step(this.#next);
    this.#at = at;
  }

  /** Goes to the first moment, from here on, at which a condition holds; false if there is none. */
  toCondition(condition: Condition): boolean {
    while (!holds(condition, this)) {
      if (this.#next === undefined) return false;
      this.#step(this.#next);
    }
    return true;
  }

  /** Goes to the last entry of the next instant that has any; false at the end. */
  endInstant(): boolean {
    const at = this.#next?.at;
    while (this.#next !== undefined && this.#next.at === at) this.#step(this.#next);
    return at !== undefined;
  }

  get #next(): LogEntry<DomainEvent> | undefined {
    return this.#seq < this.#end.seq ? this.#world.log.entry(this.#seq + 1) : undefined;
  }

  #step(entry: LogEntry<DomainEvent>): void {
    this.state.replay(entry);
    this.#seq = entry.seq;
    this.#at = entry.at;
  }
}

const isInput = ({ event: { type } }: LogEntry<DomainEvent>): boolean => type === 'InputReceived' || type === 'ClockAdvanced';
