import { invariant } from './invariant.ts';
import type { VirtualTime } from './time.ts';

/**
 * An entry of the event calendar. `(due, order)` is a total order: `order` counts up, so no two entries are equal. Of the entries
 * due at the same time, the one scheduled first runs first.
 */
export interface CalendarEntry {
  due: VirtualTime;
  /** Assigned when it is scheduled. */
  order: number;
  /** The index of the entry in the heap; -1 while it is not scheduled, -2 while it is in a run behind another. */
  place: number;
  /** Its run, and its neighbors there. */
  run?: CalendarRun | undefined;
  ahead?: CalendarEntry | undefined;
  behind?: CalendarEntry | undefined;
}

/**
 * Entries that are due in the order in which they were scheduled, as those of a timer with a fixed delay are. Only the first of them is in
 * the heap, which would be deep with thousands of results that are stored for half an hour. An entry that is due before the last of the run
 * is in the heap by itself.
 */
export class CalendarRun {
  last: CalendarEntry | undefined;
}

/** The event calendar: a binary heap whose entries know their index, so cancelling is as fast as taking. */
export class Calendar<Entry extends CalendarEntry> {
  readonly #heap: Entry[] = [];
  #scheduled = 0;
  /** The number of entries in runs, behind others. */
  #behind = 0;

  get size(): number {
    return this.#heap.length + this.#behind;
  }

  next(): Entry | undefined {
    return this.#heap[0];
  }

  /** Entries of one timer share a run. */
  schedule(entry: Entry, run?: CalendarRun): Entry {
    invariant(entry.place === notScheduled, 'an entry is scheduled once at a time');
    entry.order = this.#scheduled++;
    if (run !== undefined && this.#joinRun(entry, run)) return entry;
    this.#heap.push(entry);
    this.#rise(entry, this.#heap.length - 1);
    return entry;
  }

  take(): Entry {
    const entry = this.#heap[0];
    invariant(entry !== undefined, 'nothing is scheduled');
    this.cancel(entry);
    return entry;
  }

  cancel(entry: Entry): void {
    const { place, run } = entry;
    const isBehind = place === inRun;
    const isScheduled = isBehind ? entry.ahead?.behind === entry : this.#heap[place] === entry;
    invariant(isScheduled, 'only an entry that is scheduled can be cancelled');
    const next = readBehind(entry);
    if (isBehind || next !== undefined) this.#behind -= 1;
    // The next of a run is due no sooner, so it takes the place of the first.
    if (!isBehind && next !== undefined) this.#sink(next, place);
    if (!isBehind && next === undefined) this.#drop(entry, place);
    if (run !== undefined) leaveRun(entry, run);
    entry.place = notScheduled;
  }

  /** Whether it is now in the run behind another. */
  #joinRun(entry: Entry, run: CalendarRun): boolean {
    const { last } = run;
    if (last !== undefined && last.due > entry.due) return false;
    entry.run = run;
    run.last = entry;
    if (last === undefined) return false;
    last.behind = entry;
    entry.ahead = last;
    entry.place = inRun;
    this.#behind += 1;
    return true;
  }

  #drop(entry: Entry, place: number): void {
    const last = this.#heap.pop();
    if (last === undefined || last === entry) return;
    if (place > 0 && before(last, this.#heap[(place - 1) >> 1] as Entry)) this.#rise(last, place);
    else this.#sink(last, place);
  }

  /** How many entries were ever scheduled: the order of the next one. */
  get scheduled(): number {
    return this.#scheduled;
  }

  /** Continues the count of another calendar. Every entry of that calendar is restored afterwards. */
  resume(scheduled: number): void {
    invariant(this.#heap.length === 0, 'only an empty calendar can continue another');
    this.#scheduled = scheduled;
  }

  /** Puts back an entry with the order it had in the other calendar. */
  restore(entry: Entry): void {
    this.#heap.push(entry);
    this.#rise(entry, this.#heap.length - 1);
  }

  /** Every entry in the order it will run; a copy, for reports. */
  inOrder(): Entry[] {
    const entries: Entry[] = [];
    for (const first of this.#heap)
      for (let entry: Entry | undefined = first; entry !== undefined; entry = readBehind(entry)) entries.push(entry);
    return entries.sort((a, b) => a.due - b.due || a.order - b.order);
  }

  /**
   * Lists the first entries in order. It visits only them, their children in the heap, and the entries behind them, so a long calendar
   * costs no more than a short one.
   */
  soonest(count: number): Entry[] {
    const found: Entry[] = [];
    const open = this.#heap.slice(0, 1);
    while (found.length < count && open.length > 0) {
      const first = open.reduce((a, b) => (before(b, a) ? b : a));
      found.push(first);
      const below = 2 * first.place + 1;
      const behind = readBehind(first);
      const children = first.place === inRun ? [] : this.#heap.slice(below, below + 2);
      open.splice(open.indexOf(first), 1, ...children, ...(behind === undefined ? [] : [behind]));
    }
    return found;
  }

  #rise(entry: Entry, from: number): void {
    const heap = this.#heap;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above] as Entry;
      if (!before(entry, parent)) break;
      heap[place] = parent;
      parent.place = place;
      place = above;
    }
    heap[place] = entry;
    entry.place = place;
  }

  #sink(entry: Entry, from: number): void {
    const heap = this.#heap;
    const { length } = heap;
    let place = from;
    for (let below = 2 * place + 1; below < length; below = 2 * place + 1) {
      const right = below + 1;
      if (right < length && before(heap[right] as Entry, heap[below] as Entry)) below = right;
      const child = heap[below] as Entry;
      if (!before(child, entry)) break;
      heap[place] = child;
      child.place = place;
      place = below;
    }
    heap[place] = entry;
    entry.place = place;
  }
}

const notScheduled = -1;
const inRun = -2;

const readBehind = <Entry extends CalendarEntry>({ behind }: Entry): Entry | undefined => behind as Entry | undefined;

const leaveRun = (entry: CalendarEntry, run: CalendarRun): void => {
  const { ahead, behind } = entry;
  if (ahead !== undefined) ahead.behind = behind;
  if (behind === undefined) run.last = ahead;
  else behind.ahead = ahead;
  entry.run = undefined;
  entry.ahead = undefined;
  entry.behind = undefined;
};

const before = (a: CalendarEntry, b: CalendarEntry): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
