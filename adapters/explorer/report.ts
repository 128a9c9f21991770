import { type ExploreReport, findUnseen, type ReportedFailure, reportCoverage } from '../../engine/lab/explorer/index.ts';
import { type Exploration, runsInBatch } from './exploration.ts';

/** How an exploration ended, and what was made of its failures. */
export interface Ending extends Pick<ExploreReport, 'proposed'> {
  readonly seed: string;
  readonly ended: ExploreReport['ended'];
  readonly failures: readonly ReportedFailure[];
  /** The files that were added to the corpus, where one is kept. */
  readonly kept?: readonly string[] | undefined;
  /** How long all runs together took, where their number depends on it. */
  readonly tookMs?: number | undefined;
}

/** What an exploration came to, as data: the same for the same seed and as many runs. */
export const reportExploration = (exploration: Exploration, { seed, ended, failures, kept, proposed, tookMs }: Ending): ExploreReport => {
  const { runs, counts, cells, properties } = exploration;
  const { held, failed, cut, invalid } = counts;
  const { statuses, changes, refusals } = findUnseen(cells);
  return {
    seed,
    runs,
    ended,
    outcomes: { held, failed, cut, invalid },
    failures: [...failures],
    properties: [...properties],
    coverage: {
      met: cells.length,
      families: reportCoverage(cells, (cell) => exploration.times(cell)).map(({ missing, ...family }) => ({
        ...family,
        ...(missing === undefined ? {} : { missing: [...missing] }),
      })),
      neverReached: changes.map(({ way, ...change }) => ({ ...change, way: [...way] })),
      neverEntered: [...statuses],
      neverRefused: [...refusals],
      curve: sampleCurve(exploration),
      lastNewIn: lastNewIn(exploration),
    },
    ...(kept === undefined ? {} : { kept: [...kept] }),
    ...(proposed === undefined ? {} : { proposed }),
    ...(tookMs === undefined ? {} : { took: { ms: Math.round(tookMs), runsPerSecond: perSecond(runs, tookMs) } }),
  };
};

export const perSecond = (runs: number, tookMs: number): number => Math.round((runs * 10_000) / Math.max(1, tookMs)) / 10;

const sampleCurve = ({ cellsMet, runs }: Exploration): ExploreReport['coverage']['curve'] =>
  cellsMet.map((met, k) => ({ runs: Math.min((k + 1) * runsInBatch, runs), met }));

/** The number of runs after which no new cell was met. */
const lastNewIn = (exploration: Exploration): number => {
  const last = exploration.cellsMet.findLastIndex((met, k, all) => met > (all[k - 1] ?? 0));
  return Math.min((last + 1) * runsInBatch, exploration.runs);
};
