import { type BrokenProperty, isSameFailure } from '../../../engine/lab/explorer/index.ts';
import type { ClientRunReport, FoundClient } from './clientTasks.ts';
import { findUndone, mayGiveUpDefault, workDone } from './undone.ts';

/** A failure, and the run that it was found in first. */
export interface ClientFailure {
  readonly failure: BrokenProperty;
  readonly run: number;
  /** In how many runs. */
  times: number;
}

/** What the runs of a client came to. */
export interface ClientFindings {
  readonly runs: number;
  readonly counts: Readonly<Record<ClientRunReport['kind'], number>>;
  readonly gaveUp: number;
  /** In how many runs room might run short. */
  readonly fewHosts: number;
  readonly calls: number;
  /** What a client said in the first run in which it made no call. */
  readonly said: string | undefined;
  /** How many runs each bound has cut. */
  readonly bounds: ReadonlyMap<string, number>;
  /** In the order of their first runs. */
  readonly failures: readonly ClientFailure[];
}

/** A search for what a client does wrong. */
export interface ClientSearcher {
  explore(): Promise<ClientFindings>;
  /** A failure in the smallest world, as a scenario. `again`: the command that makes the run again. */
  shrink(failure: ClientFailure, again: string): Promise<FoundClient>;
  close(): Promise<void>;
}

/** The reports of runs, in the order of their numbers. That the work is done is a property of all of them together. */
export const summarizeRuns = (
  reports: readonly ClientRunReport[],
  properties?: readonly string[],
  mayGiveUp: string = mayGiveUpDefault,
): ClientFindings => {
  const counts = { held: 0, failed: 0, cut: 0, invalid: 0 };
  const bounds = new Map<string, number>();
  const failures: ClientFailure[] = [];
  for (const { run, kind, failures: broken, bound } of reports) {
    counts[kind] += 1;
    if (bound !== undefined) bounds.set(bound, (bounds.get(bound) ?? 0) + 1);
    for (const failure of broken) {
      const known = failures.find((one) => isSameFailure(one.failure, failure));
      if (known === undefined) failures.push({ failure, run, times: 1 });
      else known.times += 1;
    }
  }
  const isJudged = properties === undefined || properties.includes(workDone);
  const undone = isJudged
    ? findUndone(
        reports.filter(({ kind }) => kind !== 'invalid'),
        mayGiveUp,
      )
    : undefined;
  return {
    runs: reports.length,
    counts,
    bounds,
    failures: undone === undefined ? failures : [...failures, undone],
    gaveUp: reports.filter(({ gaveUp }) => gaveUp).length,
    fewHosts: reports.filter(({ fewHosts }) => fewHosts).length,
    calls: reports.reduce((sum, { calls }) => sum + calls, 0),
    said: reports.find(({ said }) => said !== undefined)?.said,
  };
};

/** Why nothing was explored: the client made no call, because its address is another one, or it ended before. Undefined if it made calls. */
export const whyUnexplored = ({ runs, calls, counts, failures, said }: ClientFindings): string | undefined => {
  // One that never called gave up in each run, too: that it did no work is not what is wrong with it.
  const hasOthers = failures.some(({ failure }) => failure.property !== workDone);
  if (calls > 0 || hasOthers || counts.invalid === runs) return undefined;
  return `the client made no call to its world in any of ${runs} runs, so nothing was checked: does it use the url that it is given (PODSIM_URL), and await its calls?${
    said ? `\nits last words: ${said}` : ''
  }`;
};
