import type { CircumstanceReport, ConfigurationReport, MeasureReport, WorstReport } from '../format/reportFormat.ts';
import { shapeOfTimes } from '../measure/heavyTimes.ts';
import { mergeHistograms } from '../measure/histogram.ts';
import { intervalFor } from '../measure/intervals.ts';
import { hasLongTail } from '../measure/longTail.ts';
import { findMeasure } from '../measure/shares.ts';
import type { SeededResult } from '../results/known.ts';
import type { PlayResult } from '../results/result.ts';
import type { Study } from '../study.ts';
import { joinKept } from './goal.ts';
import { widenForRecords } from './quoted.ts';

/** A configuration in one circumstance. */
export interface InCircumstance {
  readonly circumstance: string;
  readonly report: ConfigurationReport;
  readonly plays: readonly SeededResult[];
}

/**
 * A configuration over all circumstances that it may meet. Its measures are means over these, seed by seed, as plays with one seed share their
 * draws; it keeps to the goal if it does so in each, and misses it if it does in one. Its median run is that of the first circumstance.
 */
export const joinCircumstances = (
  study: Study,
  all: readonly [InCircumstance, ...InCircumstance[]],
  names: readonly string[],
): ConfigurationReport => {
  const [{ report: first }] = all;
  const reports = all.map(({ report }) => report);
  return {
    ...first,
    plays: reports.reduce((sum, { plays }) => sum + plays, 0),
    failed: reports.flatMap(({ failed }) => failed),
    measures: Object.fromEntries(names.map((name) => [name, meanOver(study, all, name)])),
    meets: first.meets === null ? null : joinKept(reports.map(({ meets }) => meets ?? 'unclear')),
    delays: mergeHistograms(reports.map(({ delays }) => delays)),
    circumstances: all.map(
      ({ circumstance, report: { number, measures, meets } }): CircumstanceReport => ({
        configuration: number,
        circumstance,
        measures,
        meets,
      }),
    ),
  };
};

/** The circumstance in which a measure is worst, by its mean, and its value there; undefined if there are no circumstances, or none has it. */
export const findWorst = ({ circumstances }: Pick<ConfigurationReport, 'circumstances'>, name: string): WorstReport | undefined => {
  const sign = findMeasure(name)?.better === 'more' ? -1 : 1;
  const known = circumstances.flatMap(({ circumstance, measures }) => {
    const measure = measures[name] ?? null;
    return measure === null ? [] : [{ circumstance, measure }];
  });
  const [first, ...others] = known;
  return others.reduce<WorstReport | undefined>(
    (worst, one) => (worst !== undefined && sign * one.measure.mean <= sign * worst.measure.mean ? worst : one),
    first,
  );
};

/** Over the seeds that have the measure in every circumstance. */
const meanOver = (study: Study, all: readonly InCircumstance[], name: string): MeasureReport | null => {
  const of = findMeasure(name)?.of;
  const bySeed = new Map<string, number[]>();
  for (const { plays } of all)
    for (const { seed, result } of plays) {
      const value = result.verdict === 'failed' ? null : (of?.(result) ?? null);
      if (value !== null) bySeed.set(seed, [...(bySeed.get(seed) ?? []), value]);
    }
  const values = [...bySeed.values()].flatMap((some) =>
    some.length === all.length ? [some.reduce((sum, value) => sum + value, 0) / some.length] : [],
  );
  const interval = intervalFor(
    name,
    (all[0]?.plays ?? []).map(({ result }) => result),
  );
  if (values.length === 0) return null;
  const { mean, low, high } = interval(values);
  const shapes = study.configurations.map(({ scenario }) => shapeOfTimes(scenario.definition) ?? Number.POSITIVE_INFINITY);
  const isOpen = values.length > 1 && all.some(({ plays }) => hasLongTail(name, resultsIn(plays), plays.length, Math.min(...shapes)));
  return { n: values.length, ...widenForRecords(name, { mean, low, high: isOpen ? null : high }, values.length, study) };
};

const resultsIn = (plays: readonly SeededResult[]): readonly PlayResult[] =>
  plays.flatMap(({ result }) => (result.verdict === 'failed' ? [] : [result]));
