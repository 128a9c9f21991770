import Table from 'cli-table3';
import type { FactReport, Summary, ValueReport } from '../../../engine/lab/fidelity/index.ts';

/** What a fact shows, one line for each of its values: what was seen, the median of the plays with their middle 90 %, and the error. */
export const factLines = ({ fact, title, judgments }: FactReport): readonly string[] => [
  `${fact}  ${title}`,
  ...judgments.map((judgment) => `  ${judgment.what.padEnd(34).slice(0, 34)} ${textOfSeen(judgment)} ${verdictOf(judgment)}`),
];

/** The table by mechanism. */
export const tableOf = (rows: readonly (readonly [string, Summary])[]): string => {
  const table = new Table({
    head: ['mechanism', 'facts', 'median error', 'within 25 %', 'in the band', 'counts right'],
    style: { head: [], border: [], compact: true },
  });
  for (const [name, { facts, error, withinQuarter, coverage, right, named }] of rows)
    table.push([name, String(facts), percent(error), percent(withinQuarter), percent(coverage), named === 0 ? '' : `${right} of ${named}`]);
  return table.toString();
};

export const summaryLine = (words: string, { error, withinQuarter, coverage, measured }: Summary): string =>
  `${words}: median error ${percent(error)}, ${percent(withinQuarter)} of ${measured} facts within a quarter, ${percent(coverage)} of values in the band`;

const percent = (share: number | undefined): string => (share === undefined ? '' : `${Math.round(share * 100)} %`);

const textOfSeen = ({ observed, as, unit }: ValueReport): string => {
  const numbers = observed.map((one) => (typeof one === 'number' ? shorten(one, unit) : String(one)));
  const [first = '', ...others] = numbers;
  const values = others.length === 0 ? first : `${first}…${others.at(-1)}`;
  return `seen ${`${as === '' ? '' : `${as} `}${values}`.padEnd(16)}`;
};

const verdictOf = ({ predicted, error, right, unit }: ValueReport): string => {
  const band =
    predicted === undefined
      ? 'nothing'
      : `${shorten(predicted.median, unit)} (${shorten(predicted.low, unit)}…${shorten(predicted.high, unit)})`;
  const verdict = right === undefined ? `${error !== undefined && error > 0 ? '+' : ''}${percent(error)}` : right ? 'right' : 'WRONG';
  return `plays ${band.padEnd(24)} ${verdict}`;
};

/** Times in seconds, all else as it is. */
const shorten = (value: number, unit: string): string =>
  ['ms', 's', 'min', 'h', 'd'].includes(unit) ? `${Math.round(value / 10) / 100}s` : String(Math.round(value * 100) / 100);
