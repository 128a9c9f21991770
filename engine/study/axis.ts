import type { Json } from '../kernel/canonical.ts';
import { exp, ln } from '../kernel/exactMath.ts';
import { formatDuration } from '../kernel/time.ts';
import type { AxisSpec } from './format.ts';

/** What one varied setting takes on: the values of a list, or any value of a range. */
export interface Axis {
  readonly name: string;
  /** The value at a place from 0, inclusive, to 1, exclusive: lists are divided into equal parts. */
  readonly at: (place: number) => Json;
  /** The values of a grid; undefined for a range without steps. */
  readonly values: readonly Json[] | undefined;
}

export const axisOf = (name: string, spec: AxisSpec): Axis => {
  if (Array.isArray(spec)) return { name, values: spec, at: (place) => spec[Math.floor(place * spec.length)] as Json };
  const range = spec as Exclude<AxisSpec, readonly unknown[]>;
  const { steps } = range;
  return {
    name,
    at: (place) => written(range, between(range, place)),
    values:
      steps === undefined
        ? undefined
        : withoutTwins(Array.from({ length: steps }, (_, k) => written(range, between(range, steps === 1 ? 0 : k / (steps - 1))))),
  };
};

type Range = Exclude<AxisSpec, readonly unknown[]>;

const between = ({ from, to, scale }: Range, share: number): number => {
  const [low, high] = [from.value, to.value];
  if (share === 0) return low;
  if (share === 1) return high;
  return scale === 'log' ? exp(ln(low) + share * (ln(high) - ln(low))) : low + share * (high - low);
};

/** In whole milliseconds; between whole numbers as a whole number; else as it is, to six digits. */
const written = ({ from, to }: Range, value: number): Json => {
  if (from.isDuration) return formatDuration(Math.round(value));
  if (Number.isInteger(from.value) && Number.isInteger(to.value)) return Math.round(value);
  return Number(value.toPrecision(6));
};

/** Whole numbers that lie close together are rounded to the same one. */
const withoutTwins = (values: readonly Json[]): readonly Json[] => [...new Set(values)];
