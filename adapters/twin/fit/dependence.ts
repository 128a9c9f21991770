import { sayDuration } from '../../../engine/kernel/index.ts';
import type { JobTable } from '../records/jobTable.ts';
import { share } from '../write/words.ts';
import { type ArrivalFit, rateAt } from './arrivals.ts';
import { compareFirstJobs, firstJobs } from './firstJobs.ts';
import { correlateRanks, groupsDiffer, rankCorrelation, type TestResult, testRuns, twoSided } from './ranks.ts';
import { rankWithin, stratify } from './strata.ts';

/** Tests the independence that the twin assumes against the records. */
export interface Dependence {
  /** Each test with its result. */
  readonly tests: readonly DependenceTest[];
  /** How much longer the first job of a worker runs, in ms; undefined if it does not run longer, or if the records do not tell. */
  readonly firstJobMs: number | undefined;
}

interface DependenceTest {
  readonly words: string;
  readonly isFound: boolean;
  /** Whether the twin has it, too, or would be the same with it, such as that of times on sizes which depend on nothing. */
  readonly isPlayed: boolean;
}

/** A dependence counts if it is significant at 1 %, and if it matters. */
const chanceMost = 0.01;
const correlationFrom = 0.1;
const longerFrom = 0.1;
const groupMin = 20;
const testedMin = 50;
/** More jobs take long, and make dependences significant that do not matter. */
const testedMax = 20_000;
/** Failures are rare, so their tests use more jobs. */
const endsMax = 200_000;

/** A job that ended well. */
interface Ran {
  readonly at: number;
  readonly execution: number;
  readonly size: number;
  readonly isFirst: boolean;
}

/** The part of the fitted arrivals that is needed. */
type FittedRates = Pick<ArrivalFit, 'pieces' | 'period' | 'from' | 'until'> & { readonly bursts?: ArrivalFit['bursts'] };

/**
 * `goneMs`: the time without a job after which a worker is gone; undefined if the records do not tell. `steps`: when the records change. What a job depends on
 * is looked for within the hours of the day and between the steps, so that neither of these is taken for something else.
 */
export const findDependence = (
  jobs: JobTable,
  arrivals: FittedRates | undefined,
  goneMs?: number,
  steps: readonly number[] = [],
): Dependence => {
  const ran = listRan(jobs, goneMs);
  if (ran.length < testedMin) return { tests: [], firstJobMs: undefined };
  const times = rankWithin(
    ran.map(({ execution }) => execution),
    stratify(
      ran.map(({ at }) => at),
      steps,
    ),
  );
  const first = firstAgainstLater(ran, steps);
  const tests = [
    ...(arrivals === undefined ? [] : [{ ...gapAgainstGap(jobs, arrivals), isPlayed: arrivals.bursts !== undefined }]),
    correlationTest('how long a job runs, against the job before', rankCorrelation(times.slice(1), times.slice(0, -1))),
    test(
      'runs of jobs longer and shorter than the middle',
      testRuns(times),
      ({ value }) => Math.abs(value - 1) > correlationFrom,
      (value) => `${value.toFixed(2)} times as many as by chance`,
    ),
    ...(arrivals !== undefined && arrivals.until - arrivals.from >= 24 * hourMs ? [hourAgainstTime(ran, steps)] : []),
    ...first.tests,
    ...sizeAgainstTime(ran, steps),
    ...sizeAgainstFailure(jobs),
  ];
  return { tests, firstJobMs: first.ms };
};

const listRan = (jobs: JobTable, goneMs: number | undefined): readonly Ran[] => {
  const firsts = firstJobs(jobs, goneMs);
  const ran: Ran[] = [];
  // The last ones, and no list of a million others before them.
  for (let k = jobs.length - 1; k >= 0 && ran.length < testedMax; k--) {
    const [at, execution, size] = [jobs.submitted.at(k), jobs.execution.at(k), jobs.size.at(k)];
    if (jobs.isDone(k) && !Number.isNaN(execution)) ran.push({ at, execution, size, isFirst: firsts.has(k) });
  }
  return ran.reverse();
};

const test = (
  what: string,
  result: TestResult,
  matters: (result: TestResult) => boolean,
  say: (value: number) => string,
): DependenceTest => {
  const isFound = result.p < chanceMost && matters(result);
  return {
    isFound,
    isPlayed: false,
    words: `${what}: ${say(result.value)} (p ${chanceText(result.p)})${isFound ? '' : ', as if there were no dependence'}`,
  };
};

const correlationTest = (what: string, result: TestResult): DependenceTest =>
  test(
    what,
    result,
    ({ value }) => Math.abs(value) > correlationFrom,
    (value) => `rank correlation ${value.toFixed(2)}`,
  );

export const chanceText = (chance: number): string => (chance < 0.001 ? '< 0.001' : `= ${chance.toFixed(3)}`);

/** Gaps are measured in jobs expected at the rate of their hour, so that the rate itself is no dependence. */
const gapAgainstGap = (jobs: JobTable, { pieces, period }: FittedRates): DependenceTest => {
  const from = Math.max(1, jobs.length - testedMax);
  const gaps: number[] = [];
  for (let k = from; k < jobs.length; k++)
    gaps.push((jobs.submitted.at(k) - jobs.submitted.at(k - 1)) * rateAt(pieces, period, jobs.submitted.at(k)));
  return correlationTest('the gap from one arrival to the next, against the gap before', rankCorrelation(gaps.slice(1), gaps.slice(0, -1)));
};

const hourMs = 3_600_000;

const hourAgainstTime = (ran: readonly Ran[], steps: readonly number[]): DependenceTest =>
  test(
    'how long a job runs, against the quarter of the day',
    groupsDiffer(
      rankWithin(
        ran.map(({ execution }) => execution),
        ran.map(({ at }) => steps.filter((step) => step <= at).length),
      ),
      ran.map(({ at }) => Math.floor((at / hourMs / 6) % 4)),
    ),
    ({ value }) => value > 1 + correlationFrom,
    (value) => `mean ranks differ ${value.toFixed(2)} times (Kruskal-Wallis)`,
  );

const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

const firstAgainstLater = (
  ran: readonly Ran[],
  steps: readonly number[],
): { readonly tests: readonly DependenceTest[]; readonly ms: number | undefined } => {
  const effect = compareFirstJobs(ran, steps);
  if (effect === undefined) return { tests: [], ms: undefined };
  const { firsts, longerMs, laterMs, result } = effect;
  const one = test(
    `the first jobs of ${firsts} workers, against later ones of the same hour`,
    result,
    () => longerMs > longerFrom * laterMs,
    () => `mean ${sayDuration(Math.max(0, laterMs + longerMs))} and ${sayDuration(laterMs)}`,
  );
  return { tests: [{ ...one, isPlayed: true }], ms: one.isFound ? Math.round(longerMs) : undefined };
};

const sizeAgainstTime = (ran: readonly Ran[], steps: readonly number[]): readonly DependenceTest[] => {
  const sized = ran.filter(({ size }) => !Number.isNaN(size));
  if (sized.length < testedMin) return [];
  const [sizes, times] = [sized.map(({ size }) => size), sized.map(({ execution }) => execution)];
  const strata = stratify(
    sized.map(({ at }) => at),
    steps,
  );
  const found = correlationTest(
    'how long a job runs, against its size',
    rankCorrelation(rankWithin(sizes, strata), rankWithin(times, strata)),
  );
  if (!found.isFound) return [found];
  const isPlayed = true;
  const { intercept, slope, explained } = fitLine(sizes, times);
  const line = `${sayDuration(Math.max(0, intercept))} and ${Number(slope.toPrecision(3))} ms for each unit of size, which explains ${share(explained)} of the scatter`;
  return [{ ...found, isPlayed, words: `${found.words}: ${line}` }];
};

/** Least squares. */
export const fitLine = (
  xs: readonly number[],
  ys: readonly number[],
): { readonly intercept: number; readonly slope: number; readonly explained: number } => {
  const [meanX, meanY] = [computeMean(xs), computeMean(ys)];
  const squares = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const slope = squares === 0 ? 0 : xs.reduce((sum, x, k) => sum + (x - meanX) * ((ys[k] ?? 0) - meanY), 0) / squares;
  return { intercept: meanY - slope * meanX, slope, explained: correlateRanks(xs, ys) ** 2 };
};

const failedStatuses: ReadonlySet<string> = new Set(['FAILED', 'ERROR', 'TIMED_OUT', 'TIMEOUT']);

/** The share of failures among the larger half and the smaller. */
const sizeAgainstFailure = (jobs: JobTable): readonly DependenceTest[] => {
  const sized: { readonly size: number; readonly isFailed: boolean }[] = [];
  for (let k = Math.max(0, jobs.length - endsMax); k < jobs.length; k++) {
    const isFailed = failedStatuses.has(jobs.statusAt(k) ?? '');
    if (!Number.isNaN(jobs.size.at(k)) && (isFailed || jobs.isDone(k))) sized.push({ size: jobs.size.at(k), isFailed });
  }
  const failed = sized.filter(({ isFailed }) => isFailed).length;
  if (failed < groupMin) return [];
  sized.sort((a, b) => a.size - b.size);
  const half = Math.floor(sized.length / 2);
  const [small, large] = [sized.slice(0, half), sized.slice(half)].map((part) =>
    computeMean(part.map(({ isFailed }) => Number(isFailed))),
  ) as [number, number];
  const all = failed / sized.length;
  const p = twoSided((large - small) / Math.sqrt((all * (1 - all) * 4) / sized.length));
  const found = test(
    'failures, against size',
    { value: large - small, p },
    () => true,
    () => `${share(small)} of the smaller half, ${share(large)} of the larger`,
  );
  return [{ ...found, isPlayed: true }];
};
