import { type Distribution, quantile } from './distribution.ts';

/** A distribution of whole numbers, such as of tokens: one of durations, whose values are no times. */
export type CountDistribution = Counted<Distribution>;

type Counted<Part> = Part extends object
  ? { readonly [Name in keyof Part as Name extends 'ms' ? 'value' : Name extends `${infer Before}Ms` ? Before : Name]: Counted<Part[Name]> }
  : Part;

/** The quantile of the distribution at `u` from [0, 1), rounded to a whole number. */
export const countAt = (distribution: CountDistribution, u: number): number => quantile(timesOf(distribution), u);

/** The same distribution with its values as milliseconds. It is made once: ten million jobs may be drawn from one. */
const timesOf = (distribution: CountDistribution): Distribution => {
  const known = times.get(distribution);
  if (known !== undefined) return known;
  const made = asTimes(distribution) as Distribution;
  times.set(distribution, made);
  return made;
};

const times = new WeakMap<CountDistribution, Distribution>();

const asTimes = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(asTimes);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [values.has(name) && typeof value === 'number' ? nameOfTime(name) : name, asTimes(value)]),
  );
};

const nameOfTime = (name: string): string => (name === 'value' ? 'ms' : `${name}Ms`);

/** What is a value, and no shape or weight. */
const values = new Set(['value', 'from', 'to', 'mean', 'median', 'p95', 'scale', 'mode', 'min', 'max']);
