import type { TimingValue } from '../../../cloud/timing/timingValue.ts';
import type { ValueSpec } from '../format.ts';
import type { Observation } from '../observation.ts';
import { inPlays } from '../units.ts';
import { estimators } from './estimators.ts';
import { type QuantityName, quantities, quantityNames } from './quantities.ts';

/**
 * The values of a timing that these observations give, each with what it rests on. What was observed counts before what is documented; what
 * is an interpretation is never a ground.
 */
export const estimateTiming = (observations: readonly Observation[]): readonly TimingValue[] =>
  quantityNames.flatMap((name) => {
    const told = observations.flatMap((observation) => tellingOf(observation, name));
    const observed = told.filter(({ kind }) => kind === 'observed');
    const grounds = observed.length > 0 ? observed : told.filter(({ kind }) => kind === 'documented');
    if (grounds.length === 0) return [];
    const { setting, mechanism, estimator, open } = quantities[name];
    const { value, words, spread } = estimators[estimator](grounds.flatMap(({ seen }) => seen));
    const facts = [...new Set(grounds.map(({ fact }) => fact))].sort();
    return [{ setting, value, mechanism, facts, estimator: words, spread, open }];
  });

interface Telling {
  readonly fact: string;
  readonly kind: ValueSpec['kind'];
  readonly seen: readonly unknown[];
}

const tellingOf = ({ spec }: Observation, name: QuantityName): readonly Telling[] =>
  (spec.values ?? []).flatMap((value) => {
    const { tells, kind } = value;
    return tells?.quantity === name ? [{ fact: spec.fact, kind, seen: valuesIn(value, tells) }] : [];
  });

/** The values themselves; the median of a sample where that alone is known, and the middle of a range. */
const valuesIn = (
  { unit, value, values, range, quantiles }: ValueSpec,
  { less = 0, per = 1 }: NonNullable<ValueSpec['tells']>,
): readonly unknown[] => {
  const middle = range === undefined ? quantiles?.['0.5'] : (range[0] + range[1]) / 2;
  const all = values ?? [value ?? middle];
  return all.map((one) => (typeof one === 'number' ? (inPlays(unit, one) - less) / per : one));
};
