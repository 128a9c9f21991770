import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { compareLogs, type Difference, type LogsCompared } from '../../../../engine/compare/index.ts';
import { makeTimeScale, type TimeScale } from './charts/timeScale.ts';
import type { PlayerMessage } from './port/messages.ts';
import type { Source } from './port/source.ts';
import { RunLog } from './runLog.ts';

/** Two runs side by side. */
export interface RunPair {
  readonly a: RunLog;
  readonly b: RunLog;
  /** One scale for both. */
  readonly scale: TimeScale;
  readonly compared: LogsCompared;
}

/** Two runs as they are being read: the logs first, the numbers later. */
export interface LoadedPair {
  readonly pair: ReadonlySignal<RunPair | undefined>;
  readonly differences: ReadonlySignal<readonly Difference[] | undefined>;
  readonly problems: ReadonlySignal<readonly string[]>;
  close(): void;
}

/** Reads both logs, and has both runs measured. */
export const loadPair = (
  sources: readonly [Source, Source],
  measure: (hear: (message: PlayerMessage) => void) => () => void,
): LoadedPair => {
  const pair = signal<RunPair | undefined>(undefined);
  const differences = signal<readonly Difference[] | undefined>(undefined);
  const problems = signal<readonly string[]>([]);
  const logs: (RunLog | undefined)[] = [undefined, undefined];
  let ended = 0;
  const fail = (words: readonly string[]): void => {
    problems.value = words;
  };
  sources.forEach((source, k) => {
    source.open({
      begin: (header) => {
        logs[k] = new RunLog(header);
      },
      append: (entries) => logs[k]?.append(entries),
      // Runs that are compared end.
      follow: () => undefined,
      end: () => {
        ended += 1;
        const [a, b] = logs;
        if (ended === sources.length && a !== undefined && b !== undefined) pair.value = pairRuns(a, b);
      },
      fail,
    });
  });
  const stop = measure((message) =>
    batch(() => {
      if (message.type === 'measured') differences.value = message.differences;
      if (message.type === 'failed') fail(message.problems);
    }),
  );
  return {
    pair,
    differences,
    problems,
    close: () => {
      stop();
      for (const source of sources) source.close();
    },
  };
};

export const pairRuns = (a: RunLog, b: RunLog): RunPair => ({
  a,
  b,
  scale: makeTimeScale(timesOfBoth(a, b)),
  compared: compareLogs([...a.entries()], [...b.entries()]),
});

export const timesOfBoth = (a: RunLog, b: RunLog): readonly number[] =>
  [...a.entries(), ...b.entries()].map(({ at }) => at).sort((one, other) => one - other);
