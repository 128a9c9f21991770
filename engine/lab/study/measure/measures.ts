import { type MeasureName, type MeasureWords, measures, perSecond } from '../../../world/reports/record/measures.ts';
import type { WorkOutcome } from '../../../world/reports/record/workRecord.ts';
import { durationNames, type PlayResult, percentiles, type Tally } from '../results/result.ts';

/** A quantity that a study measures: one value of each play. */
export interface StudyMeasure extends MeasureWords {
  /** The play's value; null if it has none, such as the delay of no jobs. */
  readonly of: (result: PlayResult) => number | null;
}

const ofDurations = durationNames.flatMap((name): readonly (readonly [string, StudyMeasure])[] => {
  const row = (which: string, of: (tally: Tally) => number | null) => ofRow(name, ({ durations }) => of(durations[name]), which);
  return [
    ...percentiles.map(
      (percent, k) => [`${name}.p${percent}`, row(`${percent} % are at most this, `, ({ ranks }) => ranks[k] ?? null)] as const,
    ),
    [`${name}.mean`, row('the mean, ', ({ n, sum }) => (n === 0 ? null : sum / n))],
    [`${name}.max`, row('the longest, ', ({ n, max }) => (n === 0 ? null : max))],
  ];
});

/** The row of the table of measures, and its value in a result. */
function ofRow(name: MeasureName, of: StudyMeasure['of'], before = '', after = ''): StudyMeasure {
  const { unit, better, about } = measures[name];
  return { unit, better, about: `${before}${about}${after}`, of };
}

const countOf = (name: WorkOutcome) => [name, ofRow(name, ({ counts }) => counts[name])] as const;

const throughputOf = ({ counts, busyMs, afterWarmUp = { completed: counts.completed, ms: busyMs } }: PlayResult): number | null =>
  perSecond(afterWarmUp.completed, afterWarmUp.ms);

/** Every measure by its name, as study files write it. */
// biome-ignore format: a table
export const studyMeasures: ReadonlyMap<string, StudyMeasure> = new Map([
  ...ofDurations,
  ['cost',            ofRow('cost',        ({ costNanoUsd }) => costNanoUsd / 1_000_000_000)],
  ['bill',            ofRow('bill',        ({ billNanoUsd }) => billNanoUsd / 1_000_000_000)],
  ['utilization',     ofRow('utilization', ({ utilizationMillionths }) => utilizationMillionths / 1_000_000)],
  ['failures',        ofRow('failures',    ({ counts: { failed, timedOut, expired } }) => failed + timedOut + expired)],
  countOf('completed'),
  countOf('failed'),
  countOf('timedOut'),
  countOf('expired'),
  countOf('unfinished'),
  ['throughput',      ofRow('throughput',  throughputOf)],
  ['queueDepth.mean', ofRow('queueDepth',  ({ queueDepth }) => queueDepth.meanMillionths / 1_000_000, '', ', over time')],
  ['queueDepth.max',  ofRow('queueDepth',  ({ queueDepth }) => queueDepth.max, '', ' at the same time')],
  ['batchSize.mean',  ofRow('batchSize',   ({ batchSize }) => batchSize.meanMillionths / 1_000_000, '', ', over time')],
  ['batchSize.max',   ofRow('batchSize',   ({ batchSize }) => batchSize.max, '', ' at the same time')],
  ['tokensPerSecond', ofRow('tokensPerSecond', ({ tokensPerSecondMillionths }) => tokensPerSecondMillionths / 1_000_000)],
  ['tokensPerDollar', ofRow('tokensPerDollar', ({ tokensPerDollar }) => tokensPerDollar)],
  ['refusals',        ofRow('refusals',    ({ refused }) => refused)],
]);

export const studyMeasureNames: readonly string[] = [...studyMeasures.keys()];
