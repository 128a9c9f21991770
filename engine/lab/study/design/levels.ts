import { canonicalText, type Json } from '../../../kernel/canonical.ts';
import { parseDuration } from '../../../kernel/time.ts';
import { amountText } from '../measure/amount.ts';
import { valueText } from '../study.ts';

/** A value of a setting; or a range of values, ends included, if a sample drew too many. */
export interface SettingLevel {
  readonly from: Json;
  readonly to: Json;
}

/** The levels of a setting in a picture: numbers and durations in ascending order, anything else in the order of the file. */
export interface SettingLevels {
  readonly name: string;
  readonly levels: readonly SettingLevel[];
}

/** A sample with no more different values of a setting is not divided. */
const valuesMax = 10;
/** The most parts that the values of a sample are divided into. */
const partsMax = 8;

/**
 * The levels of a setting. `values` has its value in each configuration, and `listed` the values of the file, if it lists them. In a grid
 * each value is a level. A sample may have as many values as configurations: then they are divided, in their order, into parts of the same
 * size; few enough that two settings crossed have two configurations for each pair of parts, on average.
 */
export const findLevels = (name: string, values: readonly Json[], listed: readonly Json[], isSampled: boolean): SettingLevels => {
  if (values.some((value) => readNumber(value) === undefined)) return { name, levels: sortAsListed(listed, distinct(values)).map(alone) };
  const sorted = [...values].sort((a, b) => (readNumber(a) ?? 0) - (readNumber(b) ?? 0));
  const unlike = distinct(sorted);
  return { name, levels: isSampled && unlike.length > valuesMax ? parts(sorted, partsFor(values.length)) : unlike.map(alone) };
};

/** Tells the number of the level that a value belongs to, from 0; -1 for a value that no configuration has. */
export const levelReader = ({ levels }: SettingLevels): ((value: Json) => number) => {
  const names = new Map(levels.map(({ from }, k) => [canonicalText(from), k]));
  const ends = levels.map(({ from, to }) => ({ low: readNumber(from) ?? Number.NaN, high: readNumber(to) ?? Number.NaN }));
  return (value) => {
    const number = readNumber(value);
    return names.get(canonicalText(value)) ?? ends.findIndex(({ low, high }) => number !== undefined && low <= number && number <= high);
  };
};

/** A number, or the milliseconds of a duration; undefined for any other value. */
export const readNumber = (value: Json): number | undefined =>
  typeof value === 'number' ? value : typeof value === 'string' ? parseDuration(value) : undefined;

/** A value as it is written; of a part of a sample both ends, durations to three digits. */
export const levelText = ({ from, to }: SettingLevel): string =>
  canonicalText(from) === canonicalText(to) ? valueText(from) : `${endText(from)}–${endText(to)}`;

const endText = (value: Json): string => (typeof value === 'string' ? amountText(readNumber(value) ?? 0, 'ms') : valueText(value));

const alone = (value: Json): SettingLevel => ({ from: value, to: value });

const distinct = (values: readonly Json[]): readonly Json[] => [
  ...new Map(values.map((value) => [readNumber(value) ?? canonicalText(value), value])).values(),
];

const sortAsListed = (listed: readonly Json[], values: readonly Json[]): readonly Json[] => {
  const order = new Map(listed.map((value, k) => [canonicalText(value), k]));
  const place = (value: Json): number => order.get(canonicalText(value)) ?? order.size;
  return [...values].sort((a, b) => place(a) - place(b));
};

const partsFor = (count: number): number => {
  let most = 2;
  while (most < partsMax && (most + 1) * (most + 1) * 2 <= count) most += 1;
  return most;
};

/** Equal values are never divided: they all belong to the part of the first of them. */
const parts = (sorted: readonly Json[], count: number): readonly SettingLevel[] => {
  const members: Json[][] = [];
  for (const [k, value] of sorted.entries()) {
    const part = Math.floor((k * count) / sorted.length);
    const isTwin = k > 0 && readNumber(sorted[k - 1] as Json) === readNumber(value);
    if (isTwin || members[part] !== undefined) (members.at(-1) as Json[]).push(value);
    else members[part] = [value];
  }
  return members.flatMap((one) => [{ from: one[0] as Json, to: one.at(-1) as Json }]);
};
