import type { PlayResult, Tally } from './result.ts';

/** A quantity that a study measures: one value of each play. */
export interface StudyMeasure {
  readonly unit: 'ms' | 'USD' | 'share' | 'jobs' | 'jobs/s' | 'calls';
  readonly about: string;
  /** The play's value; null if it has none, such as the delay of no jobs. */
  readonly of: (result: PlayResult) => number | null;
}

/** The percentiles that each play has of its durations, by nearest rank. */
export const percentiles = [50, 90, 95, 99] as const;

const durations = {
  delayTime: 'from arrival, or the client’s retry, to each start of a job or request',
  executionTime: 'of each attempt that ended with its job',
  totalTime: 'from arrival to the end of a job or request that completed, failed or timed out',
  coldStart: 'how long workers took to start',
} as const;

export type DurationName = keyof typeof durations;
export const durationNames = Object.keys(durations) as readonly DurationName[];

const ofDurations = durationNames.flatMap((name): readonly (readonly [string, StudyMeasure])[] => {
  const measure = (about: string, of: (tally: Tally) => number | null): StudyMeasure => ({
    unit: 'ms',
    about: `${about} ${durations[name]}`,
    of: ({ durations: all }) => of(all[name]),
  });
  return [
    ...percentiles.map(
      (percent, k) => [`${name}.p${percent}`, measure(`${percent} % are at most this,`, ({ ranks }) => ranks[k] ?? null)] as const,
    ),
    [`${name}.mean`, measure('the mean,', ({ n, sum }) => (n === 0 ? null : sum / n))],
    [`${name}.max`, measure('the longest,', ({ n, max }) => (n === 0 ? null : max))],
  ];
});

const counted = (unit: StudyMeasure['unit'], about: string, of: StudyMeasure['of']): StudyMeasure => ({ unit, about, of });

const throughputOf = ({ counts, busyMs, afterWarmUp = { completed: counts.completed, ms: busyMs } }: PlayResult): number | null =>
  afterWarmUp.ms === 0 ? null : (afterWarmUp.completed * 1_000) / afterWarmUp.ms;

/** Every measure by its name, as study files write it. */
// biome-ignore format: a table
export const studyMeasures: ReadonlyMap<string, StudyMeasure> = new Map([
  ...ofDurations,
  ['cost',           counted('USD', 'of all workers, at the serverless prices',               ({ costNanoUsd }) => costNanoUsd / 1_000_000_000)],
  ['bill',           counted('USD', 'of everything that is billed, pods and volumes too',     ({ billNanoUsd }) => billNanoUsd / 1_000_000_000)],
  ['utilization',    counted('share', 'worker time spent on jobs over worker time held',      ({ utilizationMillionths }) => utilizationMillionths / 1_000_000)],
  ['failures',       counted('jobs', 'failed, timed out, or expired before they ended',       ({ counts: { failed, timedOut, expired } }) => failed + timedOut + expired)],
  ['completed',      counted('jobs', 'done, with an output',                                  ({ counts }) => counts.completed)],
  ['failed',         counted('jobs', 'whose handler failed, or whose worker was lost',        ({ counts }) => counts.failed)],
  ['timedOut',       counted('jobs', 'that ran longer than they may',                         ({ counts }) => counts.timedOut)],
  ['expired',        counted('jobs', 'removed before they ended: their time to live was over', ({ counts }) => counts.expired)],
  ['unfinished',     counted('jobs', 'that wait or run at the end of the play',               ({ counts }) => counts.unfinished)],
  ['throughput',     counted('jobs/s', 'completed, from the first arrival to the last end',   throughputOf)],
  ['queueDepth.mean', counted('jobs', 'that wait, over time',                                 ({ queueDepth }) => queueDepth.meanMillionths / 1_000_000)],
  ['queueDepth.max', counted('jobs', 'that wait at the same time',                            ({ queueDepth }) => queueDepth.max)],
  ['refusals',       counted('calls', 'of loads, that were refused',                          ({ refused }) => refused)],
]);

export const studyMeasureNames: readonly string[] = [...studyMeasures.keys()];
