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
  /** The index of the entry in the heap; -1 while it is not scheduled. */
  place: number;
}

/** The event calendar: a binary heap whose entries know their index, so cancelling is as fast as taking. */
export class Calendar<Entry extends CalendarEntry> {
  readonly #heap: Entry[] = [];
  #scheduled = 0;

  get size(): number {
    return this.#heap.length;
  }

  next(): Entry | undefined {
    return this.#heap[0];
  }

  schedule(entry: Entry): Entry {
    invariant(entry.place === -1, 'an entry is scheduled once at a time');
    entry.order = this.#scheduled++;
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
    const { place } = entry;
    invariant(this.#heap[place] === entry, 'only an entry that is scheduled can be cancelled');
    const last = this.#heap.pop();
    entry.place = -1;
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
    return [...this.#heap].sort((a, b) => a.due - b.due || a.order - b.order);
  }

  /**
   * The first entries in order. This looks only at them and at their children in the heap, so a long calendar costs no more than a
   * short one.
   */
  soonest(count: number): Entry[] {
    const found: Entry[] = [];
    const open = this.#heap.slice(0, 1);
    while (found.length < count && open.length > 0) {
      const first = open.reduce((a, b) => (before(b, a) ? b : a));
      found.push(first);
      const below = 2 * first.place + 1;
      open.splice(open.indexOf(first), 1, ...this.#heap.slice(below, below + 2));
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

const before = (a: CalendarEntry, b: CalendarEntry): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
