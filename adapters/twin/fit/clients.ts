import type { JobTable } from '../records/jobTable.ts';
import { share } from '../write/words.ts';
import { type ArrivalFit, rateAt } from './arrivals.ts';

/** The last jobs are enough to tell. */
const jobsMax = 20_000;
/** In standard errors, and as a share: far beyond what chance, or a rate that is a little wrong, can do. */
const certaintyMin = 6;
const seenMost = 0.95;
const givenUpMost = 0.01;

/** What clients do that the clients of a twin do not, each in a sentence: they send jobs without regard to answers, and wait for each. */
export const findClients = (jobs: JobTable, arrivals: ArrivalFit): readonly string[] => [
  ...findWaiting(jobs, arrivals),
  ...findGivingUp(jobs),
];

/**
 * Poisson arrivals see time averages (Wolff 1982): the jobs that are there when one comes are as many as there are on average at that rate. Clients that
 * wait for their answers send nothing while many jobs are there.
 */
const findWaiting = (jobs: JobTable, { pieces, period }: ArrivalFit): readonly string[] => {
  const events = listEvents(jobs);
  let [there, before, exposure, sum, squares, seen, count] = [0, events[0]?.at ?? 0, 0, 0, 0, 0, 0];
  for (const { at, isArrival } of events) {
    const expected = (at - before) * rateAt(pieces, period, (at + before) / 2);
    exposure += expected;
    sum += expected * there;
    squares += expected * there * there;
    before = at;
    if (isArrival) {
      seen += there;
      count += 1;
    }
    there += isArrival ? 1 : -1;
  }
  if (count === 0 || exposure === 0) return [];
  const [mean, average] = [sum / exposure, seen / count];
  const certainty = (mean - average) / Math.sqrt((squares / exposure - mean * mean) / count);
  if (!(certainty > certaintyMin && average < seenMost * mean)) return [];
  return [
    `jobs come as from clients that wait for an answer before they send more: ${average.toFixed(2)} jobs are there when one comes, and ${mean.toFixed(2)} on average; with shorter waits more would come, and these records do not tell how many`,
  ];
};

interface QueueEvent {
  readonly at: number;
  readonly isArrival: boolean;
}

/** Arrivals and ends in order; at one time, an end comes first. */
const listEvents = (jobs: JobTable): readonly QueueEvent[] => {
  const events: QueueEvent[] = [];
  for (let k = Math.max(0, jobs.length - jobsMax); k < jobs.length; k++) {
    const [at, delay, execution] = [jobs.submitted.at(k), jobs.delay.at(k), jobs.execution.at(k)];
    if (Number.isNaN(delay)) continue;
    events.push({ at, isArrival: true }, { at: at + delay + (execution || 0), isArrival: false });
  }
  return events.sort((a, b) => a.at - b.at || Number(a.isArrival) - Number(b.isArrival));
};

const gaveUp: ReadonlySet<string> = new Set(['CANCELLED', 'CANCELED', 'ABORTED', 'EXPIRED']);

const findGivingUp = (jobs: JobTable): readonly string[] => {
  const given = jobs.countStatuses().reduce((sum, [status, count]) => sum + (gaveUp.has(status) ? count : 0), 0);
  if (given <= givenUpMost * jobs.length) return [];
  return [
    `${given} of ${jobs.length} jobs (${share(given / jobs.length)}) were given up, and each job of the twin waits until it runs: with longer waits more would be`,
  ];
};
