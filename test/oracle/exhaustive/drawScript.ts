import type { Draw } from '../../../engine/kernel/rng.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import { SmallWorldError } from './smallWorldError.ts';

/** What a draw for each purpose can come to: one value between two neighboring thresholds stands for all of them. */
export type DrawOutcomes = ReadonlyMap<string, readonly number[]>;

/**
 * Decides draws one after another: the first as told, the others by their first outcome. What was decided, and how many outcomes
 * there were, is kept, so that the others can be tried.
 */
export class DrawScript {
  readonly #outcomes: DrawOutcomes;
  readonly #told: readonly number[];
  /** Which outcome each draw had. */
  readonly made: number[] = [];
  /** How many outcomes each draw could have. */
  readonly counts: number[] = [];
  /** A draw has one outcome, however often it is asked for. */
  readonly #known = new Map<string, number>();

  constructor(outcomes: DrawOutcomes, told: readonly number[] = []) {
    this.#outcomes = outcomes;
    this.#told = told;
  }

  /** Whether it has come to an end of what it was told. */
  get isUsedUp(): boolean {
    return this.made.length >= this.#told.length;
  }

  readonly draw: Draw = (purpose, entity, n = 0) => {
    const key = `${purpose}/${n}/${entity}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const outcomes = this.#outcomes.get(purpose);
    if (outcomes === undefined)
      throw new SmallWorldError(
        `${purpose} is drawn from a distribution: in a small world every draw is a branch, so give a fixed duration, or a chance such as 1/2`,
      );
    const choice = this.#told[this.made.length] ?? 0;
    this.made.push(choice);
    this.counts.push(outcomes.length);
    const value = outcomes[choice] ?? 0;
    this.#known.set(key, value);
    return value;
  };

  /** The same up to here, to go on by itself, as told. */
  fork(told: readonly number[] = this.made): DrawScript {
    const fork = new DrawScript(this.#outcomes, told);
    fork.made.push(...this.made);
    fork.counts.push(...this.counts);
    for (const [key, value] of this.#known) fork.#known.set(key, value);
    return fork;
  }
}

/** The outcomes of all draws that a small world may have: of its faults with a chance, and of its handlers with several endings. */
export const outcomesIn = ({ faults, endpoints }: WorldDefinition, faultChances: readonly (readonly [number, number])[]): DrawOutcomes => {
  const strikes = [...faults.flatMap(({ chance }) => (chance === null ? [] : [chance])), ...faultChances];
  const endings = endpoints.flatMap(({ handler: { chances = [] } }) => {
    let sum = 0;
    return chances.map(({ of, among }) => (sum += of / among));
  });
  return new Map([
    ['fault/strike', between(strikes.map(([of, among]) => of / among))],
    ['job/ending', between(endings)],
  ]);
};

/** A value below, between and above the thresholds. */
const between = (thresholds: readonly number[]): readonly number[] => {
  const edges = [...new Set([0, ...thresholds, 1])].filter((edge) => edge >= 0 && edge <= 1).sort((a, b) => a - b);
  return edges.slice(1).map((edge, k) => ((edges[k] as number) + edge) / 2);
};
