import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { exp, ln } from '../../../kernel/math/exactMath.ts';
import { formatDuration } from '../../../kernel/time.ts';
import type { AxisSpec } from '../format/format.ts';

/** The values that one varied setting takes: the values of a list, or any value of a range. */
export interface Axis {
  readonly name: string;
  /** The value at a place from 0, inclusive, to 1, exclusive. Values of a list, and whole numbers, have equal shares of the places. */
  readonly at: (place: number) => Json;
  /** The values of a grid; undefined for a range without steps. */
  readonly values: readonly Json[] | undefined;
}

type Range = Exclude<AxisSpec, readonly unknown[]>;

export const buildAxis = (name: string, spec: AxisSpec): Axis => {
  if (isList(spec)) return { name, values: spec, at: (place) => spec[Math.floor(place * spec.length)] as Json };
  const { steps } = spec;
  return {
    name,
    at: (place) => valueAt(spec, place),
    values: steps === undefined ? undefined : withoutTwins(Array.from({ length: steps }, (_, k) => stepAt(spec, k / (steps - 1)))),
  };
};

const isList = (spec: AxisSpec): spec is Extract<AxisSpec, readonly unknown[]> => Array.isArray(spec);

/** The value of a grid at a share of the way, from 0 to 1. Both ends are exactly as they are written. */
const stepAt = (range: Range, share: number): Json => {
  const { from, to } = range;
  if (share === 0) return writeLevel(range, from.value);
  if (share === 1) return writeLevel(range, to.value);
  const unit = findUnit(range);
  const value = between(range, from.value, to.value, share);
  return writeLevel(range, unit === undefined ? Number(value.toPrecision(6)) : Math.round(value / unit) * unit);
};

/** The value of a sample at a place. The range of whole values is one unit longer, so that the last value is as likely as the others. */
const valueAt = (range: Range, place: number): Json => {
  const { from, to } = range;
  const unit = findUnit(range);
  if (unit === undefined)
    return writeLevel(range, place === 0 ? from.value : Number(between(range, from.value, to.value, place).toPrecision(6)));
  const whole = Math.floor(between(range, from.value, to.value + unit, place) / unit) * unit;
  return writeLevel(range, Math.min(to.value, Math.max(from.value, whole)));
};

const between = ({ scale }: Range, low: number, high: number, share: number): number =>
  scale === 'log' ? exp(ln(low) + share * (ln(high) - ln(low))) : low + share * (high - low);

/** Between two whole numbers values are whole, as they are between whole seconds, and between other durations in milliseconds. */
const findUnit = ({ from, to }: Range): number | undefined => {
  if (from.isDuration) return from.isWhole && to.isWhole ? 1_000 : 1;
  return from.isWhole && to.isWhole ? 1 : undefined;
};

const writeLevel = ({ from }: Range, value: number): Json => (from.isDuration ? durationText(value) : value);

const minuteMs = 60_000;

/** Formats a duration for people: `3.915s`, `2m13s`. */
const durationText = (ms: number): string => {
  const rest = ms % minuteMs;
  if (rest < 1_000 && ms < 1_000) return formatDuration(ms);
  const minutes = ms === rest ? '' : formatDuration(ms - rest);
  return rest === 0 ? minutes : `${minutes}${rest / 1_000}s`;
};

/** Whole numbers that lie close together are rounded to the same one. */
export const withoutTwins = <Value extends Json | readonly Json[]>(values: readonly Value[]): readonly Value[] => [
  ...new Map(values.map((value) => [canonicalText(value as Json), value] as const)).values(),
];
