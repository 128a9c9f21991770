import Table from 'cli-table3';
import { type FactReport, type JudgedValue, type Summary, summarize, unseenIn } from '../../../engine/lab/fidelity/index.ts';

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

/** The figures of a way to judge; where something was not judged also those with it. */
export const linesOf = (words: string, reports: readonly FactReport[], end = ''): readonly string[] => {
  const unseen = unseenIn(reports);
  const judged = `${words}: ${figuresOf(summarize(reports))}${end}`;
  if (unseen.length === 0) return [judged];
  return [
    judged,
    `  not judged, because no other has seen what they rest on: ${unseen.map(({ fact }) => fact).join(', ')}`,
    `  with these ${unseen.length}, which are then compared with the textbook: ${figuresOf(summarize(reports, 'all'))}`,
  ];
};

/** Constants that are documented are no measurements: being right about them is free. */
export const lineOfConstants = (reports: readonly FactReport[]): string => {
  const { facts, error, withinQuarter } = summarize(reports, 'documented');
  return facts === 0
    ? ''
    : `documented, and counted nowhere else: ${facts} facts, median error ${percent(error)}, ${percent(withinQuarter)} within a quarter`;
};

const figuresOf = ({ error, withinQuarter, coverage, measured, facts }: Summary): string =>
  `median error ${percent(error)}, ${percent(withinQuarter)} of ${measured} facts within a quarter, ${percent(coverage)} of the values of ${facts} in the band`;

const percent = (share: number | undefined): string => (share === undefined ? '' : `${Math.round(share * 100)} %`);

const textOfSeen = ({ observed, as, unit }: JudgedValue): string => {
  const numbers = observed.map((one) => (typeof one === 'number' ? shorten(one, unit) : String(one)));
  const [first = '', ...others] = numbers;
  const values = others.length === 0 ? first : `${first}…${others.at(-1)}`;
  return `seen ${`${as === '' ? '' : `${as} `}${values}`.padEnd(16)}`;
};

const verdictOf = ({ predicted, error, right, unit, unseen }: JudgedValue): string => {
  const band =
    predicted === undefined
      ? 'nothing'
      : `${shorten(predicted.median, unit)} (${shorten(predicted.low, unit)}…${shorten(predicted.high, unit)})`;
  const verdict = right === undefined ? `${error !== undefined && error > 0 ? '+' : ''}${percent(error)}` : right ? 'right' : 'WRONG';
  return `plays ${band.padEnd(24)} ${verdict}${unseen === true ? ' (not judged: no other has seen this)' : ''}`;
};

/** Times in seconds, all else as it is. */
const shorten = (value: number, unit: string): string =>
  ['ms', 's', 'min', 'h', 'd'].includes(unit) ? `${Math.round(value / 10) / 100}s` : String(Math.round(value * 100) / 100);
