import type { JobTable } from '../records/jobTable.ts';
import { groupsDiffer, type TestResult } from './ranks.ts';
import { rankWithin, stratify } from './strata.ts';

/** The places of the jobs that are the first of a worker's process: the first job of each named worker, and its first after a gap longer than it idles. */
export const firstJobs = (jobs: JobTable, goneMs = Number.POSITIVE_INFINITY): ReadonlySet<number> => {
  const firsts = new Set<number>();
  const ends = new Map<string, number>();
  for (let k = 0; k < jobs.length; k++) {
    const worker = jobs.workerAt(k);
    if (worker === undefined) continue;
    const start = jobs.submitted.at(k) + (Number.isNaN(jobs.delay.at(k)) ? 0 : jobs.delay.at(k));
    const end = ends.get(worker);
    if (end === undefined || start - end > goneMs) firsts.add(k);
    ends.set(worker, Math.max(end ?? 0, start + (Number.isNaN(jobs.execution.at(k)) ? 0 : jobs.execution.at(k))));
  }
  return firsts;
};

/** A job that may be the first of its worker. */
interface FirstOrLater {
  readonly at: number;
  readonly execution: number;
  readonly isFirst: boolean;
}

/** How much longer first jobs run than later ones of the same hour. */
export interface FirstJobEffect {
  readonly firsts: number;
  readonly longerMs: number;
  readonly laterMs: number;
  readonly result: TestResult;
}

const groupMin = 20;
const hourMs = 3_600_000;

/**
 * First jobs against later ones of the same hour of the same day, or at least of the same hour of any day: workers start when few jobs come, so first jobs of
 * an endpoint whose nights have longer jobs are longer without being first. Undefined if too few can be compared.
 */
export const compareFirstJobs = (ran: readonly FirstOrLater[], steps: readonly number[]): FirstJobEffect | undefined => {
  const at = ran.map((one) => one.at);
  const hours = at.map((ms) => Math.floor(ms / hourMs));
  return compareWithin(ran, hours) ?? compareWithin(ran, stratify(at, steps));
};

const compareWithin = (ran: readonly FirstOrLater[], strata: readonly number[]): FirstJobEffect | undefined => {
  const groups = new Map<number, { first: number[]; later: number[] }>();
  for (const [k, { isFirst, execution }] of ran.entries()) {
    const group = groups.get(strata[k] ?? 0) ?? { first: [], later: [] };
    (isFirst ? group.first : group.later).push(execution);
    groups.set(strata[k] ?? 0, group);
  }
  const mixed = [...groups.values()].filter(({ first, later }) => first.length > 0 && later.length > 0);
  const firsts = mixed.reduce((sum, { first }) => sum + first.length, 0);
  const later = mixed.flatMap((group) => group.later);
  if (firsts < groupMin || later.length < groupMin) return undefined;
  let [difference, weights] = [0, 0];
  for (const group of mixed) {
    const weight = (group.first.length * group.later.length) / (group.first.length + group.later.length);
    difference += weight * (computeMean(group.first) - computeMean(group.later));
    weights += weight;
  }
  const values = mixed.flatMap((group) => [...group.first, ...group.later]);
  const places = mixed.flatMap((group, k) => [...group.first, ...group.later].map(() => k));
  const isFirst = mixed.flatMap((group) => [...group.first.map(() => 1), ...group.later.map(() => 0)]);
  return { firsts, longerMs: difference / weights, laterMs: computeMean(later), result: groupsDiffer(rankWithin(values, places), isFirst) };
};

const computeMean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
