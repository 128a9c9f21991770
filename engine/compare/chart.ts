import { timesText } from '../cloud/timing/times.ts';
import { afterFirst, alignColumns } from '../kernel/text/columns.ts';
import { formatVirtualTime, later, sayDuration, worldStart } from '../kernel/time.ts';
import { familyError } from '../statistics/holm.ts';
import type { Interval } from '../statistics/interval.ts';
import type { Measure } from './measures.ts';
import type { Difference, WhatIf } from './whatIf.ts';

/** A line of the chart and its verdict, from the view of a paying client: for an adapter that uses colors. */
export interface ChartLine {
  readonly text: string;
  /** The same without its bar, for narrow terminals. */
  readonly short?: string;
  readonly verdict: 'better' | 'worse' | 'same' | 'unclear' | 'heading';
}

/** The width of a bar: odd, so that it has a middle. */
const width = 31;

/** The effect of a change, metric by metric: both means, their difference, and a bar of its 95 % interval around zero. */
export const whatIfChart = ({ at, times, replications, differences }: WhatIf): readonly ChartLine[] => {
  const seeds =
    replications.length === 1
      ? 'one seed, so there is no interval'
      : `${replications.length} seeds, with and without${fewWords(replications.length)}`;
  return [
    { text: `changed at ${formatVirtualTime(later(worldStart, at))}; ${seeds}`, verdict: 'heading' },
    { text: `times: ${timesText(times)}`, verdict: 'heading' },
    ...differencesChart(differences, 'without', 'with'),
  ];
};

/** By chance alone, five pairs of runs all differ in one direction in one case of 16, and six in one of 32: less than one of 20. */
const seedsMin = 6;

/** What the number of seeds means for the intervals. */
export const fewWords = (seeds: number): string => (seeds < seedsMin ? ' (few, so intervals are wide)' : '');

/** The same for any two runs that were measured, or means of them; the names head the two columns. */
export const differencesChart = (differences: readonly Difference[], nameA: string, nameB: string): readonly ChartLine[] => {
  const rows = differences.map(differenceCells);
  const heads = ['', nameA, nameB, 'difference', '95 % interval'];
  const [heading = '', ...lines] = alignColumns([heads, ...rows], afterFirst);
  return [
    { text: heading, verdict: 'heading' },
    ...differences.map((one, k) => {
      const short = lines[k] ?? '';
      return { text: `${short.padEnd(heading.length)}  ${bar(one.difference)}`.trimEnd(), short, verdict: judgeDifference(one) };
    }),
  ];
};

/** The chart without colors. */
export const whatIfText = (result: WhatIf): string =>
  whatIfChart(result)
    .map(({ text }) => `${text.trimEnd()}\n`)
    .join('');

/**
 * Whether the change makes a difference beyond chance, and whether it is better or worse. The probability that decides is adjusted for the
 * number of metrics: an interval of one metric alone may leave zero out by chance.
 */
export const judgeDifference = ({
  difference,
  better,
  probability,
}: Pick<Difference, 'difference' | 'better' | 'probability'>): ChartLine['verdict'] => {
  if (difference === null) return 'same';
  const { mean, low, high } = difference;
  if (mean === 0 && (low === null || low === high)) return 'same';
  if (probability > familyError) return 'unclear';
  return mean > 0 === (better === 'more') ? 'better' : 'worse';
};

/** What a row of the table says: the metric, both means, their difference, and its interval. */
export const differenceCells = ({ name: measure, unit, without, with: changed, difference }: Difference): readonly string[] => {
  const name = unit === 'USD' ? `${measure} (USD)` : measure;
  if (without === null || changed === null || difference === null) return [name, 'none', 'none', '', ''];
  return [
    name,
    formatValue(without, unit),
    formatValue(changed, unit),
    formatSigned(difference.mean, unit),
    intervalWords(difference, unit),
  ];
};

const intervalWords = ({ mean, low, high }: Interval, unit: Measure['unit']): string => {
  if (low === null || high === null) return mean === 0 ? 'no difference' : '';
  if (low < high) return `${formatSigned(low, unit)} to ${formatSigned(high, unit)}`;
  return mean === 0 ? 'no difference' : 'the same with every seed';
};

/** A bar for an interval: `├──●──┤`, on a scale of its own with zero in the middle. */
const bar = (difference: Interval | null): string => {
  if (difference === null || (difference.mean === 0 && difference.low === difference.high)) return '';
  const { mean, low, high } = { mean: difference.mean, low: difference.low ?? difference.mean, high: difference.high ?? difference.mean };
  const reach = Math.max(Math.abs(low), Math.abs(high));
  const place = (value: number): number => (reach === 0 ? (width - 1) / 2 : Math.round(((value / reach + 1) * (width - 1)) / 2));
  const cells: string[] = Array.from({ length: width }, (_, k) => (k >= place(low) && k <= place(high) ? '─' : ' '));
  const zero = (width - 1) / 2;
  cells[zero] = cells[zero] === '─' ? '┼' : '│';
  if (place(low) < place(high)) {
    cells[place(low)] = '├';
    cells[place(high)] = '┤';
  }
  cells[place(mean)] = '●';
  return cells.join('');
};

const formatValue = (value: number, unit: Measure['unit']): string => {
  if (unit === 'ms') return sayDuration(Math.round(value));
  if (unit === 'USD') return value.toFixed(4);
  if (unit === 'tokens/USD') return value.toFixed(0);
  return unit === 'share' ? `${(value * 100).toFixed(1)} %` : value.toFixed(1);
};

const formatSigned = (value: number, unit: Measure['unit']): string => {
  const text = formatValue(Math.abs(value), unit);
  // Too small to be shown, but a difference.
  if (text === formatValue(0, unit)) return value === 0 ? text : `~${text}`;
  return `${value < 0 ? '-' : '+'}${text}`;
};
