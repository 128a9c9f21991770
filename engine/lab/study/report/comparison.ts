import { familyError, holmAdjusted } from '../../../statistics/holm.ts';
import { comparePairs } from '../../../statistics/paired.ts';
import type { ComparisonReport, DifferenceReport } from '../format/statisticsFormat.ts';
import { findMeasure } from '../measure/shares.ts';
import type { SeededResult } from '../results/known.ts';

/** The results of one configuration. */
export interface Compared {
  readonly number: number;
  readonly plays: readonly SeededResult[];
}

/**
 * Every other configuration less the baseline, seed by seed, in every measure. Both plays of a pair use common random numbers, because
 * draws are keyed by their purpose. All differences of the table are one family of tests, for which Holm's correction is made.
 */
export const comparisonWith = (baseline: Compared, all: readonly Compared[], names: readonly string[]): ComparisonReport => {
  const listValues = seedValues(baseline);
  const found = all.flatMap((other) => {
    if (other.number === baseline.number) return [];
    const otherValues = seedValues(other);
    return names.map((name) => {
      const [before, after] = [listValues(name), otherValues(name)];
      const pairs = [...after].map(([seed, value]) => [before.get(seed) ?? null, value] as const);
      return { configuration: other.number, measure: name, difference: comparePairs(pairs) };
    });
  });
  const tested = found.flatMap(({ difference, ...one }) => (difference === undefined ? [] : [{ ...one, ...difference }]));
  const adjusted = holmAdjusted(tested.map(({ probability }) => probability));
  const differences = tested.map(({ configuration, measure, pairs, difference, probability }, k): DifferenceReport => {
    const holm = adjusted[k] ?? 1;
    const isFound = holm <= familyError;
    return {
      configuration,
      measure,
      pairs,
      ...difference,
      probability,
      adjusted: holm,
      verdict:
        difference.mean === 0 && difference.low === difference.high
          ? 'same'
          : isFound
            ? difference.mean > 0
              ? 'more'
              : 'less'
            : 'unclear',
    };
  });
  return { baseline: baseline.number, differences };
};

/** Of plays that came to their end, by their seeds. */
const seedValues =
  ({ plays }: Compared) =>
  (name: string): ReadonlyMap<string, number | null> => {
    const of = findMeasure(name)?.of;
    return new Map(plays.map(({ seed, result }) => [seed, result.verdict === 'failed' ? null : (of?.(result) ?? null)]));
  };
