import type { JudgedValue, ObservationCheck, TimingCheck } from '../../../engine/lab/fidelity/index.ts';
import { alignColumns } from '../../../engine/process/index.ts';
import { columnsToShow, foldLine } from '../terminal/terminal.ts';
import { nameVerdict, playsText, sayObserved } from './facts.ts';

/** What a check of an observation found, for people. */
export const checkText = (check: ObservationCheck): string => {
  const { file, fact, title, isUsable, unplayed, mechanisms, tells, timings, uncompared, toDo } = check;
  const lines = [
    `${file}: ${isUsable ? 'usable' : 'NOT USABLE: it judges no timing, and tells nothing of the next one'}`,
    `  ${fact}  ${title}`,
    '',
    '  Bears on:',
    ...mechanisms.map(({ mechanism, words }) => `    ${mechanism}: ${words}`),
    ...(tells.length === 0 ? [] : [`  The next timing learns from it: ${tells.join(', ')}`]),
    ...(unplayed === undefined ? ['', ...valueLines(timings)] : ['', `  Not played: ${unplayed}`]),
    ...(uncompared.length === 0 ? [] : ['', '  Not compared:', ...uncompared.map(({ what, because }) => `    ${what}: ${because}`)]),
    ...(toDo.length === 0 ? [] : ['', '  To do:', ...toDo.map((one) => `    - ${one}`)]),
    '',
  ];
  return lines.flatMap((line) => foldLine(line, columnsToShow())).join('\n');
};

/** Each value with what every timing plays: the median of the plays with their middle 90 %, which is the band. */
const valueLines = (timings: readonly TimingCheck[]): readonly string[] => {
  const made = timings.filter(({ isMadeFromIt }) => isMadeFromIt).map(({ timing }) => timing);
  return [
    ...(timings[0]?.judgments ?? []).flatMap((judgment, k) => [
      `  ${judgment.what}: ${sayObserved(judgment)}`,
      ...alignColumns(
        timings.map(({ timing, judgments }) => [timing, ...listCells(judgments[k] ?? judgment)]),
        (column) => column === 2,
      ).map((line) => `    ${line}`),
    ]),
    ...(made.length === 0 ? [] : [`  Made from this fact, so its error here says less: ${made.join(', ')}`]),
  ];
};

const listCells = (judgment: JudgedValue): readonly string[] => {
  const { within, among } = judgment;
  const band = among === 1 ? (within === 1 ? 'in the band' : 'outside') : `${within} of ${among} in the band`;
  return [playsText(judgment), nameVerdict(judgment), band];
};
