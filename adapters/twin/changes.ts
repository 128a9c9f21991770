import { sayDuration } from '../../engine/kernel/index.ts';
import { chanceOfDistance, computeMean, computeP95, distanceBetween } from './drift.ts';
import { type ArrivalFit, rateAt } from './fit/arrivals.ts';
import { coldStartsMin, fitColdStarts } from './fit/coldStarts.ts';
import { normalBelow } from './fit/special.ts';
import type { TwinFit } from './fitTwin.ts';
import type { JobTable } from './records/jobTable.ts';
import { share } from './write/words.ts';

/**
 * Records are split after each twentieth of their time. A change counts if chance alone would show one in at most one of a hundred records,
 * and if it matters.
 */
const parts = 20;
const chanceMost = 0.01 / parts;
const mattersFrom = 0.1;
const leastOfPart = 30;
/** More values take long, and make differences significant that do not matter. */
const valuesMax = 20_000;

/**
 * The changes of an endpoint in the course of its records, each in a sentence, such as longer jobs after a deploy. A twin has one endpoint
 * that never changes, so a twin fitted across a change matches neither side of it.
 */
export const findChanges = (jobs: JobTable, { arrivals, coldStarts }: Pick<TwinFit, 'arrivals' | 'coldStarts'>): readonly string[] => {
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  if (!(until > from)) return [];
  const splits = Array.from({ length: parts - 1 }, (_, k) => from + ((k + 1) * (until - from)) / parts);
  return [
    ...pickWorst(
      splits.map((at) => findServiceChange(jobs, at)),
      from,
      'how long jobs run changed',
    ),
    ...(arrivals === undefined
      ? []
      : pickWorst(
          splits.map((at) => findArrivalChange(arrivals, jobs, at)),
          from,
          'how many jobs come changed',
        )),
    ...(coldStarts === undefined
      ? []
      : pickWorst(
          chooseFew(splits, jobs.length).map((at) => findStartChange(jobs, at)),
          from,
          'how long workers take to start changed',
        )),
  ];
};

interface CourseChange {
  readonly at: number;
  readonly chance: number;
  /** The test statistic. If several splits are significant, the change is at the split with the largest one. */
  readonly distance: number;
  readonly words: string;
}

/** The split with the largest test statistic. */
const pickWorst = (all: readonly (CourseChange | undefined)[], from: number, what: string): readonly string[] => {
  const found = all.flatMap((one) => (one !== undefined && one.chance < chanceMost ? [one] : []));
  const [worst] = found.sort((a, b) => b.distance - a.distance);
  return worst === undefined ? [] : [`${what} after about ${sayDuration(worst.at - from)} of the records: ${worst.words}`];
};

/** Each part needs its own fit and a copy of its jobs. */
const chooseFew = (splits: readonly number[], jobs: number): readonly number[] =>
  (jobs > copiedMax ? [0.5] : [0.35, 0.5, 0.65]).flatMap((part) => splits[Math.round(part * parts) - 1] ?? []);

const copiedMax = 100_000;

const compareValues = (
  at: number,
  before: readonly number[],
  after: readonly number[],
  counts: readonly [number, number],
): CourseChange | undefined => {
  const [m, n] = counts;
  const changes = [computeMean, computeP95].map((of) => of(after) / of(before) - 1);
  if (!changes.some((change) => Math.abs(change) > mattersFrom)) return undefined;
  const compare = (of: (values: readonly number[]) => number): string =>
    `${sayDuration(of(before))} before, ${sayDuration(of(after))} after`;
  const apart = distanceBetween(before, after);
  const effective = (m * n) / (m + n);
  const words = `mean ${compare(computeMean)}; p95 ${compare(computeP95)}`;
  return { at, chance: chanceOfDistance(apart, effective), distance: apart * Math.sqrt(effective), words };
};

const findServiceChange = (jobs: JobTable, at: number): CourseChange | undefined => {
  const [before, after]: [number[], number[]] = [[], []];
  const step = Math.max(1, Math.floor(jobs.length / valuesMax));
  for (let k = 0; k < jobs.length; k += step)
    if (jobs.isDone(k) && !Number.isNaN(jobs.execution.at(k))) (jobs.submitted.at(k) < at ? before : after).push(jobs.execution.at(k));
  if (before.length < leastOfPart || after.length < leastOfPart) return undefined;
  const [first, second] = [before, after].map((values) => values.sort((a, b) => a - b)) as [number[], number[]];
  return compareValues(at, first, second, [first.length, second.length]);
};

const findStartChange = (jobs: JobTable, at: number): CourseChange | undefined => {
  const [first, second] = [jobs.between(Number.NEGATIVE_INFINITY, at), jobs.between(at, Number.POSITIVE_INFINITY)].map(fitColdStarts);
  if (first === undefined || second === undefined || first.cold < coldStartsMin || second.cold < coldStartsMin) return undefined;
  return compareValues(at, first.values, second.values, [first.cold, second.cold]);
};

const hourMs = 3_600_000;

/** Compares the arrivals in each part with the number that the rates of all records predict. Bursts make the counts of each part scatter. */
const findArrivalChange = (arrivals: ArrivalFit, jobs: JobTable, at: number): CourseChange | undefined => {
  const { from, until, dispersion } = arrivals;
  const scatter = Math.max(1, dispersion.find(({ ms }) => ms === hourMs)?.index || 1);
  const seen = countBefore(jobs, at);
  const [before, after] = [expectIn(arrivals, from, at), expectIn(arrivals, at, until)];
  if (Math.min(before, after) < leastOfPart) return undefined;
  const [then, now] = [seen / before, (jobs.length - seen) / after];
  if (Math.abs(now / then - 1) <= 2 * mattersFrom) return undefined;
  const distance = Math.abs(now - then) / Math.sqrt(scatter * (1 / before + 1 / after));
  const words = `${share(then)} of what the rates of all of it expect before, ${share(now)} after`;
  return { at, chance: 2 * normalBelow(-distance), distance, words };
};

const expectIn = ({ pieces, period }: ArrivalFit, from: number, until: number): number => {
  let sum = 0;
  for (let at = from; at < until; at += hourMs) sum += (rateAt(pieces, period, at) / hourMs) * Math.min(hourMs, until - at);
  return sum;
};

/** Jobs are in the order in which they came. */
const countBefore = (jobs: JobTable, at: number): number => {
  let [low, high] = [0, jobs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (jobs.submitted.at(middle) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};
