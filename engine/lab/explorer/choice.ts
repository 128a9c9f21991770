import { type Draw, drawsFrom } from '../../kernel/rng.ts';

/** Choices that depend only on a seed and a name: choices for one purpose do not change choices for another. */
export class Choice {
  readonly #draw: Draw;
  readonly #name: string;
  readonly #purpose: string;
  #made = 0;

  constructor(seed: string, name: string, purpose = 'explore') {
    this.#draw = drawsFrom(seed);
    this.#name = name;
    this.#purpose = purpose;
  }

  /** A whole number from 0 to below that. */
  below(count: number): number {
    return Math.floor(this.#draw(this.#purpose, this.#name, this.#made++) * count);
  }

  /** Returns true with a probability of `of` in `among`. */
  happens(of: number, among: number): boolean {
    return this.below(among) < of;
  }

  /** One item of a list. Throws if the list is empty: the caller must not continue without an item. */
  of<Item>(list: readonly Item[]): Item {
    if (list.length === 0) throw new Error('there is nothing to choose from');
    return list[this.below(list.length)] as Item;
  }

  /** One item of a list, with a probability proportional to its weight. */
  pickWeighted<Item>(list: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.below(list.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, item] of list) {
      if (left < weight) return item;
      left -= weight;
    }
    return (list.at(-1) as readonly [number, Item])[1];
  }

  /** Draws this many bytes. */
  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }

  /** A subset of a list, in the same order: each item with that chance, and at least one. */
  some<Item>(list: readonly Item[], of: number, among: number): readonly Item[] {
    const chosen = list.filter(() => this.happens(of, among));
    return chosen.length === 0 && list.length > 0 ? [this.of(list)] : chosen;
  }
}
