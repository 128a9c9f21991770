import type { VirtualTime } from '../../../kernel/time.ts';
import type { Choice } from '../choice.ts';
import type { Story } from '../story.ts';
import { SpreadPicker } from './spreadPicker.ts';

/** A host as a world writes it, without its capacity. */
type StoryHost = { readonly id: string; readonly dataCenter: string; readonly cloud: string; readonly gpu?: string };

/** A host that a story used, with GPUs or vCPUs that it had there. */
export interface UsedHost {
  readonly host: StoryHost;
  /** The most that one pod or worker had: just enough room. */
  readonly most: number;
  /** The resources of all pods together, and the most that one worker had. */
  readonly pods: number;
  readonly worker: number;
}

/** The hosts, data centers, GPU types and workers that a story used first. */
export type Places = { readonly [Part in 'host' | 'dataCenter' | 'gpu' | 'worker']?: readonly string[] };

/** A span of time in which an entity had a status. */
export interface StatusSpan {
  /** `job $job is FAILED`, `worker ep-a-w1 is UNHEALTHY`: a step may wait for it. */
  readonly words: string;
  readonly from: VirtualTime;
  /** Absent if it had the status at the end of the story. */
  readonly to?: VirtualTime;
  /** The host that it was on, if any. */
  readonly host?: string;
}

/** A seed input of the corpus: a story that met a new cell, with the facts of its run that help to mutate it. */
export interface KeptStory {
  readonly story: Story;
  /** The times at which its timers fire. */
  readonly moments: readonly VirtualTime[];
  /** The possible targets of a fault: everything that its run used, by the part of a fault's match that names it. */
  readonly places: Places;
  /** The hosts that it used. A mutated world may have only these, with little room. */
  readonly hosts: readonly UsedHost[];
  /** Which entity had which status, and when. Steps and faults are placed there. */
  readonly seen: readonly StatusSpan[];
  /** When it met the cell that it was picked for. Most mutations are made near that time. */
  readonly focus?: VirtualTime;
  /** The number of entries of its log, which is its cost to play. */
  readonly entries: number;
  /** The folder of the file that it was made from, if there are several: runs are spread over them. */
  readonly folder?: string | undefined;
}

/** The statistics of a cell. */
interface CellStatistics {
  /** The shortest story that met it. */
  kept: KeptStory;
  /** When it met it. */
  at: VirtualTime | undefined;
  length: number;
  /** How many runs met it. */
  times: number;
  /** How often its story was picked. */
  picked: number;
  /** The value of a new cell of its family, as a factor of its energy. */
  readonly worth: number;
  /** The common beginning of cells that differ only in their last part. */
  readonly begin: string;
}

/** The corpus: for each cell of the coverage, the shortest story that met it. */
export class Corpus {
  readonly #byCell = new Map<string, CellStatistics>();

  get cells(): readonly string[] {
    return [...this.#byCell.keys()];
  }

  /** The same for each cell, in the order in which cells were met first. */
  get kept(): readonly KeptStory[] {
    return [...this.#byCell.values()].map(({ kept }) => kept);
  }

  /** Every cell with the shortest story that met it; cells that the fewest runs met come first. */
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
      length ??= measureLength(kept.story);
      const known = this.#byCell.get(cell);
      if (known === undefined) {
        fresh += 1;
        this.#byCell.set(cell, { kept, at: times[k], length, times: 1, picked: 0, worth: rateCell(cell), begin: trimBucket(cell) });
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
   * Picks seed inputs, one for each choice, by their energy (power schedule as in AFLFast; Böhme and others, 2016). The energy of a cell
   * falls with the number of runs that met it, with the number of times its story was picked, and with the cost of playing it. It grows
   * with the worth of the cell. Half of the choices pick among all cells, the others in one folder: in a large one there is always
   * something rare. `wanted`: the beginnings of cells that were never met. Cells that begin in the same way have more energy.
   */
  pick(choices: readonly Choice[], wanted: ReadonlySet<string> = new Set()): readonly KeptStory[] {
    const all = new SpreadPicker(
      [...this.#byCell.values()],
      ({ kept }) => kept.folder,
      ({ times, picked, kept, worth, begin }) =>
        computeWeight((times * (1 + Math.floor(picked / 16)) * computeCost(kept)) / (wanted.has(begin) ? worth * wantedWorth : worth)),
    );
    return choices.map((choice) => {
      const seen = choice.happens(1, 2) ? all.pick(choice) : all.pickSpread(choice);
      seen.picked += 1;
      return seen.at === undefined ? seen.kept : { ...seen.kept, focus: seen.at };
    });
  }
}

/** Picks one story for each choice. Each folder is as likely as any other; in a folder, stories that are cheap to play are picked more often. */
export const pickCheap = (list: readonly KeptStory[], choices: readonly Choice[]): readonly KeptStory[] => {
  const picker = new SpreadPicker(
    list,
    ({ folder }) => folder,
    (kept) => computeWeight(computeCost(kept)),
  );
  return choices.map((choice) => picker.pickSpread(choice));
};

/** The common beginning of cells of one family that differ only in their last part. */
export const trimBucket = (cell: string): string => cell.slice(0, cell.lastIndexOf(' · ') + 3);

/** The factor for the worth of a story that comes near a cell that no run has met. */
const wantedWorth = 4;

/** Refusals are worth least, because they change nothing. Cells of several entities are worth most, because rules meet there. */
const rateCell = (cell: string): number => worths[cell.slice(0, cell.indexOf(':'))] ?? 2;

const worths: Readonly<Record<string, number>> = { refusal: 1, 'refused-in': 1, around: 6, during: 6, with: 6, beside: 6, together: 6 };

const computeWeight = (commonness: number): number => Math.max(1, Math.floor(1_048_576 / commonness));

/** The cost of a play: a fixed part for each run, and a part for its log entries. */
const computeCost = ({ entries }: KeptStory): number => 1 + Math.floor(entries / 16);

const measureLength = (story: Story): number => JSON.stringify(story).length;
