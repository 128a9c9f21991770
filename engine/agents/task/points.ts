import { type Criterion, criteria } from './criteria.ts';
import type { TaskSpec } from './format.ts';

/** One thing that an agent is judged by, with what it used or what it missed. */
export interface TaskVerdict {
  readonly criterion: Criterion;
  /** Which of them: `goal 2` is the second part of the goal. */
  readonly of: string;
  readonly isMet: boolean;
  readonly words: string;
}

/** What an agent did, and what came of it. */
export interface TaskResult {
  readonly verdicts: readonly TaskVerdict[];
  readonly isDone: boolean;
  /** Of 1000. */
  readonly points: number;
  readonly calls: number;
  readonly refusals: number;
  readonly dollars: number;
  readonly orphans: readonly string[];
  readonly endedAfterMs: number;
}

/** All criteria, in the order in which they count. */
const listCriteria = ({ order = [] }: Pick<TaskSpec, 'order'>): readonly Criterion[] => [
  ...order,
  ...criteria.filter((one) => !order.includes(one)),
];

/** How much of each criterion is met, from 0 to 1, in the order in which they count; those that the task does not ask for are left out. */
const measureShares = (spec: Pick<TaskSpec, 'order'>, verdicts: readonly TaskVerdict[]): readonly number[] =>
  listCriteria(spec).flatMap((criterion) => {
    const asked = verdicts.filter((one) => one.criterion === criterion);
    return asked.length === 0 ? [] : [asked.filter(({ isMet }) => isMet).length / asked.length];
  });

/** The most points of a run. */
const pointsMax = 1_000;

/**
 * The points of a run, whole, of 1000: each criterion is worth twice as much as the next, so that nothing makes up for a goal that is not
 * met but what counts more.
 */
export const computePoints = (spec: Pick<TaskSpec, 'order'>, verdicts: readonly TaskVerdict[]): number => {
  const worth = measureShares(spec, verdicts).reduceRight(
    ({ sum, all, weight }, share) => ({ sum: sum + share * weight, all: all + weight, weight: 2 * weight }),
    { sum: 0, all: 0, weight: 1 },
  );
  return Math.floor((pointsMax * worth.sum) / worth.all);
};

/**
 * Which of two runs of a task under one seed is the better: negative where the first is, 0 where they are alike. What is met counts first, in
 * the task's order; of runs that met the same, the one that used less, in the same order.
 */
export const compareResults = (spec: Pick<TaskSpec, 'order'>, a: TaskResult, b: TaskResult): number => {
  const shares = measureShares(spec, b.verdicts);
  const met = measureShares(spec, a.verdicts).map((share, k) => (shares[k] ?? 0) - share);
  const used = listCriteria(spec).map((criterion) => readAmount(criterion, a) - readAmount(criterion, b));
  return [...met, ...used].find((difference) => difference !== 0) ?? 0;
};

const readAmount = (criterion: Criterion, { orphans, dollars, refusals, endedAfterMs, calls }: TaskResult): number => {
  if (criterion === 'orphans') return orphans.length;
  if (criterion === 'time') return endedAfterMs;
  const used: { readonly [name in Criterion]?: number } = { dollars, refusals, calls };
  return used[criterion] ?? 0;
};
