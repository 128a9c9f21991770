import { sayDuration } from '../../engine/kernel/index.ts';
import { computeMean, computeP95 } from './changes.ts';
import { type ArrivalFit, placeAt, rateAt } from './fit/arrivals.ts';
import { coldStartsMin } from './fit/coldStarts.ts';
import { chanceText } from './fit/dependence.ts';
import { normalBelow } from './fit/special.ts';
import { listStarts, type TwinFit } from './fitTwin.ts';
import type { JobTable } from './records/jobTable.ts';
import { share } from './write/words.ts';

/** A piece of a twin, compared with newer records. */
export interface PieceDrift {
  readonly piece: 'arrivals' | 'service' | 'cold starts' | 'failures';
  /** Undefined if the newer records do not tell. */
  readonly isDrifted: boolean | undefined;
  readonly words: string;
}

/** A difference counts if it is significant at 1 %, and if it matters. */
const chanceMost = 0.01;
const mattersFrom = 0.1;
const sharesMatterFrom = 0.01;
const servicesMin = 30;

/** The pieces of a twin that have drifted. */
export const findDrift = (before: TwinFit, now: TwinFit, jobs: JobTable): readonly PieceDrift[] => [
  driftOfArrivals(before.arrivals, jobs),
  driftOfValues(
    'service',
    { ...before.service, values: before.service.sorted },
    { ...now.service, values: now.service.sorted },
    servicesMin,
  ),
  driftOfValues(
    'cold starts',
    { count: before.coldStarts?.cold ?? 0, values: listStarts(before) },
    { count: now.coldStarts?.cold ?? 0, values: listStarts(now) },
    coldStartsMin,
  ),
  driftOfFailures(before.failures, now.failures),
];

interface SampleQuantiles {
  /** The number of observations; `values` are their quantiles, ascending. */
  readonly count: number;
  readonly values: readonly number[];
}

const driftOfValues = (piece: PieceDrift['piece'], before: SampleQuantiles, now: SampleQuantiles, least: number): PieceDrift => {
  if (before.count < least || now.count < least)
    return { piece, isDrifted: undefined, words: `${now.count} now, ${before.count} then: ${least} of each are the least to compare` };
  const distance = distanceBetween(before.values, now.values);
  const chance = chanceOfDistance(distance, (before.count * now.count) / (before.count + now.count));
  const changes = [computeMean, computeP95].map((of) => of(now.values) / of(before.values) - 1);
  const isDrifted = chance < chanceMost && changes.some((change) => Math.abs(change) > mattersFrom);
  const compare = (of: (values: readonly number[]) => number): string =>
    `${sayDuration(of(before.values))} then, ${sayDuration(of(now.values))} now`;
  const words = `mean ${compare(computeMean)}; p95 ${compare(computeP95)} (${now.count} now; Kolmogorov-Smirnov ${distance.toFixed(3)}, p ${chanceText(chance)})`;
  return { piece, isDrifted, words };
};

/** The Kolmogorov–Smirnov distance of two samples, each in ascending order. */
export const distanceBetween = (a: readonly number[], b: readonly number[]): number => {
  let [i, j, most] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i] ?? 0, b[j] ?? 0);
    while (i < a.length && (a[i] ?? 0) <= at) i += 1;
    while (j < b.length && (b[j] ?? 0) <= at) j += 1;
    most = Math.max(most, Math.abs(i / a.length - j / b.length));
  }
  return most;
};

/** The p-value of that distance: the chance of one at least as great between samples of one distribution (Stephens 1970, after Kolmogorov). */
export const chanceOfDistance = (distance: number, effective: number): number => {
  const root = Math.sqrt(effective);
  const lambda = (root + 0.12 + 0.11 / root) * distance;
  // The series does not converge if both are almost the same.
  if (lambda < 0.3) return 1;
  let sum = 0;
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
};

const driftOfArrivals = (arrivals: ArrivalFit | undefined, jobs: JobTable): PieceDrift => {
  const piece = 'arrivals';
  const [from, until] = [jobs.submitted.at(0), jobs.submitted.at(jobs.length - 1)];
  if (arrivals === undefined || !(until > from)) return { piece, isDrifted: undefined, words: 'the records do not say when jobs came' };
  const counts = countPieces(arrivals, jobs, from, until);
  const all = { name: 'in all', seen: jobs.length, expected: counts.reduce((sum, one) => sum + one.expected, 0), fitted: arrivals.count };
  // Bursts make counts scatter in both records.
  const scatter = Math.max(1, arrivals.dispersion.find(({ ms }) => ms === hourMs)?.index ?? 1);
  const isOff = (one: PieceCount, level: number): boolean =>
    computeChance(one, scatter) < level && Math.abs(one.seen / one.expected - 1) > mattersFrom;
  const off = counts.filter((one) => isOff(one, chanceMost / counts.length));
  const isDrifted = isOff(all, chanceMost) || off.length > 0;
  const told = off.slice(0, 3).map((one) => `; ${one.name} ${one.seen}, and ${Math.round(one.expected)} expected`);
  return {
    piece,
    isDrifted,
    words: `${all.seen} jobs, and ${Math.round(all.expected)} expected (${changeText(all.seen / all.expected - 1)})${told.join('')}`,
  };
};

/** `31 % more`. */
const changeText = (change: number): string =>
  Math.abs(change) < 0.005 ? 'as many' : `${share(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'}`;

const hourMs = 3_600_000;

/** Jobs in the hours of a piece of the period: now, as expected, and in the records that the rate was fitted to. */
interface PieceCount {
  readonly name: string;
  readonly seen: number;
  readonly expected: number;
  readonly fitted: number;
}

/** The p-value of a count. The rate itself is uncertain, because it was fitted to a limited number of jobs. */
const computeChance = ({ seen, expected, fitted }: PieceCount, scatter: number): number =>
  2 * normalBelow(-Math.abs(seen - expected) / Math.sqrt(Math.max(1e-9, scatter * expected * (1 + expected / Math.max(1, fitted)))));

const countPieces = ({ pieces, period, everyMs, from: since, until: to }: ArrivalFit, jobs: JobTable, from: number, until: number) => {
  const counts = pieces.map(({ atMs, perHour }, k) => {
    const length = everyMs === undefined ? 1 : ((pieces[k + 1]?.atMs ?? everyMs) - atMs) / everyMs;
    return { name: `from ${atMs / hourMs}h`, seen: 0, expected: 0, fitted: (perHour / hourMs) * (to - since) * length };
  });
  const pieceAt = (at: number) => counts[placeAt(pieces, period, at)];
  for (let k = 0; k < jobs.length; k++) {
    const one = pieceAt(jobs.submitted.at(k));
    if (one !== undefined) one.seen += 1;
  }
  // Pieces begin on the hour.
  for (let at = from; at < until; ) {
    const end = Math.min(until, (Math.floor(at / hourMs) + 1) * hourMs);
    const one = pieceAt(at);
    if (one !== undefined) one.expected += (rateAt(pieces, period, at) / hourMs) * (end - at);
    at = end;
  }
  return counts;
};

const driftOfFailures = (before: TwinFit['failures'], now: TwinFit['failures']): PieceDrift => {
  const piece = 'failures';
  if (before.of === 0 || now.of === 0) return { piece, isDrifted: undefined, words: 'no job ended' };
  const [then, today] = [before.failed / before.of, now.failed / now.of];
  const both = (before.failed + now.failed) / (before.of + now.of);
  const spread = Math.sqrt(both * (1 - both) * (1 / before.of + 1 / now.of));
  const chance = spread === 0 ? 1 : 2 * normalBelow(-Math.abs(today - then) / spread);
  return {
    piece,
    isDrifted: chance < chanceMost && Math.abs(today - then) > sharesMatterFrom,
    words: `${now.failed} of ${now.of} jobs now, ${before.failed} of ${before.of} then`,
  };
};
