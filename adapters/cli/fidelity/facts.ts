import { computeError, errorText, type FactReport, type JudgedValue } from '../../../engine/lab/fidelity/index.ts';

/** What a fact shows, two lines for each of its values: what was seen, and the median of the plays with their middle 90 %, and the error. */
export const factLines = (report: FactReport): readonly string[] => [
  factLine(report),
  ...report.judgments.flatMap((judgment) => [
    `    ${judgment.what}`,
    `      ${sayObserved(judgment).padEnd(26)} ${playsText(judgment).padEnd(34)} ${nameVerdict(judgment)}`,
  ]),
];

/** A fact with its error. */
export const factLine = (report: FactReport): string => `  ${report.fact}  ${factHeading(report)}`;

export const factHeading = (report: FactReport): string => {
  const error = computeError(report, 'all');
  return `${error === undefined ? '' : `${errorText(error)} off: `}${report.title}`;
};

export const sayObserved = ({ observed, as, unit }: JudgedValue): string => {
  const inOrder = observed.every((one) => typeof one === 'number') ? [...observed].sort((a, b) => a - b) : observed;
  const numbers = inOrder.map((one) => (typeof one === 'number' ? shorten(one, unit) : String(one)));
  const [first = '', ...others] = numbers;
  const values = others.length === 0 ? first : `${first}…${others.at(-1)}`;
  return `seen ${as === '' ? '' : `${as} `}${values}`;
};

export const playsText = ({ predicted, unit }: JudgedValue): string =>
  predicted === undefined
    ? 'plays nothing'
    : `plays ${shorten(predicted.median, unit)} (${shorten(predicted.low, unit)}…${shorten(predicted.high, unit)})`;

export const nameVerdict = ({ error, right, unseen }: JudgedValue): string => {
  if (unseen === true) return 'not judged';
  if (right !== undefined) return right ? 'right' : 'WRONG';
  return `${error !== undefined && error > 0 ? '+' : ''}${errorText(error)}`;
};

/** Times in seconds, all else as it is, with three digits that mean something. */
export const shorten = (value: number, unit: string): string => {
  const isTime = ['ms', 's', 'min', 'h', 'd'].includes(unit);
  const shown = Number((isTime ? value / 1_000 : value).toPrecision(3));
  return isTime ? `${shown}s` : String(shown);
};
