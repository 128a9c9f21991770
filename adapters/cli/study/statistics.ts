import { type DifferenceReport, type StudyReport, valueText } from '../../../engine/lab/study/index.ts';
import { foldLine, pc, plain } from '../terminal/terminal.ts';
import { measureText } from './amounts.ts';
import { alignColumn, fitting, formatLines, type MeasureColumn, measureWidth } from './table.ts';

/** More rows would fill screens. */
const rowsMax = 40;

/** How each configuration differs from the baseline, as a table that is at most so many columns wide; nothing without a baseline. */
export const differencesText = ({ comparison, configurations, varied, measures }: StudyReport, columns: number): readonly string[] => {
  if (comparison === null) return [];
  const { baseline, differences } = comparison;
  const byPlace = new Map(differences.map((one) => [`${one.configuration} ${one.measure}`, one]));
  const others = configurations.filter(({ number }) => number !== baseline);
  const rows = others.slice(0, rowsMax);
  const fixed = varied.map((name, k) =>
    alignColumn(
      name,
      rows.map(({ values }) => plain(valueText(values[k]))),
    ),
  );
  const all = measures.map(
    ({ name, unit }): MeasureColumn => ({
      name,
      column: alignColumn(
        name,
        rows.map(({ number }) => differenceText(byPlace.get(`${number} ${name}`), unit)),
      ),
    }),
  );
  const shown = fitting(all, [], (some) => measureWidth([...fixed, ...some.map(({ column }) => column)]) <= columns);
  const found = differences.filter(({ verdict }) => verdict === 'more' || verdict === 'less').length;
  const values = configurations.find(({ number }) => number === baseline)?.values ?? [];
  const settings = varied.map((name, k) => `${name}=${valueText(values[k])}`).join(' ');
  const hidden = all.filter((one) => !shown.includes(one)).map(({ name }) => name);
  return [
    '',
    ...foldLine(plain(`differences from ${settings}, seed by seed`), columns).map((line) => pc.bold(line)),
    ...formatLines([...fixed, ...shown.map(({ column }) => column)]),
    ...(others.length > rows.length ? [`… and ${others.length - rows.length} configurations more: --json has them all`] : []),
    ...(hidden.length > 0 ? foldLine(`no room for ${hidden.join(', ')}: --json has them`, columns) : []),
    ...foldLine(`* beyond chance: ${found} of ${differences.length}, with Holm’s correction for their number, at 5 %`, columns),
  ];
};

const differenceText = (one: DifferenceReport | undefined, unit: string): string => {
  if (one === undefined) return 'none ';
  const { pairs: n, mean, high, verdict } = one;
  if (verdict === 'same') return 'same ';
  const size = Math.abs(mean);
  const reach = high === null ? null : high - mean;
  const text = measureText({ n, mean: size, low: reach === null ? null : size - reach, high: reach === null ? null : size + reach }, unit);
  return `${mean < 0 ? '-' : '+'}${text}${verdict === 'unclear' ? ' ' : '*'}`;
};

/** What was left out as warm-up. */
export const warmUpWords = ({ warmUp }: StudyReport): readonly string[] => {
  const cuts = (warmUp ?? []).flatMap(({ cut }) => cut ?? []);
  if (cuts.length === 0) return [];
  const [least, most] = [Math.min(...cuts), Math.max(...cuts)];
  const first = least === most ? `the first ${most}` : `from the first ${least} to the first ${most}`;
  return [most === 0 ? 'Warm-up: none was found (MSER-5).' : `Warm-up: ${first} delays are left out of averages (MSER-5).`];
};

/** Many configurations may have the same to say. */
const warningsMax = 10;

/** What a reader must know before believing a figure. */
export const warningWords = ({ warnings }: StudyReport): readonly string[] => [
  ...warnings
    .slice(0, warningsMax)
    .map(({ configuration, words }) => `${configuration === null ? '' : `configuration ${configuration}: `}${words}`),
  ...(warnings.length > warningsMax ? [`… and ${warnings.length - warningsMax} more warnings: --json has them all`] : []),
];
