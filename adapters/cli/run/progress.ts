import { SingleBar } from 'cli-progress';
import { pluralize } from '../../../engine/process/index.ts';
import { ProgressLines } from '../terminal/progressLines.ts';
import { shortText } from '../terminal/shortText.ts';
import type { RunProgress } from './runProgress.ts';

/** A bar on stderr. It leaves the settings of the terminal alone: Ctrl-C would leave them changed. */
const newBar = (format: string): SingleBar => new SingleBar({ format, stream: process.stderr, clearOnComplete: true, linewrap: true });

/** A progress bar on stderr for many runs. */
export const progressBar = (total: number): RunProgress => {
  const bar = newBar('{bar} {value}/{total} scenarios');
  bar.start(total, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
};

/** The same for a study, whose plays become more as it goes on; with the time that is left. */
export const studyProgress = (): BarProgress => createProgress('plays', '{bar} {value}/{total} plays, {eta_formatted} left');

interface BarProgress {
  at(known: number, wanted: number): void;
  stop(): void;
}

const createProgress = (what: string, format: string): BarProgress => {
  if (process.stderr.isTTY !== true) {
    const lines = new ProgressLines();
    return { at: (known, wanted) => lines.at(() => `played ${known} of ${wanted} ${what}`), stop: () => {} };
  }
  const bar = newBar(format);
  let isStarted = false;
  return {
    at: (known, wanted) => {
      if (!isStarted) bar.start(wanted, known);
      isStarted = true;
      bar.setTotal(wanted);
      bar.update(known);
    },
    stop: () => bar.stop(),
  };
};

/** The same for the runs of a client, some of which take longer than others. */
export const clientProgress = (): ReturnType<typeof studyProgress> => createProgress('runs', '{bar} {value}/{total} runs');

/** As much of an exploration as is shown while it goes on. */
interface ExploredSoFar {
  readonly runs: number;
  readonly cells: readonly string[];
  readonly found: readonly { readonly run: number; readonly failure: { readonly property: string; readonly words: string } }[];
}

/**
 * The same for an exploration of so many runs, or of so many milliseconds; with how many failures and cells there are by now. Where there
 * is no bar, each new failure has a line, and every few seconds how far it is, for those who read the output of a build.
 */
export const exploreProgress = (total: number, isOfTime: boolean): { at(value: number, explored: ExploredSoFar): void; stop(): void } => {
  const written = new FailureLines();
  if (process.stderr.isTTY !== true) {
    const lines = new ProgressLines();
    const at = (value: number, { runs, cells, found }: ExploredSoFar): void => {
      written.add(found);
      const whole = isOfTime ? `; ${seconds(value)} of ${seconds(total)}` : ` of ${total}`;
      lines.at(() => `played ${isOfTime ? pluralize(runs, 'run') : `${value}`}${whole}${isOfTime ? '' : ' runs'}, ${cells.length} cells`);
    };
    return { at, stop: () => {} };
  }
  const format = `{bar} ${isOfTime ? '{gone} of {whole}, {runs}' : '{value}/{total}'} runs, {failures}, {cells} cells`;
  const bar = newBar(format);
  bar.start(total, 0, { gone: seconds(0), whole: seconds(total), runs: 0, failures: 'no failure', cells: 0 });
  return {
    at: (value, { runs, cells, found: { length } }) => {
      const failures = length === 0 ? 'no failure' : pluralize(length, 'failure');
      bar.update(Math.min(value, total), { gone: seconds(value), runs, failures, cells: cells.length });
    },
    stop: () => bar.stop(),
  };
};

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;

class FailureLines {
  #written = 0;

  add(found: ExploredSoFar['found']): void {
    for (const { run, failure } of found.slice(this.#written))
      process.stderr.write(`found in run ${run}: ${shortText(`${failure.property}: ${failure.words}`, 200)}\n`);
    this.#written = found.length;
  }
}
