import { canonicalText } from '../../../kernel/canonical.ts';
import { placeOfDraw } from '../../../kernel/math/weighted.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { Story } from '../story.ts';

/** A host as a world writes it, without how much it has. */
export type WrittenHost = { readonly id: string; readonly dataCenter: string; readonly cloud: string; readonly gpu?: string };

/** A host that a story used, and the most GPUs, or vCPUs, that a single thing had there: so much is just enough. */
export interface UsedHost {
  readonly host: WrittenHost;
  readonly most: number;
}

/** Hosts, data centers, GPU types and workers of a story, those that were used first. */
export type Places = { readonly [Part in 'host' | 'dataCenter' | 'gpu' | 'worker']?: readonly string[] };

/** From when to when something had a status. */
export interface StatusSpan {
  /** `job $job is FAILED`, `worker ep-a-w1 is UNHEALTHY`: a step may wait for it. */
  readonly words: string;
  readonly from: VirtualTime;
  /** Absent if it had the status at the end of the story. */
  readonly to?: VirtualTime;
  /** Where it was, if it was on a host. */
  readonly host?: string;
}

/** A story that showed something that none had shown before. */
export interface KeptStory {
  readonly story: Story;
  /** When a timer fires in it. */
  readonly moments: readonly VirtualTime[];
  /** What held something in it, and what was held, by the part of a fault's match that names it: a fault may strike there. */
  readonly places: Places;
  /** The hosts themselves: a world may have them alone, and little on them. */
  readonly hosts: readonly UsedHost[];
  /** What had which status in it, and when: a step, or a fault, may meet it there. */
  readonly seen: readonly StatusSpan[];
  /** When it showed what it was picked for: that is where it is varied most. */
  readonly focus?: VirtualTime;
  /** How many entries its log has: what it costs to play. */
  readonly entries: number;
}

/** What was seen of a cell. */
interface Seen {
  /** The shortest story that met it. */
  kept: KeptStory;
  /** When it met it. */
  at: VirtualTime | undefined;
  length: number;
  /** How many runs met it. */
  times: number;
  /** How often its story was picked. */
  picked: number;
  /** How much is to be won by varying it, beside others. */
  readonly worth: number;
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

  /** Returns how many cells are new. `times`: when each of them was met. */
  offer(cells: readonly string[], kept: KeptStory, times: readonly VirtualTime[] = []): number {
    let length: number | undefined;
    let fresh = 0;
    for (const [k, cell] of cells.entries()) {
      length ??= lengthOf(kept.story);
      const known = this.#byCell.get(cell);
      if (known === undefined) {
        fresh += 1;
        this.#byCell.set(cell, { kept, at: times[k], length, times: 1, picked: 0, worth: worthOf(cell) });
        continue;
      }
      known.times += 1;
      if (length >= known.length) continue;
      known.kept = kept;
      known.at = times[k];
      known.length = length;
    }
    return fresh;
  }

  /**
   * Stories to vary, one for each choice. Energy goes to rare cells: the weight of a cell falls with how many runs met it, with how often
   * its story was picked, and with what that story costs to play; it grows with what the cell is worth (as in AFLFast; Böhme and others, 2016).
   */
  pick(choices: readonly Choice[]): readonly KeptStory[] {
    const all = [...this.#byCell.values()];
    const picker = new Weighted(
      all.map(({ times, picked, kept, worth }) => weightOf((times * (1 + Math.floor(picked / 16)) * costOf(kept)) / worth)),
    );
    return choices.map((choice) => {
      const seen = all[picker.pick(choice)] as Seen;
      seen.picked += 1;
      return seen.at === undefined ? seen.kept : { ...seen.kept, focus: seen.at };
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
    return placeOfDraw(this.#upTo, choice.below(this.#upTo.at(-1) ?? 0));
  }
}

/** What was refused has changed nothing. Where several things stood side by side is where rules meet. */
const worthOf = (cell: string): number => worths[cell.slice(0, cell.indexOf(':'))] ?? 2;

const worths: Readonly<Record<string, number>> = { refusal: 1, 'refused-in': 1, around: 6, during: 6, with: 6, beside: 6, together: 6 };

const weightOf = (commonness: number): number => Math.max(1, Math.floor(1_048_576 / commonness));

/** Log entries cost time; so does every run, however short. */
const costOf = ({ entries }: KeptStory): number => 1 + Math.floor(entries / 16);

const lengthOf = (story: Story): number => canonicalText(story).length;
