import {
  type BrokenProperty,
  Choice,
  Corpus,
  type Explored,
  isSameFailure,
  type KeptStory,
  type Picked,
  type PropertySummary,
  pickCheap,
  refusingOperations,
  shareProperties,
  summarize,
  trimBucket,
  unmetCells,
} from '../../engine/lab/explorer/index.ts';
import type { ExploreTask } from './exploreRuns.ts';

/**
 * So many runs are one task of a thread, and so many tasks a batch: however many threads there are, so that they find the same. At the
 * end of a batch, threads wait for the last task: it is short.
 */
const runsInTask = 5;
const tasksInBatch = 40;
export const runsInBatch = runsInTask * tasksInBatch;

/** One run of so many aims at a refusal that no run has shown. */
const aimsOnceIn = 8;

/** A failure as it was found first. */
export interface FoundFailure {
  readonly failure: BrokenProperty;
  readonly story: Explored['kept']['story'];
  readonly run: number;
  /** In how many runs. */
  times: number;
}

/**
 * What was explored so far. Runs are made in batches: those of a batch start from the files, and from stories of earlier batches that
 * showed something new. What they show is taken in by their numbers, whichever thread was quick.
 */
export class Exploration {
  readonly found: FoundFailure[] = [];
  readonly counts: Record<Explored['kind'], number> = { held: 0, failed: 0, invalid: 0, cut: 0 };
  /** After each batch: how many cells had been met by then. */
  readonly cellsMet: number[] = [];
  runs = 0;
  readonly #properties = new Map<string, PropertySummary>();
  readonly #files: readonly KeptStory[];
  readonly #seed: string;
  readonly #corpus = new Corpus();

  readonly #isByChance: boolean;

  /** `isByChance`: nothing is learned from what runs show. All of them vary the files. */
  constructor(files: readonly KeptStory[], seed: string, { isByChance = false }: { readonly isByChance?: boolean } = {}) {
    this.#files = shareProperties(files);
    this.#seed = seed;
    this.#isByChance = isByChance;
  }

  get cells(): readonly string[] {
    return this.#corpus.cells;
  }

  /** What the runs say of each declared property, in the order in which runs declared them. */
  get properties(): readonly PropertySummary[] {
    return [...this.#properties.values()];
  }

  /** What it has shown, and by which stories; the rarest first. */
  get rarestFirst(): readonly (readonly [cell: string, kept: KeptStory])[] {
    return this.#corpus.rarestFirst;
  }

  /** How many runs met a cell. */
  times(cell: string): number {
    return this.#corpus.times(cell);
  }

  /** The tasks of the next batch, up to so many runs in all. */
  next(runsMax: number): readonly ExploreTask[] {
    const count = Math.min(tasksInBatch * runsInTask, runsMax - this.runs);
    const choices = Array.from({ length: Math.max(0, count) }, (_, k) => new Choice(this.#seed, `pick ${this.runs + k}`));
    const unmet = this.#isByChance ? [] : unmetCells(this.cells);
    const wanted = new Set(unmet.map(trimBucket));
    const [origins, others] = [this.#pick(choices, wanted), this.#pick(choices, wanted)];
    const targets = refusingOperations(unmet);
    const picks = origins.map((origin, k): Picked => {
      const choice = choices[k] as Choice;
      const aims = targets.length > 0 && choice.happens(1, aimsOnceIn);
      return { origin, other: others[k] as KeptStory, target: aims ? choice.of(targets) : undefined };
    });
    return Array.from({ length: Math.ceil(picks.length / runsInTask) }, (_, k) => {
      const some = picks.slice(k * runsInTask, (k + 1) * runsInTask);
      const from = this.runs + k * runsInTask;
      return { picks: some, seed: this.#seed, from, to: from + some.length };
    });
  }

  /** Most runs vary what was kept, but the files are not forgotten. */
  #pick(choices: readonly Choice[], wanted: ReadonlySet<string>): readonly KeptStory[] {
    const files = pickCheap(this.#files, choices);
    if (this.#isByChance || this.#corpus.cells.length === 0) return files;
    const kept = this.#corpus.pick(choices, wanted);
    return choices.map((choice, k) => (choice.happens(1, 4) ? undefined : kept[k]) ?? (files[k] as KeptStory));
  }

  /** Takes in the runs of a batch, in the order of their numbers. */
  take(batch: readonly Explored[]): void {
    for (const { run, kind, cells, times, kept, failures, properties } of batch) {
      this.runs += 1;
      this.counts[kind] += 1;
      for (const one of properties) this.#properties.set(one.name, summarize(this.#properties.get(one.name), one, run));
      if (cells.length > 0) this.#corpus.offer(cells, kept, times);
      for (const failure of failures) {
        const known = this.found.find((one) => isSameFailure(one.failure, failure));
        if (known === undefined) this.found.push({ failure, story: kept.story, run, times: 1 });
        else known.times += 1;
      }
    }
    this.cellsMet.push(this.#corpus.cells.length);
  }
}
