import { canonicalText } from '../kernel/canonical.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { Choice } from './choice.ts';
import type { Story } from './story.ts';

/** A story that showed something that none had shown before. */
export interface KeptStory {
  readonly story: Story;
  /** When a timer fires in it. */
  readonly moments: readonly VirtualTime[];
  /** The hosts that held something in it: a fault may strike them. */
  readonly hosts: readonly string[];
  /** Conditions that came true in it: `job $job is FAILED`, `worker ep-a-w1 is UNHEALTHY`. A step may wait for one. */
  readonly seen: readonly string[];
  /** How many entries its log has: what it costs to play. */
  readonly entries: number;
}

/** What was seen of a cell. */
interface Seen {
  /** The shortest story that met it. */
  kept: KeptStory;
  length: number;
  /** How many runs met it. */
  times: number;
  /** How often its story was picked. */
  picked: number;
}

/** The shortest story for each cell that was met. */
export class Corpus {
  readonly #byCell = new Map<string, Seen>();

  get cells(): readonly string[] {
    return [...this.#byCell.keys()];
  }

  /** The same for each cell, in the order in which cells were met first. */
  get kept(): readonly KeptStory[] {
    return [...this.#byCell.values()].map(({ kept }) => kept);
  }

  /** Every cell with the shortest story that met it; those that fewest runs met first. */
  get rarestFirst(): readonly (readonly [cell: string, kept: KeptStory])[] {
    return [...this.#byCell].sort(([, a], [, b]) => a.times - b.times).map(([cell, { kept }]) => [cell, kept] as const);
  }

  /** How many runs met a cell. */
  times(cell: string): number {
    return this.#byCell.get(cell)?.times ?? 0;
  }

  /** Returns how many cells are new. */
  offer(cells: Iterable<string>, kept: KeptStory): number {
    let length: number | undefined;
    let fresh = 0;
    for (const cell of cells) {
      length ??= lengthOf(kept.story);
      const known = this.#byCell.get(cell);
      if (known === undefined) {
        fresh += 1;
        this.#byCell.set(cell, { kept, length, times: 1, picked: 0 });
        continue;
      }
      known.times += 1;
      if (length >= known.length) continue;
      known.kept = kept;
      known.length = length;
    }
    return fresh;
  }

  /**
   * Stories to vary, one for each choice. Energy goes to rare cells: the weight of a cell falls with how many runs met it, with how often
   * its story was picked, and with what that story costs to play (as in AFLFast; Böhme and others, 2016).
   */
  pick(choices: readonly Choice[]): readonly KeptStory[] {
    const all = [...this.#byCell.values()];
    const picker = new Weighted(all.map(({ times, picked, kept }) => weightOf(times * (1 + Math.floor(picked / 16)) * costOf(kept))));
    return choices.map((choice) => {
      const seen = all[picker.pick(choice)] as Seen;
      seen.picked += 1;
      return seen.kept;
    });
  }
}

/** One of a list for each choice, the cheap ones more often than those that take long to play. */
export const pickCheap = (list: readonly KeptStory[], choices: readonly Choice[]): readonly KeptStory[] => {
  const picker = new Weighted(list.map((kept) => weightOf(costOf(kept))));
  return choices.map((choice) => list[picker.pick(choice)] as KeptStory);
};

/** Places in a list, each as likely as its weight says. */
class Weighted {
  readonly #upTo: readonly number[];

  constructor(weights: readonly number[]) {
    let sum = 0;
    this.#upTo = weights.map((weight) => (sum += weight));
  }

  pick(choice: Choice): number {
    const drawn = choice.below(this.#upTo.at(-1) ?? 0);
    let [low, high] = [0, this.#upTo.length - 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#upTo[middle] as number) > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const weightOf = (commonness: number): number => Math.max(1, Math.floor(1_048_576 / commonness));

/** Log entries cost time; so does every run, however short. */
const costOf = ({ entries }: KeptStory): number => 1 + Math.floor(entries / 128);

const lengthOf = (story: Story): number => canonicalText(story).length;
