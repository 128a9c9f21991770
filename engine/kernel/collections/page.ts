import type { Json } from '../canonical.ts';

/** The most items in an answer, and the most characters of them. */
export interface PageSize {
  readonly answerItems: number;
  readonly answerSize: number;
}

/**
 * The items of one answer, up to a number of items and a number of characters. An input may have megabytes, and a thousand of them
 * must not become one text. At least one item is always taken, so that a reader makes progress.
 */
export class Page<Item extends Json = Json> {
  readonly items: Item[] = [];
  readonly #most: number;
  #room: number;
  #isFull = false;

  constructor({ answerItems, answerSize }: PageSize, most = answerItems) {
    this.#most = most;
    this.#room = answerSize;
  }

  /** Takes the item; false if it does not fit. After that, no other item is taken. */
  take(item: Item): boolean {
    if (this.isFull) return false;
    this.#room -= JSON.stringify(item).length;
    this.#isFull = this.#room < 0 && this.items.length > 0;
    if (!this.#isFull) this.items.push(item);
    return !this.#isFull;
  }

  /** Takes as many of the items as fit. Returns how many do not. */
  fill<T>(items: readonly T[], view: (item: T) => Item): number {
    for (const [k, item] of items.entries()) if (!this.take(view(item))) return items.length - k;
    return 0;
  }

  get isFull(): boolean {
    return this.#isFull || this.items.length >= this.#most;
  }
}
