import type { Difference } from '../../../engine/compare/index.ts';
import { parseDuration, sayDuration, suggestionAmong } from '../../../engine/kernel/index.ts';
import { BadInput } from '../terminal/exit.ts';
import { pc, print } from '../terminal/terminal.ts';

/** A limit on the difference between two runs, such as `delayTime.p95 > +10%`. */
export interface Threshold {
  readonly text: string;
  readonly metric: string;
  readonly isMore: boolean;
  readonly most: number;
  /** Per cent of the first run's value; otherwise in the unit of the metric. */
  readonly isShare: boolean;
}

export const parseThresholds = (texts: readonly string[] = []): readonly Threshold[] => texts.map(parseThreshold);

const parseThreshold = (text: string): Threshold => {
  const [, name = '', sign = '', amount = ''] = /^\s*(.+?)\s*([<>])\s*([+-]?\S+)\s*$/.exec(text) ?? [];
  const number = Number(amount.replace(/%$/, ''));
  const ms = parseDuration(amount.replace(/^[+-]/, ''));
  const most = Number.isNaN(number) && ms !== undefined ? ms * (amount.startsWith('-') ? -1 : 1) : number;
  if (name === '' || amount === '' || Number.isNaN(most))
    throw new BadInput(
      `--fail-if '${text}' is no threshold; write it like 'delayTime.p95 > +10%', 'delayTime.p95 > 2s' or 'completed < -1'`,
    );
  return { text, metric: name, isMore: sign === '>', most, isShare: amount.endsWith('%') };
};

/** Says of each threshold whether the difference is beyond it. */
export const printThresholds = (thresholds: readonly Threshold[], differences: readonly Difference[]): void => {
  const found = thresholds.map((threshold) => [threshold, differenceFor(threshold, differences)] as const);
  const lines = found.map(([threshold, one]) => [isBeyond(threshold, one), `${threshold.text}: ${differenceText(one)}`] as const);
  if (lines.length > 0) print('\n');
  for (const [isBroken, words] of lines) print(`${isBroken ? '✗' : '✓'} ${words}\n`, isBroken ? pc.red : pc.green);
};

/** Whether the difference of any is beyond its threshold. */
export const breaksThreshold = (thresholds: readonly Threshold[], differences: readonly Difference[]): boolean =>
  thresholds.some((threshold) => isBeyond(threshold, differenceFor(threshold, differences)));

const differenceFor = ({ text, metric }: Threshold, differences: readonly Difference[]): Difference => {
  const found = differences.find(({ name }) => name === metric);
  if (found !== undefined) return found;
  const known = differences.map(({ name }) => name);
  throw new BadInput(
    `--fail-if '${text}': there is no metric '${metric}' to compare${suggestionAmong(metric, known, `the metrics are ${known.join(', ')}`)}`,
  );
};

const isBeyond = ({ isMore, most, isShare }: Threshold, { without, difference }: Difference): boolean => {
  if (without === null || difference === null) return false;
  const change = isShare ? computeShare(difference.mean, without) : difference.mean;
  return isMore ? change > most : change < most;
};

/** In per cent. A value that grows from zero has grown beyond all bounds. */
const computeShare = (difference: number, before: number): number => {
  if (difference === 0) return 0;
  return before === 0 ? Math.sign(difference) * Number.POSITIVE_INFINITY : (100 * difference) / before;
};

const differenceText = ({ unit, without, with: changed, difference, replications }: Difference): string => {
  if (without === null || changed === null || difference === null) return 'no run has both values, so nothing is compared';
  const amount = (value: number): string =>
    unit === 'ms'
      ? sayDuration(Math.round(value))
      : `${Number(value.toPrecision(4))}${unit === 'share' || unit === 'jobs' ? '' : ` ${unit}`}`;
  const share = computeShare(difference.mean, without);
  const percent = Number.isFinite(share) ? ` (${share > 0 ? '+' : ''}${Number(share.toFixed(1))} %)` : '';
  return `${amount(without)} to ${amount(changed)}${percent}${replications === 1 ? '' : `, over ${replications} seeds`}`;
};
