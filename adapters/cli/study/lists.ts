import { isLeft } from 'fp-ts/lib/Either.js';
import { parseSettingList, studyMeasures, valueText } from '../../../engine/lab/study/index.ts';
import { alignColumns } from '../../../engine/process/index.ts';
import { problemText } from '../../../engine/scenario/index.ts';
import { readText } from '../files.ts';
import { BadInput } from '../terminal/exit.ts';
import { plain } from '../terminal/terminal.ts';
import { studyFiles } from './file.ts';

/** Longer values and names would leave no room for words. */
const cellMax = 34;

/** Every measure, with its unit. */
export const measuresText = (): string => alignRows([...studyMeasures].map(([name, { unit, about }]) => [name, unit, about]));

/** What can be varied in the scenario of a study, or in a scenario: its name, what it is now, and what it is for. */
export const settingsText = (file: string): string => {
  const settings = parseSettingList(file, readText(file), studyFiles);
  if (isLeft(settings)) throw new BadInput(settings.left.map(problemText).join('\n'));
  return alignRows(settings.right.map(({ name, value, about }) => [name, value === undefined ? '-' : valueText(value), about]));
};

const alignRows = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map((row) => row.map((text, k) => (k < 2 && text.length > cellMax ? `${text.slice(0, cellMax - 1)}…` : text)));
  return alignColumns(cells).map(plain).join('\n');
};
