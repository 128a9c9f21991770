import { pacer, type Steps } from './steps.ts';

/**
 * A first-in, first-out line of names in which anyone may leave from the middle. A linked list beside a Map: a bare
 * Map would do the same, but finding its first key slows down with every key that ever left from the front.
 */
export class FifoQueue {
  readonly #places = new Map<string, QueuePosition>();
  #first: QueuePosition | undefined;
  #last: QueuePosition | undefined;

  get size(): number {
    return this.#places.size;
  }

  get first(): string | undefined {
    return this.#first?.name;
  }

  get last(): string | undefined {
    return this.#last?.name;
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** 1 for the first in line; 0 for who is not in it. Costs a step for each that stands before. */
  numberOf(name: string): number {
    let number = 0;
    for (let place = this.#places.get(name); place !== undefined; place = place.ahead) number += 1;
    return number;
  }

  enqueue(name: string): void {
    if (this.#places.has(name)) return;
    const place: QueuePosition = { name, ahead: this.#last, behind: undefined };
    if (this.#last === undefined) this.#first = place;
    else this.#last.behind = place;
    this.#last = place;
    this.#places.set(name, place);
  }

  remove(name: string): void {
    const place = this.#places.get(name);
    if (place === undefined) return;
    this.#places.delete(name);
    if (place.ahead === undefined) this.#first = place.behind;
    else place.ahead.behind = place.behind;
    if (place.behind === undefined) this.#last = place.ahead;
    else place.behind.ahead = place.ahead;
  }

  /** Joins before the first in line of whom `isLater` is true; at the end, where there is none. */
  enqueueBefore(name: string, isLater: (other: string) => boolean): void {
    if (this.#places.has(name)) return;
    let behind = this.#first;
    while (behind !== undefined && !isLater(behind.name)) behind = behind.behind;
    if (behind === undefined) return this.enqueue(name);
    const place: QueuePosition = { name, ahead: behind.ahead, behind };
    if (behind.ahead === undefined) this.#first = place;
    else behind.ahead.behind = place;
    behind.ahead = place;
    this.#places.set(name, place);
  }

  /** Puts them in, one behind the other. */
  fill(names: Iterable<string>): this {
    for (const name of names) this.enqueue(name);
    return this;
  }

  /** The same in steps. */
  *filling(names: Iterable<string>): Steps<void> {
    const pauses = pacer();
    for (const name of names) {
      this.enqueue(name);
      if (pauses()) yield;
    }
  }

  /** All of them, from first to last, in steps. */
  *listing(): Steps<readonly string[]> {
    const pauses = pacer();
    const names: string[] = [];
    for (const name of this) {
      names.push(name);
      if (pauses()) yield;
    }
    return names;
  }

  /** From first to last. Others may leave meanwhile, and then have no turn. */
  *[Symbol.iterator](): IterableIterator<string> {
    for (let place = this.#first; place !== undefined; place = place.behind) if (this.#places.get(place.name) === place) yield place.name;
  }
}

interface QueuePosition {
  readonly name: string;
  ahead: QueuePosition | undefined;
  behind: QueuePosition | undefined;
}
