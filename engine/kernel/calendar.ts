import { invariant } from './invariant.ts';
import type { VirtualTime } from './time.ts';

/**
 * What will happen, in order. `(due, order)` is a total order: `order` counts up, so two entries are never
 * equal, and of those due at the same time the first scheduled runs first.
 */
export interface CalendarEntry<What> {
  readonly due: VirtualTime;
  readonly order: number;
  readonly what: What;
  /** Where the entry stands in the heap; -1 once it has been taken or cancelled. */
  place: number;
}

/** The event calendar: a binary heap whose entries know their place, so that cancelling is as quick as taking. */
export class Calendar<What> {
  readonly #heap: CalendarEntry<What>[] = [];
  #scheduled = 0;

  get size(): number {
    return this.#heap.length;
  }

  next(): CalendarEntry<What> | undefined {
    return this.#heap[0];
  }

  schedule(due: VirtualTime, what: What): CalendarEntry<What> {
    const entry: CalendarEntry<What> = { due, order: this.#scheduled++, what, place: -1 };
    this.#heap.push(entry);
    this.#rise(entry, this.#heap.length - 1);
    return entry;
  }

  take(): CalendarEntry<What> {
    const entry = this.#heap[0];
    invariant(entry !== undefined, 'nothing is scheduled');
    this.cancel(entry);
    return entry;
  }

  cancel(entry: CalendarEntry<What>): void {
    const { place } = entry;
    invariant(this.#heap[place] === entry, 'only an entry that is scheduled can be cancelled');
    const last = this.#heap.pop();
    entry.place = -1;
    if (last === undefined || last === entry) return;
    if (place > 0 && before(last, this.#heap[(place - 1) >> 1] as CalendarEntry<What>)) this.#rise(last, place);
    else this.#sink(last, place);
  }

  /** Every entry in the order it will run; a copy, for reports. */
  inOrder(): CalendarEntry<What>[] {
    return [...this.#heap].sort((a, b) => a.due - b.due || a.order - b.order);
  }

  #rise(entry: CalendarEntry<What>, from: number): void {
    const heap = this.#heap;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above] as CalendarEntry<What>;
      if (!before(entry, parent)) break;
      heap[place] = parent;
      parent.place = place;
      place = above;
    }
    heap[place] = entry;
    entry.place = place;
  }

  #sink(entry: CalendarEntry<What>, from: number): void {
    const heap = this.#heap;
    const { length } = heap;
    let place = from;
    for (let below = 2 * place + 1; below < length; below = 2 * place + 1) {
      const right = below + 1;
      if (right < length && before(heap[right] as CalendarEntry<What>, heap[below] as CalendarEntry<What>)) below = right;
      const child = heap[below] as CalendarEntry<What>;
      if (!before(child, entry)) break;
      heap[place] = child;
      child.place = place;
      place = below;
    }
    heap[place] = entry;
    entry.place = place;
  }
}

const before = <What>(a: CalendarEntry<What>, b: CalendarEntry<What>): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);
