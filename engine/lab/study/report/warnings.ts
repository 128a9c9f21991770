import { serialCorrelation } from '../../../statistics/batchMeans.ts';
import type { PlannedPart } from '../design/plan.ts';
import type { StudySpec } from '../format/format.ts';
import type { StudyWarning } from '../format/statisticsFormat.ts';
import { type Batched, batchValues } from '../measure/batches.ts';
import { shapeOfTimes } from '../measure/heavyTimes.ts';
import { hasLongTail, isWait } from '../measure/longTail.ts';
import type { SeededResult } from '../results/known.ts';
import { describeHeldLaunches } from './heldLaunches.ts';

/** The caveats to the statistics of a configuration. */
export const listWarnings = (
  spec: StudySpec,
  part: PlannedPart,
  plays: readonly SeededResult[],
  names: readonly string[],
): readonly StudyWarning[] =>
  [
    ...ofWarmUp(spec, part),
    ...ofStopping(spec, part),
    ...ofBatches(spec, plays, names),
    ...ofTails(part, plays, names),
    ...describeHeldLaunches(spec.goal ?? {}, plays),
  ].map((words) => ({
    configuration: part.configuration.number,
    words,
  }));

const ofWarmUp = ({ warmUp }: StudySpec, { warmUp: { skip, observations } }: PlannedPart): readonly string[] =>
  warmUp === 'none' || skip !== undefined
    ? []
    : [
        `no steady state was found in the ${observations} delays of its pilot plays, so nothing was cut and its averages hold the warm-up: make the load longer, or the world less busy`,
      ];

const ofStopping = ({ seeds }: StudySpec, { stopping, seeds: played }: PlannedPart): readonly string[] => {
  if (seeds === undefined || !('until' in seeds) || stopping === undefined || stopping.stop !== undefined) return [];
  if ('sure' in seeds.until) return [];
  const { precision, of, max } = seeds.until;
  if (played.length < max) return [];
  return [`${of} is not known to ${percent(precision)} after ${max} plays: raise \`max\`, or ask for less precision`];
};

const ofBatches = ({ seeds }: StudySpec, plays: readonly SeededResult[], names: readonly string[]): readonly string[] => {
  if (seeds === undefined || !('batches' in seeds)) return [];
  const results = plays.map(({ result }) => result);
  return names.flatMap((name) => {
    const batched: Batched | undefined = results[0] === undefined ? undefined : batchValues(name, results[0]);
    if (batched === undefined) return [];
    if (batched.length < seeds.batches)
      return [`${name} has values in ${batched.length} of ${seeds.batches} batches: make the load longer`];
    const { lag1, isHigh } = serialCorrelation(batched);
    return isHigh
      ? [
          `the batches of ${name} are correlated (${Number(lag1.toPrecision(2))}), so its interval is too narrow: make the load longer, or ask for fewer batches`,
        ]
      : [];
  });
};

const ofTails = ({ configuration }: PlannedPart, plays: readonly SeededResult[], names: readonly string[]): readonly string[] => {
  const ended = plays.flatMap(({ result }) => (result.verdict === 'failed' ? [] : [result]));
  if (ended.length < 2) return [];
  return names
    .filter((name) => hasLongTail(name, ended, ended.length, shapeOfTimes(configuration.scenario.definition)))
    .map(
      (name) =>
        `${name} hangs on the few longest of all jobs, so how far up it may lie is not known, however many plays there are: judge by ${isWait(name) ? 'a share, `in: 95% of jobs`' : 'a percentile'}`,
    );
};

const percent = (share: number): string => `${Number((share * 100).toPrecision(3))}%`;
