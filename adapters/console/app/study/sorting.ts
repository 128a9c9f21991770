import { type ConfigurationReport, readNumber, type StudyReport, valueText } from '../../../../engine/lab/study/index.ts';

/** `number`, `plays`, `meets`, `vary:` and the name of a setting, or `of:` and the name of a measure. */
export type SortColumn = string;

export interface Order {
  readonly column: SortColumn;
  /** The greatest first. */
  readonly isDown: boolean;
}

/** A column by its name in an address; undefined if the study has none of that name. */
export const findColumn = ({ varied, measures }: StudyReport, word: string): SortColumn | undefined =>
  ['number', 'plays', 'meets', ...varied.map((name) => `vary:${name}`), ...measures.map(({ name }) => `of:${name}`)].find(
    (column) => column === word,
  );

/** The configurations in an order; those without a value come last, whichever way it goes. Equal ones stay in the order of the study. */
export const orderConfigurations = (report: StudyReport, { column, isDown }: Order): readonly ConfigurationReport[] => {
  const keyed = report.configurations.map((one) => ({ one, key: readKey(report, column, one) }));
  const sign = isDown ? -1 : 1;
  return keyed
    .sort((a, b) => {
      if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined);
      return sign * compareValues(a.key, b.key) || a.one.number - b.one.number;
    })
    .map(({ one }) => one);
};

const ranks = { yes: 0, unclear: 1, no: 2 };

const readKey = ({ varied }: StudyReport, column: SortColumn, one: ConfigurationReport): number | string | undefined => {
  if (column === 'number') return one.number;
  if (column === 'plays') return one.plays;
  if (column === 'meets') return one.meets === null ? undefined : ranks[one.meets];
  if (column.startsWith('of:')) return one.measures[column.slice('of:'.length)]?.mean;
  const value = one.values[varied.indexOf(column.slice('vary:'.length))] ?? null;
  return readNumber(value) ?? valueText(value);
};

/** Numbers before texts. */
const compareValues = (a: number | string, b: number | string): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};
