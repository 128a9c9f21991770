import { formatDuration, parseDuration } from '../../../kernel/time.ts';
import { findUnit, isDuration, type Metric } from '../../../world/reports/record/namedMeasures.ts';
import type { PlayResult } from '../results/result.ts';
import { type StudyMeasure, studyMeasures } from './measures.ts';
import { nameBound } from './measuring.ts';

/** The whole of a share: the durations of a play, one for each job; its days, each of 24 hours; or the plays. */
export const shareWholes = ['jobs', 'days', 'plays'] as const;
export type ShareWhole = (typeof shareWholes)[number];

/** The share in which a measure, or of jobs a duration, keeps to a limit. It has one of both bounds. */
export interface GoalShare {
  readonly whole: ShareWhole;
  readonly measure: string;
  readonly lte: number | undefined;
  readonly gte: number | undefined;
}

/** The name of a share as a measure, by which reports have it: `delayTime.p95<=30s/days`. */
export const nameShare = ({ whole, measure, lte, gte }: GoalShare): string => {
  const text = (bound: number): string => (unitOfShare({ whole, measure }) === 'ms' ? formatDuration(bound) : String(bound));
  return `${measure}${lte === undefined ? `>=${text(gte ?? 0)}` : `<=${text(lte)}`}/${whole}`;
};

/** Parses such a name; undefined for any other. */
export const readShare = (name: string): GoalShare | undefined => {
  const [, measure = '', sign, text = '', whole] = /^(.+?)([<>])=(.+)\/(jobs|days|plays)$/.exec(name) ?? [];
  if (whole === undefined) return undefined;
  const bound = unitOfShare({ whole: whole as ShareWhole, measure }) === 'ms' ? (parseDuration(text) ?? 0) : Number(text);
  return { whole: whole as ShareWhole, measure, lte: sign === '<' ? bound : undefined, gte: sign === '<' ? undefined : bound };
};

/** A measure by its name: one of the table, or a share. */
export const findMeasure = (name: string): StudyMeasure | undefined => studyMeasures.get(name) ?? shareMeasure(name);

const made = new Map<string, StudyMeasure>();

const shareMeasure = (name: string): StudyMeasure | undefined => {
  const share = readShare(name);
  if (share === undefined) return undefined;
  const known = made.get(name) ?? {
    unit: 'share',
    better: 'more',
    about: `the share of ${share.whole} in which ${share.measure} keeps to its limit`,
    of: (result: PlayResult) => shareIn(share, result),
  };
  made.set(name, known);
  return known;
};

/** The unit of the limited measure. */
export const unitOfShare = ({ whole, measure }: Pick<GoalShare, 'whole' | 'measure'>): string =>
  whole === 'jobs' ? 'ms' : findUnit(measure as Metric);

const shareIn = ({ whole, measure, lte, gte }: GoalShare, result: PlayResult): number | null => {
  if (whole === 'jobs') {
    const n = isDuration(measure) ? result.durations[measure].n : 0;
    const kept = result.within?.[nameBound({ of: measure, lte, gte })];
    return n === 0 || kept === undefined ? null : kept / n;
  }
  const values = whole === 'plays' ? [studyMeasures.get(measure)?.of(result) ?? null] : dailyValues(measure, result);
  const known = values.filter((value) => value !== null);
  const kept = known.filter((value) => value <= (lte ?? Number.POSITIVE_INFINITY) && value >= (gte ?? Number.NEGATIVE_INFINITY));
  return known.length === 0 ? null : kept.length / known.length;
};

/** Null on a day on which nothing was measured. */
const dailyValues = (measure: string, result: PlayResult): readonly (number | null)[] =>
  (result.days ?? []).map((durations) => studyMeasures.get(measure)?.of({ ...result, durations }) ?? null);

/** The number of days or plays behind a share, over some plays; undefined if the measure is no share of days or plays. */
export const countUnits = (name: string, results: readonly PlayResult[]): number | undefined => {
  const share = readShare(name);
  if (share === undefined || share.whole === 'jobs') return undefined;
  if (share.whole === 'plays') return results.length;
  return results.reduce((sum, result) => sum + dailyValues(share.measure, result).filter((value) => value !== null).length, 0);
};
