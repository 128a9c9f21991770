import type { TwinCheck } from '../checkTwin.ts';
import { predictionLines } from './backtestText.ts';

/** The comparison of newer records with a twin, for a person. */
export const checkLines = ({ records, drifts, prediction, isUnexplained }: TwinCheck): readonly string[] => [
  'Understood',
  ...indent(records.understood),
  ...(records.leftOut.count > 0 ? indent(['left out:', ...indent(records.leftOut.lines)]) : []),
  'Predicted, and what happened',
  ...indent(typeof prediction === 'string' ? [`not possible: ${prediction}`] : predictionLines(prediction)),
  'Pieces',
  ...indent(drifts.map(({ piece, isDrifted, words }) => `${piece.padEnd(12)} ${verdict(isDrifted)}: ${words}`)),
  ...(isUnexplained
    ? indent(['waits are not as predicted, and no piece explains it: was the endpoint set otherwise? --workers-max and its like say how'])
    : []),
];

const verdict = (isDrifted: boolean | undefined): string =>
  isDrifted === undefined ? 'not known' : isDrifted ? 'has drifted' : 'as it was';

const indent = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`);
