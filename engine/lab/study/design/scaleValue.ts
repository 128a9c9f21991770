import type { Json } from '../../../kernel/canonical.ts';
import { formatDuration, parseDuration } from '../../../kernel/time.ts';

/**
 * Scales a value of a scenario to a percentage: a duration, a rate, a number; of a distribution, all of its durations, and none of the numbers that are
 * its shape. Undefined if nothing in it can grow.
 */
export const scaleValue = (value: Json | undefined, percent: number): Json | undefined => {
  if (typeof value === 'number') return roundTo((value * percent) / 100);
  const scaled = scaleTexts(value ?? null, percent);
  return JSON.stringify(scaled) === JSON.stringify(scaleTexts(value ?? null, 100)) && percent !== 100 ? undefined : scaled;
};

const scaleTexts = (value: Json, percent: number): Json => {
  if (typeof value === 'string') return scaleText(value, percent);
  if (Array.isArray(value)) return value.map((item: Json) => scaleTexts(item, percent));
  if (value === null || typeof value !== 'object') return value;
  // In a time by size, the time grows, and not the size.
  if (Object.hasOwn(value, 'bySize')) {
    const { bySize, ...bounds } = value as { readonly [key: string]: Json };
    const { size, ...times } = bySize as { readonly [key: string]: Json };
    return { bySize: { size: size ?? null, ...(scaleTexts(times, percent) as object) }, ...(scaleTexts(bounds, percent) as object) };
  }
  if (Object.hasOwn(value, 'file') && Object.hasOwn(value, 'column')) return scaleColumn(value as Column, percent);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, scaleTexts(part ?? null, percent)]));
};

interface Column {
  readonly [key: string]: Json;
}

/** Scales a column of a file, which may have been scaled before. */
const scaleColumn = (column: Column, percent: number): Json => ({
  ...column,
  times: roundTo(((typeof column['times'] === 'number' ? column['times'] : 1) * percent) / 100),
});

const scaleText = (text: string, percent: number): string => {
  const ms = parseDuration(text);
  if (ms !== undefined) return formatDuration(Math.round((ms * percent) / 100));
  const [, count, every] = /^(\d+(?:\.\d+)?)(\/\d*(?:ms|s|m|h))$/.exec(text) ?? [];
  return count === undefined ? text : `${roundTo((Number(count) * percent) / 100)}${every}`;
};

/** The number of decimals of a rate. */
const roundTo = (value: number): number => Number(value.toFixed(6));
