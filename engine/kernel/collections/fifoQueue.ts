import { pacer, type Steps } from '../steps.ts';
import type { VirtualTime } from '../time.ts';

/**
 * A first-in, first-out queue of names, each at most once, from which any name can be removed. It is a linked list. The first lookup of a
 * name that is not the first builds a Map, which lasts until the queue is empty: most names leave from the front, and never need it. A bare
 * Map would do the same, but finding its first key slows down with every key that was ever removed from the front. A name may expire in
 * virtual time, and is then passed over: 100,000 that expire at one instant are passed over in 2 ms, without asking for each.
 */
export class FifoQueue {
  #places: Map<string, QueuePosition> | undefined;
  #size = 0;
  #first: QueuePosition | undefined;
  #last: QueuePosition | undefined;
  /** The last of the names at the front that are known to be over. */
  #over: QueuePosition | undefined;

  get size(): number {
    return this.#size;
  }

  get first(): string | undefined {
    return this.#first?.name;
  }

  get last(): string | undefined {
    return this.#last?.name;
  }

  /** The first name that has not expired. Time does not run back: an expired name is passed once. */
  firstNotOver(now: VirtualTime): string | undefined {
    let place = this.#over === undefined ? this.#first : this.#over.behind;
    for (; place !== undefined && place.end !== null && place.end <= now; place = place.behind) this.#over = place;
    return place?.name;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** The position in the queue, from 1; 0 for a name that is not in it. Costs one step per name ahead, and no Map. */
  findNumber(name: string): number {
    let number = 1;
    for (let place = this.#first; place !== undefined; place = place.behind, number += 1) if (place.name === name) return number;
    return 0;
  }

  /** The name must not be in it. */
  enqueue(name: string, end: VirtualTime | null = null): void {
    const place: QueuePosition = { name, end, ahead: this.#last, behind: undefined, isGone: false };
    if (this.#last === undefined) this.#first = place;
    else this.#last.behind = place;
    this.#last = place;
    this.#count(place);
  }

  remove(name: string): void {
    const place = this.#find(name);
    if (place === undefined) return;
    place.isGone = true;
    this.#size -= 1;
    if (this.#size === 0) this.#places = undefined;
    else this.#places?.delete(name);
    if (place === this.#over) this.#over = place.ahead;
    if (place.ahead === undefined) this.#first = place.behind;
    else place.ahead.behind = place.behind;
    if (place.behind === undefined) this.#last = place.ahead;
    else place.behind.ahead = place.ahead;
  }

  /** Inserts before the first name for which `isLater` is true; at the end if there is none. The name must not be in it. */
  enqueueBefore(name: string, isLater: (other: string) => boolean, end: VirtualTime | null = null): void {
    let behind = this.#first;
    while (behind !== undefined && !isLater(behind.name)) behind = behind.behind;
    if (behind === undefined) return this.enqueue(name, end);
    // The name may be among the expired ones.
    this.#over = undefined;
    const place: QueuePosition = { name, end, ahead: behind.ahead, behind, isGone: false };
    if (behind.ahead === undefined) this.#first = place;
    else behind.ahead.behind = place;
    behind.ahead = place;
    this.#count(place);
  }

  #count(place: QueuePosition): void {
    this.#size += 1;
    this.#places?.set(place.name, place);
  }

  #find(name: string): QueuePosition | undefined {
    if (this.#first === undefined || this.#first.name === name) return this.#first;
    this.#places ??= this.#mapPlaces();
    return this.#places.get(name);
  }

  /** A plain loop: with a generator and pairs it would take 100 ms for 100,000 names, and all calls would wait for it. */
  #mapPlaces(): Map<string, QueuePosition> {
    const places = new Map<string, QueuePosition>();
    for (let place = this.#first; place !== undefined; place = place.behind) places.set(place.name, place);
    return places;
  }

  /** Enqueues all names in order. */
  fill(names: Iterable<string>): this {
    for (const name of names) this.enqueue(name);
    return this;
  }

  /** Enqueues the content of a dump, in steps. */
  *load({ names, ends }: QueueDump): Steps<void> {
    const pauses = pacer();
    for (const [k, name] of names.entries()) {
      this.enqueue(name, ends[k] ?? null);
      if (pauses()) yield;
    }
  }

  /** All names and their ends, from first to last, in steps. */
  *dump(): Steps<QueueDump> {
    const pauses = pacer();
    const names: string[] = [];
    const ends: (VirtualTime | null)[] = [];
    for (const { name, end } of this.#positions()) {
      names.push(name);
      ends.push(end);
      if (pauses()) yield;
    }
    return { names, ends };
  }

  /** From first to last. Names that are removed meanwhile are skipped. */
  *[Symbol.iterator](): IterableIterator<string> {
    for (const { name } of this.#positions()) yield name;
  }

  *#positions(): IterableIterator<QueuePosition> {
    for (let place = this.#first; place !== undefined; place = place.behind) if (!place.isGone) yield place;
  }
}

export interface QueueDump {
  readonly names: readonly string[];
  readonly ends: readonly (VirtualTime | null)[];
}

interface QueuePosition {
  readonly name: string;
  readonly end: VirtualTime | null;
  ahead: QueuePosition | undefined;
  behind: QueuePosition | undefined;
  isGone: boolean;
}
