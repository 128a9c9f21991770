import { ln } from '../../../kernel/math/exactMath.ts';

/** The scale of an axis: the positions of values, and the tick labels. */
export interface PlotScale {
  /** From 0 to 1. */
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
  /** Whether equal distances are equal factors. */
  readonly isLog: boolean;
}

/** Values that differ by a larger factor are shown by their logarithms. */
const factorMax = 20;
/** The part of the axis that stays free at each end. */
const margin = 0.06;

/** A scale for these values, with a bounded number of ticks. Durations are in milliseconds. */
export const plotScale = (values: readonly number[], unit: string, ticksMax: number): PlotScale => {
  const known = values.length === 0 ? [0, 1] : values;
  const [least, most] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
  // A duration of 0 has no logarithm: below a millisecond there is nothing to tell apart.
  const shift = unit === 'ms' ? 1 : 0;
  const isLog = least + shift > 0 && most + shift > factorMax * (least + shift);
  const bend = (value: number): number => (isLog ? ln(value + shift) : value);
  const [low, high] = [bend(least), bend(most)];
  // A single value is in the middle.
  const reach = high > low ? high - low : 1;
  const [start, span] = high > low ? [low - margin * reach, (1 + 2 * margin) * reach] : [low - 0.5, 1];
  const place = (value: number): number => (bend(value) - start) / span;
  if (high <= low) return { place, ticks: [least], isLog };
  const candidates = isLog ? logTicks(unit, most) : linearTicks(least, most, unit, ticksMax);
  const ticks = candidates.filter((tick) => place(tick) >= 0 && place(tick) <= 1);
  return { place, ticks: thin(ticks, ticksMax), isLog };
};

/** Every second one, or third …, so that there are not too many. */
const thin = (ticks: readonly number[], most: number): readonly number[] => {
  const step = Math.ceil(ticks.length / most);
  return ticks.filter((_, k) => k % step === 0);
};

// biome-ignore format: a table
const durations: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000,
  3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000, 604_800_000,
];

// biome-ignore format: a table
const decades: readonly number[] = [
  0, 1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 86_400_000, 864_000_000,
];

const logTicks = (unit: string, most: number): readonly number[] => {
  if (unit === 'ms') return decades;
  const ticks: number[] = [];
  let tick = 1e-9;
  while (tick <= most && ticks.length < 40) {
    ticks.push(Number(tick.toPrecision(6)));
    tick *= 10;
  }
  return ticks;
};

const linearTicks = (least: number, most: number, unit: string, ticksMax: number): readonly number[] => {
  const step = stepFrom((most - least) / Math.max(1, ticksMax - 1), unit);
  const first = Math.ceil(least / step - margin);
  const last = Math.floor(most / step + margin);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => Number(((first + k) * step).toPrecision(12)));
};

/** The next of 1, 2, 5, 10, 20 …; of durations the next that people read well. */
const stepFrom = (least: number, unit: string): number => {
  const duration = unit === 'ms' ? durations.find((step) => step >= least) : undefined;
  if (duration !== undefined) return duration;
  let power = 1;
  while (power > least) power /= 10;
  while (power * 10 <= least) power *= 10;
  return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= least) ?? power * 10;
};
