import { type Draw, drawsFrom } from '../kernel/rng.ts';

/** Choices that follow from a seed and a name alone: the choices for one purpose do not change those for another. */
export class Choice {
  readonly #draw: Draw;
  readonly #name: string;
  #made = 0;

  constructor(seed: string, name: string) {
    this.#draw = drawsFrom(seed);
    this.#name = name;
  }

  /** A whole number from 0 to below that. */
  below(count: number): number {
    return Math.floor(this.#draw('explore', this.#name, this.#made++) * count);
  }

  /** Whether it happens, so often among so many. */
  happens(of: number, among: number): boolean {
    return this.below(among) < of;
  }

  /** One of a list that is not empty. */
  of<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item;
  }

  /** One of a list, each as often as its weight says. */
  weighted<Item>(list: readonly (readonly [weight: number, item: Item])[]): Item {
    let left = this.below(list.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, item] of list) {
      if (left < weight) return item;
      left -= weight;
    }
    return (list.at(-1) as readonly [number, Item])[1];
  }

  /** Some of a list, each with that chance, in the same order; never none of them. */
  some<Item>(list: readonly Item[], of: number, among: number): readonly Item[] {
    const chosen = list.filter(() => this.happens(of, among));
    return chosen.length === 0 && list.length > 0 ? [this.of(list)] : chosen;
  }
}
