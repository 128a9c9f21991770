import type { ActPath, FoundStates, Stretch, WayFailure } from './expand.ts';

/** The way to a broken property. */
export interface CounterWay extends WayFailure {
  readonly way: ActPath;
}

/**
 * Looks at every state of a small world, breadth first: all that one act leads to, then all that two lead to. It takes what came of each
 * way, in order, and says which ways are to be taken next. So it comes to the same with any number of threads.
 */
export class ExhaustiveSearch {
  readonly #within: number;
  readonly #statesMax: number;
  readonly #met = new Set<string>();
  readonly #seen = new Set<number>();
  #next: Stretch[] = [];
  #isWhole = false;
  /** How many acts all ways had that were taken to their end. */
  depth = -1;
  failure: CounterWay | undefined;

  constructor(within: number, statesMax: number) {
    this.#within = within;
    this.#statesMax = statesMax;
  }

  get states(): number {
    return this.#met.size;
  }

  /** The numbers of the properties that look for something, and were seen. */
  get seen(): ReadonlySet<number> {
    return this.#seen;
  }

  get isFull(): boolean {
    return this.#met.size > this.#statesMax;
  }

  /** Whether every state within so many acts was looked at, and nothing broke. */
  get isWhole(): boolean {
    return this.#isWhole && this.failure === undefined;
  }

  /** Whether nothing is left to look at. */
  get isOver(): boolean {
    return this.failure !== undefined || this.isFull || this.#isWhole;
  }

  /** What came of ways, in their order. False once it is over. */
  take(found: readonly FoundStates[]): boolean {
    for (const { way, from, states, failure, seen } of found) {
      for (const number of seen) this.#seen.add(number);
      const known = states.findIndex((state) => this.#met.has(state));
      const moments = known < 0 ? states.length : known;
      for (const state of states.slice(0, moments)) this.#met.add(state);
      if (moments > 0) this.#next.push({ way, from, moments });
      if (failure !== undefined && known < 0) this.failure = { way, ...failure };
      if (this.failure !== undefined || this.isFull) return false;
    }
    return true;
  }

  /** All ways of one number of acts were taken. Returns those to be taken one act further. */
  deepen(): readonly Stretch[] {
    this.depth += 1;
    const next = this.#next;
    this.#next = [];
    this.#isWhole = this.depth >= this.#within || next.length === 0;
    return this.#isWhole ? [] : next;
  }
}
