/** The scale of an axis: where it draws values, and its tick labels. */
export interface Scale {
  /** From 0 to 1. */
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
  /** Whether equal distances are equal factors. */
  readonly isLog: boolean;
}

interface ScaleOptions {
  /** `ms` has round durations as ticks, any other unit round numbers. */
  readonly unit: string;
  readonly ticksMax: number;
  /** Begins at 0 unless it is logarithmic. */
  readonly isFromZero?: boolean;
}

/** Values that differ by a larger factor are drawn by their logarithms. */
const factorMax = 20;
/** The part of the axis that stays free at each end. */
const margin = 0.06;
const dayMs = 86_400_000;

/** A scale with room for all of these values. Durations are in ms. */
export const fitScale = (values: readonly number[], { unit, ticksMax, isFromZero = false }: ScaleOptions): Scale => {
  const [least, most] = values.length === 0 ? [0, 1] : [findLeast(values), findMost(values)];
  // A duration of 0 has no logarithm: below a millisecond there is nothing to tell apart.
  const shift = unit === 'ms' ? 1 : 0;
  const isLog = least + shift > 0 && most + shift > factorMax * (least + shift);
  const start = isFromZero && !isLog ? Math.min(0, least) : least;
  // A single value is drawn in the middle.
  if (start === most) return { place: (value) => value - most + 0.5, ticks: [most], isLog };
  const bend = isLog ? (value: number) => Math.log(value + shift) : (value: number) => value;
  const [low, reach] = [bend(start), bend(most) - bend(start)];
  const place = (value: number): number => ((bend(value) - low) / reach + margin) / (1 + 2 * margin);
  const free = margin * (most - start);
  const candidates = isLog ? listDecades(unit, least, most) : roundTicks(start - free, most + free, ticksMax, unit);
  return {
    place,
    ticks: thin(
      candidates.filter((tick) => isWithin(place(tick))),
      ticksMax,
    ),
    isLog,
  };
};

const findLeast = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
const findMost = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
const isWithin = (place: number): boolean => place >= 0 && place <= 1;

/** Every second one, or third …, so that there are not too many. */
const thin = (ticks: readonly number[], most: number): readonly number[] => {
  const step = Math.ceil(ticks.length / most);
  return ticks.filter((_, k) => k % step === 0);
};

// biome-ignore format: a table
const decadesOfDurations: readonly number[] = [
  0, 1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 36_000_000, 86_400_000, 864_000_000,
];

const listDecades = (unit: string, least: number, most: number): readonly number[] => {
  if (unit === 'ms') return decadesOfDurations;
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  return Array.from({ length: last - first + 1 }, (_, k) => Number(`1e${first + k}`));
};

/** Round values between two, both included, at most so many. */
export const roundTicks = (low: number, high: number, most: number, unit: string): readonly number[] => {
  let ticks = listTicks(low, high, most, unit);
  for (let count = most - 1; ticks.length > most && count > 0; count--) ticks = listTicks(low, high, count, unit);
  return thin(ticks, most);
};

/** Round values between two, about so many: multiples of a round step. */
const listTicks = (low: number, high: number, count: number, unit: string): readonly number[] => {
  const step = chooseStep(high - low, count, unit);
  const first = Math.ceil(low / step - rounding);
  const length = Math.max(0, Math.floor(high / step + rounding) - first + 1);
  return Array.from({ length }, (_, k) => Number(((first + k) * step).toPrecision(12)));
};

/** Of a step, what a division may be off by. */
const rounding = 1e-9;

// Kept modules were tried: d3-scale is 8.6 kB in each page, d3-array brings its searches along. Calendar ticks (d3-time) leap from 1 s to 5, 15 and 30, and from 1 h to 3 and 6: an axis of four labels has two of them.
// biome-ignore format: a table
const durationSteps: readonly number[] = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000, 604_800_000,
];

/** The smallest round step that divides a span in at most so many. */
export const chooseStep = (span: number, count: number, unit: string): number => {
  const least = span / count;
  if (unit !== 'ms') return roundUp(least);
  return durationSteps.find((step) => step >= least) ?? roundUp(least / dayMs) * dayMs;
};

/** The next of 1, 2, 5, 10, 20 …, and of their tenths. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5].find((one) => one * power >= value * (1 - rounding)) ?? 10;
  return Number((digit * power).toPrecision(12));
};
