import { placeOfDraw } from '../../../kernel/math/weighted.ts';
import type { Choice } from '../choice.ts';

/** Draws items by weight: among all of them, or in one folder, which is drawn first. */
export class SpreadPicker<Item> {
  readonly #all: readonly Item[];
  readonly #weights: Weighted;
  readonly #folders: readonly { readonly items: readonly Item[]; readonly weights: Weighted }[];

  constructor(all: readonly Item[], folderOf: (item: Item) => string | undefined, weightFor: (item: Item) => number) {
    const byFolder = new Map<string | undefined, Item[]>();
    for (const item of all) {
      const there = byFolder.get(folderOf(item)) ?? [];
      byFolder.set(folderOf(item), there);
      there.push(item);
    }
    this.#all = all;
    this.#weights = new Weighted(all.map(weightFor));
    this.#folders = [...byFolder.values()].map((items) => ({ items, weights: new Weighted(items.map(weightFor)) }));
  }

  pick(choice: Choice): Item {
    return this.#all[this.#weights.pick(choice)] as Item;
  }

  pickSpread(choice: Choice): Item {
    const { items, weights } = choice.of(this.#folders);
    return items[weights.pick(choice)] as Item;
  }
}

/** Draws places in a list by weight. */
class Weighted {
  readonly #upTo: readonly number[];

  constructor(weights: readonly number[]) {
    let sum = 0;
    this.#upTo = weights.map((weight) => (sum += weight));
  }

  pick(choice: Choice): number {
    return placeOfDraw(this.#upTo, choice.below(this.#upTo.at(-1) ?? 0));
  }
}
