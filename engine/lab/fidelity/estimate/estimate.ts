import type { GroundedValue } from '../../../cloud/timing/timingValue.ts';
import { ln } from '../../../kernel/math/exactMath.ts';
import type { ValueSpec } from '../format.ts';
import type { Observation } from '../observation.ts';
import { inPlays } from '../units.ts';
import { estimators, listNumbers, medianByRun, type Usual, usualDeviation } from './estimators.ts';
import { groupLevels, poolLevels } from './levels.ts';
import { type EstimatorName, type QuantityName, quantities, quantityNames, type TimeKind } from './quantities.ts';
import type { Seen } from './seen.ts';

/** A quantity that observations gave a value, with its evidence. */
export interface EstimatedQuantity {
  readonly name: QuantityName;
  readonly timing: GroundedValue;
  readonly seen: readonly Seen[];
}

/**
 * The values of a timing that these observations give, each with its evidence. Observations count before documentation; an interpretation
 * is never evidence.
 */
export const estimateTiming = (observations: readonly Observation[]): readonly GroundedValue[] =>
  [...estimateQuantities(observations).values()].map(({ timing }) => timing);

/** The same by quantity. A quantity that contains another is estimated after it, and the value of the other is subtracted. */
export const estimateQuantities = (observations: readonly Observation[]): ReadonlyMap<QuantityName, EstimatedQuantity> => {
  const grounds = new Map<QuantityName, readonly Telling[]>();
  for (const name of quantityNames) {
    const { from = name, orElse } = quantities[name];
    const own = collectEvidence(observations, from, grounds);
    grounds.set(name, own.length > 0 || orElse === undefined ? own : collectEvidence(observations, orElse, grounds));
  }
  const usual = deviationsByKind(grounds);
  const found = new Map<QuantityName, EstimatedQuantity>();
  for (const name of quantityNames) {
    const told = grounds.get(name) ?? [];
    if (told.length === 0) continue;
    const { setting, mechanism, estimator, open, of } = quantities[name];
    const seen = collectSeen(told);
    const { value, words, spread } = estimators[estimator](seen, usual[of ?? 'containers']);
    const facts = [...new Set(told.map(({ fact }) => fact))].sort();
    const restsOn = { facts, values: seen.length, estimator: words, spread, open };
    found.set(name, { name, seen, timing: { setting, value, mechanism, ...restsOn } });
  }
  return found;
};

/** How far the logarithms of a time usually deviate, for each kind. */
const deviationsByKind = (grounds: Grounds): Readonly<Record<TimeKind, Usual>> => {
  const collectSamples = (kind: TimeKind, ...names: readonly EstimatorName[]) =>
    quantityNames
      // Evidence that another quantity has, too, counts once.
      .filter((name) => quantities[name].from === undefined)
      .filter((name) => names.includes(quantities[name].estimator) && (quantities[name].of ?? 'containers') === kind)
      .map((name) => collectSeen(grounds.get(name)));
  const compute = (kind: TimeKind): Usual => ({
    deviation: usualDeviation(collectSamples(kind, 'lognormal', 'levels', 'pools').map(listNumbers)),
    levels: poolLevels(collectSamples(kind, 'levels').map(groupLevels)),
  });
  return { calls: compute('calls'), restores: compute('restores'), containers: compute('containers') };
};

interface Telling {
  readonly fact: string;
  readonly kind: ValueSpec['kind'];
  readonly seen: readonly Seen[];
}

const collectSeen = (told: readonly Telling[] = []): readonly Seen[] => told.flatMap(({ seen }) => seen);

type Grounds = ReadonlyMap<QuantityName, readonly Telling[]>;

/** Observations; documentation if there are none. */
const collectEvidence = (observations: readonly Observation[], name: QuantityName, known: Grounds): readonly Telling[] => {
  const told = observations.flatMap((observation) => collectTellings(observation, name, known));
  const observed = told.filter(({ kind }) => kind === 'observed');
  return observed.length > 0 ? observed : told.filter(({ kind }) => kind === 'documented');
};

const collectTellings = ({ spec }: Observation, name: QuantityName, known: Grounds): readonly Telling[] =>
  (spec.values ?? []).flatMap((value) => {
    const { tells, kind } = value;
    if (tells?.quantity !== name) return [];
    const seen = valuesIn(value, tells, spec.run, known);
    return seen === undefined ? [] : [{ fact: spec.fact, kind, seen }];
  });

/**
 * The values themselves; the median of a sample if only that is known, and the middle of a range. Undefined if a value contains a quantity
 * without other evidence: then it is no evidence itself.
 */
const valuesIn = (
  { unit, value, values, range, quantiles, n, of, bound }: ValueSpec,
  { less = [], per = 1, after, image }: NonNullable<ValueSpec['tells']>,
  run: string,
  known: Grounds,
): readonly Seen[] | undefined => {
  const parts = [less].flat().map((part) => (typeof part === 'number' ? part : findMiddle(known.get(part as QuantityName))));
  if (parts.includes(undefined)) return undefined;
  const off = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const middle = range === undefined ? quantiles?.['0.5'] : (range[0] + range[1]) / 2;
  const scatter = n === undefined ? undefined : measureScatter(quantiles, n);
  const all: readonly unknown[] = values ?? [value ?? middle];
  return all.map((one, k) => ({
    run,
    image: (typeof image === 'object' ? image[k] : image) ?? run,
    value: typeof one === 'number' ? Math.max(0, (inPlays(unit, one) - off) / per) : one,
    ...(scatter === undefined ? {} : { scatter }),
    ...(of === undefined ? {} : { of }),
    ...(bound === 'at least' ? { isOpen: true as const } : {}),
    ...(after === undefined ? {} : { after }),
  }));
};

/** The scatter of a sample whose quartiles are known, as if its logarithms were normal. */
const measureScatter = (quantiles: ValueSpec['quantiles'], count: number): Seen['scatter'] => {
  const [lower, upper] = [quantiles?.['0.25'], quantiles?.['0.75']];
  return lower === undefined || upper === undefined ? undefined : { deviation: ln(upper / lower) / quartilesApart, count };
};

/** How many standard deviations the quartiles of a normal distribution lie apart. */
const quartilesApart = 1.349;

/** The median of a quantity, each run counted once. */
const findMiddle = (told: readonly Telling[] = []): number | undefined => (told.length === 0 ? undefined : medianByRun(collectSeen(told)));
