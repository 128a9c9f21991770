import { sayDuration } from '../../../engine/kernel/index.ts';
import type { JobTable } from '../records/jobTable.ts';
import type { ArrivalFit } from './arrivals.ts';
import type { Dependence } from './dependence.ts';

/** Whole days of the records, which the twin plays in any order: within a day, jobs depend on each other and on the hour as they did. */
export interface BlockFit {
  /** What depends on what, in words. */
  readonly because: readonly string[];
  /** When each job came after the first of these midnights, and how long it ran, in ms. */
  readonly jobs: readonly (readonly [at: number, ms: number])[];
}

export const blockMs = 86_400_000;
/** Fewer days cannot be drawn in many orders. */
const daysMin = 5;
/** A scenario's table has no more rows. */
const jobsMax = 100_000;
/** A day begins some time after midnight, with its first job. */
const missedMost = 0.1;

/** The days of the records; a text says why they cannot be played. */
export const fitBlocks = (jobs: JobTable, { period, from, until }: ArrivalFit, because: readonly string[]): BlockFit | string => {
  const days = from / blockMs;
  const first = (days % 1 < missedMost ? Math.floor(days) : Math.ceil(days)) * blockMs;
  if (until - first < (daysMin - missedMost) * blockMs) return `the records have less than ${daysMin} of these`;
  if (period === 'week') return 'the days of the week differ';
  if (jobs.length > jobsMax) return `${jobs.length} jobs are more than the ${jobsMax} that a table of a scenario may have`;
  const rows: (readonly [number, number])[] = [];
  for (let k = 0; k < jobs.length; k++) {
    const [at, ms] = [jobs.submitted.at(k), jobs.execution.at(k)];
    if (at >= first && !Number.isNaN(ms)) rows.push([Math.round(at - first), Math.max(1, Math.round(ms))]);
  }
  return { because, jobs: rows };
};

/** The same days, each from a time of the day on. */
export const turnBlocks = ({ jobs }: BlockFit, phaseMs: number): BlockFit['jobs'] =>
  jobs.flatMap(([at, ms]) => (at >= phaseMs ? [[at - phaseMs, ms] as const] : []));

/** The dependences that a twin lacks which draws each job and each gap independently, each in words. */
export const findUnplayed = (jobs: JobTable, { tests }: Dependence, arrivals: ArrivalFit): readonly string[] => [
  ...tests.flatMap(({ words, isFound, isPlayed }) => (isFound && !isPlayed ? [words] : [])),
  ...findUnplayedBursts(jobs, arrivals),
];

/** The twin lacks bursts if the dispersion of the counts exceeds that of the played arrivals by this factor. */
const scatterMost = 1.5;
const hourMs = 3_600_000;

const findUnplayedBursts = (jobs: JobTable, { bursts, dispersion, perHour }: ArrivalFit): readonly string[] => {
  // A burst's state outlasts a moment, so within one it only multiplies the rate.
  const square = bursts === undefined ? 1 : meanSquare(bursts.states);
  const off = dispersion.find(({ ms, index }) => {
    const isMoment = ms <= batchMs;
    if (bursts !== undefined && !isMoment) return false;
    return index > scatterMost * (1 + (isMoment ? ((perHour * ms) / hourMs) * (square - 1) : 0));
  });
  if (off === undefined) return [];
  const scatter = `counts in ${sayDuration(off.ms)} scatter ${off.index.toFixed(2)} times as much as Poisson's`;
  return [
    off.ms === batchMs
      ? `jobs come in batches, of ${meanBatch(jobs).toFixed(1)} on average within ${sayDuration(batchMs)}: ${scatter}`
      : `jobs come together: ${scatter}`,
  ];
};

const batchMs = 1_000;

/** The average number of jobs that come together, each within a second of the one before. */
const meanBatch = (jobs: JobTable): number => {
  let batches = 1;
  for (let k = 1; k < jobs.length; k++) if (jobs.submitted.at(k) - jobs.submitted.at(k - 1) > batchMs) batches += 1;
  return jobs.length / batches;
};

const meanSquare = (states: NonNullable<ArrivalFit['bursts']>['states']): number => {
  const all = states.reduce((sum, { meanMs }) => sum + meanMs, 0);
  return states.reduce((sum, { times, meanMs }) => sum + (times * times * meanMs) / all, 0);
};
