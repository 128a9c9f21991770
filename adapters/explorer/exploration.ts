import {
  type BrokenProperty,
  Corpus,
  type Explored,
  isSameFailure,
  type KeptStory,
  type PropertySummary,
  summarize,
} from '../../engine/explorer/index.ts';
import type { ExploreTask } from './exploreRuns.ts';

/** So many runs are one task of a thread, and so many tasks a batch: however many threads there are, so that they find the same. */
const runsInTask = 20;
const tasksInBatch = 10;

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

  constructor(files: readonly KeptStory[], seed: string) {
    this.#files = files;
    this.#seed = seed;
  }

  get cells(): readonly string[] {
    return this.#corpus.cells;
  }

  /** What the runs say of each declared property, in the order in which runs declared them. */
  get properties(): readonly PropertySummary[] {
    return [...this.#properties.values()];
  }

  /** The tasks of the next batch, up to so many runs in all. */
  next(runsMax: number): readonly ExploreTask[] {
    // Files are as many as what they led to, so that neither is forgotten.
    const { kept } = this.#corpus;
    const times = Math.max(1, Math.floor(kept.length / Math.max(1, this.#files.length)));
    const origins = [...Array.from({ length: times }, () => this.#files).flat(), ...kept];
    return Array.from({ length: tasksInBatch }, (_, k) => {
      const from = Math.min(this.runs + k * runsInTask, runsMax);
      return { origins, seed: this.#seed, from, to: Math.min(from + runsInTask, runsMax) };
    }).filter(({ from, to }) => to > from);
  }

  /** Takes in the runs of a batch, in the order of their numbers. */
  take(batch: readonly Explored[]): void {
    for (const { run, kind, cells, kept, failures, properties } of batch) {
      this.runs += 1;
      this.counts[kind] += 1;
      for (const one of properties) this.#properties.set(one.name, summarize(this.#properties.get(one.name), one, run));
      if (cells.length > 0) this.#corpus.offer(cells, kept);
      for (const failure of failures) {
        const known = this.found.find((one) => isSameFailure(one.failure, failure));
        if (known === undefined) this.found.push({ failure, story: kept.story, run, times: 1 });
        else known.times += 1;
      }
    }
    this.cellsMet.push(this.#corpus.cells.length);
  }
}
