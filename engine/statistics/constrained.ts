import type { IntervalOf } from './interval.ts';
import { mean } from './moments.ts';
import { intervalOfSkewed } from './skewedInterval.ts';

/**
 * A system with its values in the order of the seeds. The selection seeks the system with the least objective among those that keep to
 * their limits.
 */
export interface Contender {
  /** Less is better. Null for a replication that says that the system cannot be selected, as it failed. */
  readonly objective: readonly (number | null)[];
  /** Of each limit: how far within it each value lies. Its mean is to be 0 or more. Null where a replication has no value. */
  readonly rooms: readonly (readonly (number | null)[])[];
  /** Of each limit: how the interval of its values is found; that of skewed values unless given. */
  readonly intervals?: readonly IntervalOf[];
}

/** When the choice is sure. */
export interface ConstrainedRules {
  /** The chance of a wrong choice: 0.05 is five percent. */
  readonly error: number;
  /** The indifference zone: how much worse than the best a selected system may be, as a share of its objective. */
  readonly indifference: number;
  /** The fewest replications and the most; at least two. */
  readonly first: number;
  readonly max: number;
}

type Kept = 'yes' | 'no' | 'unclear';

export interface ConstrainedStanding {
  /** The best system that surely keeps to its limits; undefined where none does so yet. */
  readonly selected: number | undefined;
  /** Whether nothing is left that may be better. */
  readonly isSure: boolean;
  /** Whether no replication is missing: it is sure, or has ended at `max`. */
  readonly isOver: boolean;
  /** For each system, the number of replications that it takes, by the current estimates. */
  readonly wanted: readonly number[];
  /** For each system, whether it keeps to each of its limits. For dropped ones this is not always known. */
  readonly kept: readonly (readonly Kept[])[];
  /** The systems that may be the best; the selected one is one of them. */
  readonly inPlay: readonly number[];
  /** Of the intervals that must lie within a limit. */
  readonly level: number;
}

/**
 * Plays systems until one of them is surely the best that keeps to its limits. As in the procedure of Andradóttir and Kim (2010: "Fully sequential
 * procedures for comparing constrained systems via simulation"), limits and objectives are looked at together: a system that surely misses a
 * limit drops out, and so does one that is surely not better than another that surely keeps to them, whether it does so itself or not. Theirs
 * needs normal values, and a tolerance for each limit. Here, the intervals of skewed values are repeated at fixed numbers of replications, at levels
 * at which all that are looked at are right together with the confidence (Bonferroni; Jennison and Turnbull, 1984). Only the order of the values counts,
 * not when they came.
 */
export const standingUnderLimits = (systems: readonly Contender[], rules: ConstrainedRules): ConstrainedStanding => {
  const { indifference, max } = rules;
  const looks = planLooks(rules);
  const levels = chooseLevels(systems, rules, looks.length);
  const kept: Kept[][] = systems.map(({ rooms }) => rooms.map(() => 'unclear'));
  const wanted = systems.map(() => looks[0] ?? max);
  let inPlay: readonly number[] = systems.map((_, i) => i);
  let selected: number | undefined;
  const standing = (isSure: boolean, isOver = isSure): ConstrainedStanding => ({
    selected,
    isSure,
    isOver,
    wanted,
    kept,
    inPlay,
    level: levels.within,
  });
  for (const n of looks) {
    for (const i of inPlay) wanted[i] = n;
    if (inPlay.some((i) => (systems[i]?.objective.length ?? 0) < n)) return standing(false);
    const objectives = systems.map(({ objective }) => objective.slice(0, n));
    for (const i of inPlay) kept[i] = judge(systems[i], kept[i] ?? [], n, levels);
    inPlay = inPlay.filter((i) => !kept[i]?.includes('no') && !objectives[i]?.includes(null));
    selected = findLeast(
      inPlay.filter((i) => kept[i]?.every((one) => one === 'yes')),
      (i) => mean(numbersIn(objectives[i])),
    );
    const best = selected;
    if (best !== undefined) {
      const [own, enough] = [numbersIn(objectives[best]), indifference * Math.abs(mean(numbersIn(objectives[best])))];
      inPlay = inPlay.filter((i) => i === best || mostGain(own, numbersIn(objectives[i]), levels.worse) > enough);
    }
    if (inPlay.length <= (best === undefined ? 0 : 1)) return standing(true);
  }
  return standing(false, true);
};

/** After how many replications is looked: a quarter more each time. */
const planLooks = ({ first, max }: ConstrainedRules): readonly number[] => {
  const looks: number[] = [];
  for (let n = first; n < max; n += Math.max(1, Math.ceil(n / 4))) looks.push(n);
  return [...looks, max];
};

interface Levels {
  /** Of the interval that must lie within a limit, of the one that must lie beyond it, and of the difference of two objectives. */
  readonly within: number;
  readonly beyond: number;
  readonly worse: number;
}

/**
 * Splits the error into thirds, for three mistakes: to keep a system at any look that misses a limit; to drop the best one for a limit that
 * it keeps; and to drop it as worse than another. A two-sided interval errs on the tested side with half of its error.
 */
const chooseLevels = (systems: readonly Contender[], { error }: ConstrainedRules, looks: number): Levels => {
  const limits = Math.max(1, ...systems.map(({ rooms }) => rooms.length));
  const levelFor = (tests: number): number => 1 - (2 * (error / 3)) / (tests * looks);
  return { within: levelFor(systems.length), beyond: levelFor(limits), worse: levelFor(Math.max(1, systems.length - 1)) };
};

const judge = (system: Contender | undefined, before: readonly Kept[], n: number, levels: Levels): Kept[] =>
  before.map((known, limit) => {
    if (known !== 'unclear') return known;
    const values = numbersIn(system?.rooms[limit]?.slice(0, n));
    if (values.length === 0) return 'no';
    const intervalOf = system?.intervals?.[limit] ?? intervalOfSkewed;
    const [{ low }, { high }] = [intervalOf(values, levels.within), intervalOf(values, levels.beyond)];
    return low !== null && low >= 0 ? 'yes' : high !== null && high < 0 ? 'no' : 'unclear';
  });

/** By how much another system may be better, seed by seed. */
const mostGain = (own: readonly number[], other: readonly number[], level: number): number =>
  intervalOfSkewed(
    own.map((value, k) => value - (other[k] ?? 0)),
    level,
  ).high ?? Number.POSITIVE_INFINITY;

const numbersIn = (values: readonly (number | null)[] = []): readonly number[] => values.flatMap((value) => value ?? []);

const findLeast = (systems: readonly number[], worth: (i: number) => number): number | undefined =>
  systems.reduce<number | undefined>((best, i) => (best === undefined || worth(i) < worth(best) ? i : best), undefined);
