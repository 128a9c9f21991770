import { canonicalText } from '../kernel/canonical.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { Story } from './story.ts';

/** A story that showed something that none had shown before, and when something happens in it. */
export interface KeptStory {
  readonly story: Story;
  readonly moments: readonly VirtualTime[];
}

/** The shortest story for each cell that was met. One is picked by its cell: rare cells count as much as common ones. */
export class Corpus {
  readonly #byCell = new Map<string, KeptStory & { readonly length: number }>();

  get cells(): readonly string[] {
    return [...this.#byCell.keys()];
  }

  /** The same for each cell, in the order in which cells were met first. */
  get kept(): readonly KeptStory[] {
    return [...this.#byCell.values()];
  }

  /** Returns how many cells are new. */
  offer(cells: Iterable<string>, { story, moments }: KeptStory): number {
    const length = lengthOf(story);
    let fresh = 0;
    for (const cell of cells) {
      const known = this.#byCell.get(cell);
      if (known === undefined) fresh += 1;
      if (length < (known?.length ?? Number.POSITIVE_INFINITY)) this.#byCell.set(cell, { story, moments, length });
    }
    return fresh;
  }
}

const lengthOf = (story: Story): number => canonicalText(story).length;
