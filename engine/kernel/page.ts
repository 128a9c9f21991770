import type { Json } from './canonical.ts';

/** How many items an answer holds, and how many characters of them. */
export interface PageSize {
  readonly answerItems: number;
  readonly answerSize: number;
}

/**
 * Items of an answer, until there are so many, or so many characters of them: an input may be of megabytes, and a
 * thousand of them must not become one text. One item is always taken, so that a reader gets on.
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

  /** Takes the item; false where it does not fit, and then no other is taken any more. */
  take(item: Item): boolean {
    if (this.isFull) return false;
    this.#room -= JSON.stringify(item).length;
    this.#isFull = this.#room < 0 && this.items.length > 0;
    if (!this.#isFull) this.items.push(item);
    return !this.#isFull;
  }

  /** As many of the items as fit, and how many do not. */
  fill<T>(items: readonly T[], view: (item: T) => Item): number {
    for (const [k, item] of items.entries()) if (!this.take(view(item))) return items.length - k;
    return 0;
  }

  get isFull(): boolean {
    return this.#isFull || this.items.length >= this.#most;
  }
}
