import { type TimingName, timingNames } from '../../../engine/cloud/index.ts';
import { parseDuration } from '../../../engine/kernel/index.ts';
import { threadsFrom } from '../study/threads.ts';
import { BadInput } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import type { ExploreOptions } from './options.ts';
import { type ExploreReporterName, exploreReporterNames } from './reporters.ts';

/** What `explore` is to do with scenarios. */
export interface ExploreOrder {
  readonly runsMax: number;
  readonly forMs: number | undefined;
  readonly jobs: number | undefined;
  /** The times that all stories have; undefined = those of their files. */
  readonly timing: TimingName | undefined;
  readonly reporter: ExploreReporterName;
}

export const orderFrom = ({ runs, for: lasts, jobs, timing, reporter }: ExploreOptions): ExploreOrder => {
  if (!/^[1-9]\d{0,8}$/.test(runs)) throw new BadInput(`--runs '${runs}' is no number of runs; give a whole number such as 1000`);
  const forMs = lasts === undefined ? undefined : parseDuration(lasts);
  if (lasts !== undefined && (forMs === undefined || forMs === 0))
    throw new BadInput(`--for '${lasts}' is no time to explore; write it like 60s or 10m`);
  return {
    runsMax: forMs === undefined ? Number(runs) : Number.POSITIVE_INFINITY,
    forMs,
    jobs: threadsFrom(jobs),
    timing: timing === undefined ? undefined : requireKnown(timing, timingNames, `--timing '${timing}' is no timing`),
    reporter: requireKnown(reporter, exploreReporterNames, `there is no reporter '${reporter}' of explorations`),
  };
};
