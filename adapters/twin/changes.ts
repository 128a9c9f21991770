import { formatInstant, sayDuration } from '../../engine/kernel/index.ts';
import { computeMean, computeP95 } from './drift.ts';
import { type ArrivalFit, rateAt } from './fit/arrivals.ts';
import { listColdStarts } from './fit/coldStarts.ts';
import { type Course, type CourseChanges, courseOfCounts, courseOfValues, findCourseChanges } from './fit/course.ts';
import type { TwinFit } from './fitTwin.ts';
import type { JobTable } from './records/jobTable.ts';
import { share } from './write/words.ts';

/** A change of an endpoint in the course of its records, such as longer jobs after a deploy. */
export interface CourseChange {
  /** When a step was; undefined for a trend, which has no time after which nothing changes. */
  readonly at: number | undefined;
  readonly words: string;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A smaller change of the mean, and of the 95th percentile, does not matter. */
const mattersFrom = 0.1;
/** Of more values, every n-th is compared. */
const valuesMax = 20_000;
const windowsMax = 240;
/** Shorter records do not have each hour of the day often enough to be ranked within it. */
const daysOfStrata = 3;

/**
 * The changes of service, arrivals and cold starts in the course of the records. A twin has one endpoint that never changes, so one that is fitted across a
 * change matches neither side of it.
 */
export const findChanges = (
  jobs: JobTable,
  { arrivals, coldStarts }: Pick<TwinFit, 'arrivals' | 'coldStarts'>,
): readonly CourseChange[] => {
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  if (!(until > from)) return [];
  const starts = coldStarts === undefined ? [] : listColdStarts(jobs);
  return [
    ...changesOfValues('how long jobs run', from, listService(jobs), until - from >= daysOfStrata * dayMs),
    ...(arrivals === undefined ? [] : changesOfArrivals(arrivals, jobs)),
    ...changesOfValues(
      'how long workers take to start',
      from,
      { at: starts.map(({ at }) => at), values: starts.map(({ delay }) => delay) },
      false,
    ),
  ];
};

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

const changesOfValues = (what: string, from: number, { at, values }: TimedValues, hasHours: boolean): readonly CourseChange[] => {
  const strata = hasHours ? at.map((ms) => Math.floor(ms / hourMs) % 24) : undefined;
  const course = courseOfValues(values, at, strata);
  if (course === undefined) return [];
  return describeChanges(what, from, course, (after, before) => {
    const parts = [before, after].map(([first, last]) => values.filter((_, k) => (at[k] ?? 0) >= first && (at[k] ?? 0) < last));
    const [then, now] = parts.map((part) => [...part].sort((a, b) => a - b)) as [number[], number[]];
    const matters = [computeMean, computeP95].some((of) => Math.abs(of(now) / of(then) - 1) > mattersFrom);
    const compare = (of: (part: readonly number[]) => number): string => `${sayDuration(of(then))} before, ${sayDuration(of(now))} after`;
    return matters ? `mean ${compare(computeMean)}; p95 ${compare(computeP95)}` : undefined;
  });
};

const changesOfArrivals = (arrivals: ArrivalFit, jobs: JobTable): readonly CourseChange[] => {
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
  course: Course,
  compare: (after: TimeStretch, before: TimeStretch) => string | undefined,
): readonly CourseChange[] => {
  const { steps, isTrend }: CourseChanges = findCourseChanges(course);
  const timeAt = (place: number): number => course.at[place] ?? Number.POSITIVE_INFINITY;
  if (isTrend) {
    const third = Math.floor(course.at.length / 3);
    const words = compare([timeAt(course.at.length - third), Number.POSITIVE_INFINITY], [from, timeAt(third)]);
    if (words !== undefined)
      return [{ at: undefined, words: `${what} changes all the time, from the first third of the records to the last: ${words}` }];
  }
  const bounds = [from, ...steps.map(timeAt), Number.POSITIVE_INFINITY];
  return steps.flatMap((step, k): readonly CourseChange[] => {
    const [before, at, after] = [bounds[k] ?? from, timeAt(step), bounds[k + 2] ?? Number.POSITIVE_INFINITY];
    const words = compare([at, after], [before, at]);
    return words === undefined ? [] : [{ at, words: `${what} changed ${sayTime(at, from)}: ${words}` }];
  });
};

/** Times that count from the start of the records are no dates. */
const sayTime = (at: number, from: number): string => {
  const after = `after ${sayDuration(at - from)} of the records`;
  return from < dayMs * 365 ? after : `at ${formatInstant(Math.floor(at)).slice(0, 16)} UTC, ${after}`;
};
