/** The calls of a scenario's loads. Not every refusal is in the log, so they are counted as the clients got them. */
export interface LoadCalls {
  readonly made: number;
  readonly refused: readonly RefusedCalls[];
  /** Undefined without a load whose clients retry or give up. */
  readonly clients: Readonly<ClientCounts> | undefined;
}

/** How many calls were refused by one rule, with one status. */
export interface RefusedCalls {
  readonly rule: string;
  readonly status: number;
  readonly count: number;
}

/** How often the clients of loads tried again, after a refusal and after a failed job, and how often they gave up. */
export interface ClientCounts {
  retriedRefusals: number;
  retriedFailures: number;
  outOfTime: number;
  outOfAttempts: number;
}

/** The counts of all loads together. */
export class LoadTally {
  readonly clients: ClientCounts = { retriedRefusals: 0, retriedFailures: 0, outOfTime: 0, outOfAttempts: 0 };
  readonly #refused = new Map<string, RefusedCalls>();

  get refused(): readonly RefusedCalls[] {
    return [...this.#refused.values()];
  }

  countRefusal(rule: string, status: number): void {
    const key = `${status} ${rule}`;
    this.#refused.set(key, { rule, status, count: (this.#refused.get(key)?.count ?? 0) + 1 });
  }
}
