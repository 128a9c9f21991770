import { later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { CallInput } from './format.ts';

/** One of the calls that an input expands to. */
export interface TimedCall {
  readonly at: VirtualTime;
  readonly key: string | undefined;
}

/** Expands an input to its calls: one, or several equal ones. */
export const expandCalls = ({ at, times, key }: Pick<CallInput, 'at' | 'times' | 'key'>): readonly TimedCall[] => {
  const when = Array.isArray(at) ? at : Array.from({ length: times ?? 1 }, () => at);
  const keys = when.length === 1 ? [key] : expandKeys(key);
  return when.map((ms, k) => ({ at: later(worldStart, ms), key: keys?.[k] }));
};

/** The number of keys in a range, without making them; undefined if it is not a range. */
export const keysIn = (range: string): number | undefined => {
  const { from, to } = parseRange(range) ?? {};
  return from === undefined || to === undefined ? undefined : to - from + 1;
};

/** `load-1/1..20`, the range of numbered keys from `first` to `last`. */
export const rangeText = (first: string, last: string): string => `${first}..${numbered.exec(last)?.[2] ?? ''}`;

/** The next key, if this one ends in a number. */
export const keyAfter = (key: string): string | undefined => {
  const [, before = '', digits] = numbered.exec(key) ?? [];
  return digits === undefined ? undefined : `${before}${Number(digits) + 1}`;
};

const expandKeys = (range: string | undefined): readonly string[] | undefined => {
  const { before = '', from = 0, to = 0 } = (range === undefined ? undefined : parseRange(range)) ?? {};
  return range === undefined ? undefined : Array.from({ length: to - from + 1 }, (_, k) => `${before}${from + k}`);
};

const parseRange = (range: string): { readonly before: string; readonly from: number; readonly to: number } | undefined => {
  const [, before = '', from, to] = /^(.*?)(0|[1-9]\d{0,8})\.\.(0|[1-9]\d{0,8})$/su.exec(range) ?? [];
  return from === undefined || to === undefined ? undefined : { before, from: Number(from), to: Number(to) };
};

/** The number has no leading zeros: counting on would lose them. */
const numbered = /^(.*?)(0|[1-9]\d{0,8})$/su;
