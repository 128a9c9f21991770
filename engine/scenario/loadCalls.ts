/** The calls of a scenario's loads. Not every refusal is in the log, so they are counted as the clients got them. */
export interface LoadCalls {
  readonly made: number;
  readonly refused: readonly RefusedCalls[];
}

/** How many calls were refused by one rule, with one status. */
export interface RefusedCalls {
  readonly rule: string;
  readonly status: number;
  readonly count: number;
}

export class Refusals {
  readonly #counts = new Map<string, RefusedCalls>();

  get list(): readonly RefusedCalls[] {
    return [...this.#counts.values()];
  }

  count(rule: string, status: number): void {
    const key = `${status} ${rule}`;
    this.#counts.set(key, { rule, status, count: (this.#counts.get(key)?.count ?? 0) + 1 });
  }
}
