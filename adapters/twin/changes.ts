import { formatDuration, formatInstant, sayDuration } from '../../engine/kernel/index.ts';
import { type ArrivalFit, rateAt } from './fit/arrivals.ts';
import { listColdStarts } from './fit/coldStarts.ts';
import { type CourseChanges, courseOfCounts, courseOfValues, findCourseChanges, type RecordCourse } from './fit/course.ts';
import { stratify } from './fit/strata.ts';
import type { JobTable } from './records/jobTable.ts';
import { share } from './write/words.ts';

/** A change of an endpoint in the course of its records, such as longer jobs after a deploy. */
export interface CourseChange {
  /** When a step was; undefined for a trend, which has no time after which nothing changes. */
  readonly at: number | undefined;
  readonly words: string;
  /** What to do about it. */
  readonly mend: string;
}

/** The fitted pieces that are needed. */
interface FittedCourse {
  readonly arrivals: ArrivalFit | undefined;
  readonly coldStarts: object | undefined;
}

type FoundChange = Omit<CourseChange, 'mend'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A smaller change of the mean, and of the 95th percentile, does not matter. */
const mattersFrom = 0.1;
/** Of more values, every n-th is compared. */
const valuesMax = 20_000;
const windowsMax = 240;

/**
 * The changes of service, arrivals and cold starts in the course of the records. A twin has one endpoint that never changes, so one that is fitted across a
 * change matches neither side of it.
 */
export const findChanges = (jobs: JobTable, { arrivals, coldStarts }: FittedCourse): readonly CourseChange[] => {
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  if (!(until > from)) return [];
  const starts = coldStarts === undefined ? [] : listColdStarts(jobs);
  const found = [
    ...changesOfValues('how long jobs run', from, listService(jobs), true),
    ...(arrivals === undefined ? [] : changesOfArrivals(arrivals, jobs)),
    ...changesOfValues(
      'how long workers take to start',
      from,
      { at: starts.map(({ at }) => at), values: starts.map(({ delay }) => delay) },
      false,
    ),
  ];
  const last = found.some(({ at }) => at === undefined) ? undefined : Math.max(...found.map(({ at }) => at ?? from));
  return found.map((one) => ({ ...one, mend: adviseFrom(jobs, last) }));
};

/** With fewer jobs, the 95th percentile of a day is too uncertain to choose by. */
export const jobsMin = 500;
const daysMin = 2;

/** What to do about changes of which the last one was at a time; undefined if something changes all the time. */
const adviseFrom = (jobs: JobTable, last: number | undefined): string => {
  if (last === undefined) return 'no part of them is as the next will be: import again once it holds still';
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  const count = jobs.between(last, Number.POSITIVE_INFINITY).length;
  const option = isDate(from) ? formatInstant(Math.floor(last)).slice(0, 16) : formatDuration(Math.round((last - from) / 1_000) * 1_000);
  return count >= jobsMin && until - last >= daysMin * dayMs
    ? `import what came after it: --from ${option}`
    : `the ${sayDuration(until - last)} after it have ${count} jobs, and ${daysMin} d with ${jobsMin} are the least: import again when there are more, with --from ${option}`;
};

/** Times that count from the start of the records are no dates. */
const isDate = (ms: number): boolean => ms > 365 * dayMs;

interface TimedValues {
  readonly at: readonly number[];
  readonly values: readonly number[];
}

const listService = (jobs: JobTable): TimedValues => {
  const [at, values]: [number[], number[]] = [[], []];
  const step = Math.max(1, Math.floor(jobs.length / valuesMax));
  for (let k = 0; k < jobs.length; k += step) {
    if (!jobs.isDone(k) || Number.isNaN(jobs.execution.at(k))) continue;
    at.push(jobs.submitted.at(k));
    values.push(jobs.execution.at(k));
  }
  return { at, values };
};

const changesOfValues = (what: string, from: number, { at, values }: TimedValues, hasHours: boolean): readonly FoundChange[] => {
  const course = courseOfValues(values, at, hasHours ? stratify(at) : undefined);
  if (course === undefined) return [];
  return describeChanges(what, from, course, (after, before) => {
    const parts = [before, after].map(([first, last]) => values.filter((_, k) => (at[k] ?? 0) >= first && (at[k] ?? 0) < last));
    const [then, now] = parts.map((part) => [...part].sort((a, b) => a - b)) as [number[], number[]];
    const matters = [computeMean, computeP95].some((of) => Math.abs(of(now) / of(then) - 1) > mattersFrom);
    const compare = (of: (part: readonly number[]) => number): string => `${sayDuration(of(then))} before, ${sayDuration(of(now))} after`;
    return matters ? `mean ${compare(computeMean)}; p95 ${compare(computeP95)}` : undefined;
  });
};

const changesOfArrivals = (arrivals: ArrivalFit, jobs: JobTable): readonly FoundChange[] => {
  const { from, until } = arrivals;
  const ms = Math.max(hourMs, (until - from) / windowsMax);
  const count = Math.floor((until - from) / ms);
  if (count < 2) return [];
  const at = Array.from({ length: count }, (_, k) => from + k * ms);
  const seen = new Array<number>(count).fill(0);
  for (let k = 0; k < jobs.length; k++) {
    const window = Math.floor((jobs.submitted.at(k) - from) / ms);
    if (window < count) seen[window] = (seen[window] ?? 0) + 1;
  }
  const expected = at.map((start) => expectIn(arrivals, start, start + ms));
  return describeChanges('how many jobs come', from, courseOfCounts(seen, expected, at), (after, before) => {
    const [then, now] = [before, after].map(([first, last]) => {
      const within = at.flatMap((start, k) => (start >= first && start < last ? [k] : []));
      return sumAt(seen, within) / sumAt(expected, within);
    }) as [number, number];
    return Math.abs(now / then - 1) > 2 * mattersFrom
      ? `${share(then)} of what the rates of all of it expect before, ${share(now)} after`
      : undefined;
  });
};

const sumAt = (values: readonly number[], places: readonly number[]): number => places.reduce((sum, k) => sum + (values[k] ?? 0), 0);

const expectIn = ({ pieces, period }: ArrivalFit, from: number, until: number): number => {
  let sum = 0;
  for (let at = from; at < until; at += hourMs) sum += (rateAt(pieces, period, at) / hourMs) * Math.min(hourMs, until - at);
  return sum;
};

type TimeStretch = readonly [from: number, until: number];

/** `compare`: what is different in the second stretch of time; undefined if it does not matter. */
const describeChanges = (
  what: string,
  from: number,
  course: RecordCourse,
  compare: (after: TimeStretch, before: TimeStretch) => string | undefined,
): readonly FoundChange[] => {
  const { steps, isTrend }: CourseChanges = findCourseChanges(course);
  const timeAt = (place: number): number => course.at[place] ?? Number.POSITIVE_INFINITY;
  if (isTrend) {
    const third = Math.floor(course.at.length / 3);
    const words = compare([timeAt(course.at.length - third), Number.POSITIVE_INFINITY], [from, timeAt(third)]);
    if (words !== undefined)
      return [{ at: undefined, words: `${what} changes all the time, from the first third of the records to the last: ${words}` }];
  }
  const bounds = [from, ...steps.map(timeAt), Number.POSITIVE_INFINITY];
  return steps.flatMap((step, k): readonly FoundChange[] => {
    const [before, at, after] = [bounds[k] ?? from, timeAt(step), bounds[k + 2] ?? Number.POSITIVE_INFINITY];
    const words = compare([at, after], [before, at]);
    return words === undefined ? [] : [{ at, words: `${what} changed ${sayTime(at, from)}: ${words}` }];
  });
};

const sayTime = (at: number, from: number): string => {
  const after = `after ${sayDuration(at - from)} of the records`;
  return !isDate(from) ? after : `at ${formatInstant(Math.floor(at)).slice(0, 16)} UTC, ${after}`;
};

export const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
/** Values ascend. */
export const computeP95 = (values: readonly number[]): number => values[Math.max(0, Math.ceil(0.95 * values.length) - 1)] ?? 0;
