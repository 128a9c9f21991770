import { SingleBar } from 'cli-progress';

/** Fewer runs than this end before a progress bar is useful. */
const runsMin = 25;

/** A progress bar on stderr for long runs on a terminal that print no lines; elsewhere nothing. */
export const progressBar = (total: number, wanted: boolean): { step(): void; stop(): void } => {
  if (!wanted || total < runsMin || process.stderr.isTTY !== true) return { step: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: '{bar} {value}/{total} scenarios', stream: process.stderr, clearOnComplete: true });
  bar.start(total, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
};

/** The same for a study, whose plays become more as it goes on; with the time that is left. */
export const studyProgress = (): { at(known: number, wanted: number): void; stop(): void } => {
  if (process.stderr.isTTY !== true) return { at: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: '{bar} {value}/{total} plays, {eta_formatted} left', stream: process.stderr, clearOnComplete: true });
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
