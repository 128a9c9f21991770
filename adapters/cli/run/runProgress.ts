import { pluralize } from '../../../engine/process/index.ts';
import { ProgressLines } from '../terminal/progressLines.ts';

/** How far a command is that plays many runs. */
export interface RunProgress {
  readonly step: () => void;
  readonly stop: () => void;
}

const noProgress: RunProgress = { step: () => {}, stop: () => {} };

/** Fewer runs than this end before a progress bar is useful. */
const runsMin = 25;

/** Whether a bar shows how far it is: on a terminal, where no lines are printed meanwhile. */
export const showsProgress = (total: number, wanted: boolean): boolean => wanted && total >= runsMin && process.stderr.isTTY === true;

/** The bar, where one is shown. Its library is loaded then: a command that plays one scenario does not wait for it. */
export const progressOfRuns = async (total: number, wanted: boolean): Promise<RunProgress> =>
  showsProgress(total, wanted) ? (await import('./progress.ts')).progressBar(total) : linesOfRuns(total);

/** Where there is no terminal, a line every few seconds. */
export const linesOfRuns = (total: number): RunProgress => {
  if (process.stderr.isTTY === true) return noProgress;
  const lines = new ProgressLines();
  let played = 0;
  return {
    step: () => {
      played += 1;
      lines.at(() => `played ${played} of ${pluralize(total, 'run')}`);
    },
    stop: () => {},
  };
};
