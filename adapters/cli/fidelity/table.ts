import { errorText, type Summary, type WayReport } from '../../../engine/lab/fidelity/index.ts';
import { afterFirst, alignColumns } from '../../../engine/process/index.ts';

/** Whose observations the times were made without, in words. */
// biome-ignore format: a table
export const wayWords: Readonly<Record<WayReport['way'], string>> = {
  author: 'without the author of a fact',
  run:    'without the run of a fact',
  own:    'from these facts themselves',
};

/** A table for a terminal of 80 columns: heads of two lines, names to the left, numbers to the right. */
const alignTable = (heads: readonly (readonly [string, string])[], rows: readonly (readonly string[])[]): readonly string[] => {
  return alignColumns([heads.map(([first]) => first), heads.map(([, second]) => second), ...rows], afterFirst);
};

// biome-ignore format: a table
const heads: readonly (readonly [string, string])[] = [
  ['', ''], ['', 'facts'], ['', 'timed'], ['median', 'error'], ['within', '25 %'], ['in the', 'band'], ['counts', 'right'],
];

const moreHeads: readonly (readonly [string, string])[] = [
  ['  without', 'run: error'],
  ['in the', 'band'],
];

/** All facts in each way to judge. */
export const tableOfWays = (ways: readonly WayReport[], alone: string): readonly string[] => alignTable(heads, rowsOfWays(ways, alone));

/** The facts by mechanism, in the first way to judge; where there is a second, its errors beside. */
export const tableOfMechanisms = (ways: readonly WayReport[]): readonly string[] =>
  alignTable([...heads, ...(hasSecond(ways) ? moreHeads : [])], rowsOfMechanisms(ways));

/** The heads of a table in one line each. `more`: of one with a second way to judge. */
export const listHeads = (more: boolean): readonly string[] => [...heads, ...(more ? moreHeads : [])].map((head) => head.join(' ').trim());

/** What made the times says least, and stands last and in brackets. */
export const rowsOfWays = (ways: readonly WayReport[], alone: string): readonly (readonly string[])[] =>
  ways.map(({ way, summary }) => {
    const name = ways.length === 1 ? alone : way === 'own' ? `(${wayWords.own})` : wayWords[way];
    return [name, ...formatCells(summary)];
  });

export const rowsOfMechanisms = (ways: readonly WayReport[]): readonly (readonly string[])[] => {
  const [first, second] = ways;
  const judged = (first?.mechanisms ?? []).filter(({ summary }) => summary.facts > 0);
  return judged.map(({ mechanism, summary }) => {
    const other = second?.mechanisms.find((one) => one.mechanism === mechanism)?.summary;
    return [mechanism, ...formatCells(summary), ...(hasSecond(ways) ? [errorCell(other?.error), errorCell(other?.coverage)] : [])];
  });
};

/** Whether there is another way to judge than by what made the times. */
export const hasSecond = ([, second]: readonly WayReport[]): boolean => second !== undefined && second.way !== 'own';

const formatCells = ({ facts, measured, error, withinQuarter, coverage, right, named }: Summary): readonly string[] => [
  String(facts),
  String(measured),
  errorCell(error),
  errorCell(withinQuarter),
  errorCell(coverage),
  named === 0 ? '' : `${right} of ${named}`,
];

const errorCell = (share: number | undefined): string => (share === undefined ? '' : errorText(share));
