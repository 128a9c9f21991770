import { drawsFrom } from '../../engine/kernel/index.ts';
import { type CourseChange, findChanges, jobsMin } from './changes.ts';
import { type ArrivalFit, fitArrivals } from './fit/arrivals.ts';
import { type BlockFit, findUnplayed, fitBlocks } from './fit/blocks.ts';
import { fitBySize, type SizeFit } from './fit/bySize.ts';
import { findClients } from './fit/clients.ts';
import { type ColdStartFit, coldStartsMin, fitColdStarts } from './fit/coldStarts.ts';
import { type Dependence, findDependence } from './fit/dependence.ts';
import { estimateShare, type FittedNumber } from './fit/estimates.ts';
import { firstJobs } from './fit/firstJobs.ts';
import { type DurationFit, fitDurations } from './fit/service.ts';
import { fillConfiguration, type GivenConfiguration, type OwnConfiguration } from './own.ts';
import type { JobTable } from './records/jobTable.ts';

/** The pieces of a scenario that are fitted to the records of an endpoint. */
export interface TwinFit {
  readonly jobs: number;
  /** The durations of jobs, without the first jobs of workers if these run longer. */
  readonly service: DurationFit;
  /** The durations by size, or why the scenario does not have them; undefined if records have no sizes. */
  readonly bySize?: SizeFit | string;
  readonly dependence: Dependence;
  readonly changes: readonly CourseChange[];
  /** Whole days to be played, if jobs depend on something that a twin does not draw. */
  readonly blocks?: BlockFit;
  /** What is so in the records and not in the twin, each in a sentence. */
  readonly unplayed: readonly string[];
  readonly arrivals: ArrivalFit | undefined;
  readonly coldStarts: ColdStartFit | undefined;
  readonly failures: { readonly failed: number; readonly of: number; readonly estimate: FittedNumber | undefined };
  readonly own: OwnConfiguration;
  /** The unknowns that these records leave, each with the data that would tell it. Some of it rules out a recommendation. */
  readonly unknown: readonly Unknown[];
}

interface Unknown {
  readonly words: string;
  /** Whether no configuration can be recommended without it. */
  readonly isVital: boolean;
}

/** The statuses of jobs that count as failed. */
const failedStatuses: ReadonlySet<string> = new Set(['FAILED', 'ERROR', 'TIMED_OUT', 'TIMEOUT']);

export const fitTwin = (jobs: JobTable, given: GivenConfiguration, seed: string): TwinFit => {
  const draw = drawsFrom(seed);
  const arrivals = fitArrivals(jobs);
  const coldStarts = fitColdStarts(jobs);
  const goneMs = coldStarts?.idle?.goneMs;
  const changes = findChanges(jobs, { arrivals, coldStarts });
  const steps = changes.flatMap(({ at }) => at ?? []);
  const dependence = findDependence(jobs, arrivals, goneMs, steps);
  const blocks = arrivals === undefined ? undefined : playBlocks(jobs, dependence, arrivals, changes);
  const apart = dependence.firstJobMs === undefined ? undefined : firstJobs(jobs, goneMs);
  const service = fitDurations(listExecutions(jobs, apart), draw);
  const bySize = fitBySize(jobs, apart, draw);
  const failures = countFailures(jobs);
  const fit = {
    jobs: jobs.length,
    service,
    ...(bySize === undefined ? {} : { bySize }),
    dependence,
    changes,
    ...blocks,
    unplayed: blocks?.unplayed ?? [],
    arrivals,
    coldStarts,
    failures,
    own: fillConfiguration(given, jobs, coldStarts),
  };
  return { ...fit, unknown: findUnknown(jobs, fit) };
};

/** Plays whole days if that has what the twin would otherwise lack. */
const playBlocks = (
  jobs: JobTable,
  dependence: Dependence,
  arrivals: ArrivalFit,
  changes: readonly CourseChange[],
): Pick<TwinFit, 'unplayed' | 'blocks'> => {
  const [clients, because] = [findClients(jobs, arrivals), findUnplayed(jobs, dependence, arrivals)];
  if (clients.length + because.length === 0) return { unplayed: [] };
  if (clients.length > 0) return { unplayed: clients };
  const blocks = changes.length > 0 ? 'the records change in their course' : fitBlocks(jobs, arrivals, because);
  return typeof blocks === 'object'
    ? { blocks, unplayed: [] }
    : {
        unplayed: because.map(
          (words) =>
            `what the twin draws independently depends on something: ${words}; whole days would be played as they were, but ${blocks}`,
        ),
      };
};

/** The durations of jobs, failed ones included, as these occupy workers, too; only of later jobs of workers if first ones run longer. */
const listExecutions = (jobs: JobTable, apart: ReadonlySet<number> | undefined): Float64Array => {
  const values = new Float64Array(jobs.length);
  let count = 0;
  for (let k = 0; k < jobs.length; k++) {
    const hasRun = jobs.isDone(k) || failedStatuses.has(jobs.statusAt(k) ?? '');
    if (apart?.has(k) === true || !hasRun || Number.isNaN(jobs.execution.at(k))) continue;
    values[count] = jobs.execution.at(k);
    count += 1;
  }
  return values.subarray(0, count);
};

const countFailures = (jobs: JobTable): TwinFit['failures'] => {
  let [failed, done] = [0, 0];
  for (let k = 0; k < jobs.length; k++) {
    if (jobs.isDone(k)) done += 1;
    else if (failedStatuses.has(jobs.statusAt(k) ?? '')) failed += 1;
  }
  return { failed, of: failed + done, estimate: estimateShare('share', failed, failed + done) };
};

const findUnknown = (jobs: JobTable, { service, arrivals, coldStarts }: Omit<TwinFit, 'unknown'>): readonly Unknown[] => {
  const unknown: Unknown[] = [];
  const add = (isVital: boolean, words: string) => unknown.push({ words, isVital });
  if (arrivals === undefined && jobs.length > 1 && jobs.submitted.at(0) === jobs.submitted.at(jobs.length - 1))
    add(true, 'when jobs come: all times are the same: is there another column that has them? Name it with --map submitted=COLUMN');
  else if (arrivals === undefined)
    add(true, 'when jobs come: give the time of each, such as --map submitted=COLUMN or --map ended=COLUMN; at least 30 different ones');
  else if (arrivals.until - arrivals.from < 86_400_000) add(false, 'how the rate changes over a day: the records cover less than one');
  if (service.count < 30) add(true, `how long jobs run: ${service.count} ended well, and 30 are too few for a 95th percentile`);
  if (jobs.length < jobsMin) add(true, `how long the longest waits are: ${jobs.length} jobs are too few for it; ${jobsMin} are the least`);
  if (coldStarts === undefined && jobs.hasDelays)
    add(true, 'how long workers take to start: no job met an empty endpoint, so no delay is only a start');
  else if (coldStarts === undefined)
    add(
      true,
      'how long workers take to start: give delays (delayTime, or both submitted and started), and times, such as --map delay=COLUMN',
    );
  else if (coldStarts.cold < coldStartsMin)
    add(
      true,
      `how long workers take to start: ${coldStarts.cold} of ${coldStarts.alone} jobs that met an empty endpoint waited for one; ${coldStartsMin} are the least`,
    );
  if (jobs.workers === 0) add(false, 'whether the first job of a worker runs longer: give worker ids, such as --map worker=COLUMN');
  return unknown;
};

/** Cold starts as the scenario has them: without the time that the scaler waits before it adds a worker. */
export const listStarts = ({ coldStarts, own }: Pick<TwinFit, 'coldStarts' | 'own'>): readonly number[] =>
  (coldStarts?.values ?? []).map((ms) => Math.max(0, Math.round(ms - 1_000 * (own.queueDelay ?? 0))));
