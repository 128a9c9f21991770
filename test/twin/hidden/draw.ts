import { type HiddenEndpoint, numbersFrom, percentile, playHidden } from './endpoint.ts';

/** An endpoint that the twin knows nothing of: each number is drawn. Its records have some thousand jobs. */
export const drawEndpoint = (number: number): HiddenEndpoint => {
  const next = numbersFrom(7_919 * number);
  const between = (from: number, until: number): number => from + (until - from) * next();
  /** So that as many are below the middle of a scale as above it. */
  const scaled = (from: number, until: number): number => from * (until / from) ** next();
  const oneOf = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(next() * values.length)] ?? values[0];
  const mean = between(12, 24);
  const levels = [between(0.15, 0.6), between(0.7, 1.3), between(1.3, 2.2), between(0.6, 1.2)].map((level) => level * mean);
  const ends = [Math.round(between(5, 8)), Math.round(between(10, 12)), Math.round(between(16, 19)), 24];
  const bursts =
    next() < 0.5 ? { times: between(3, 7), lastMs: scaled(180_000, 900_000), everyMs: scaled(3_600_000, 14_400_000) } : undefined;
  const slow = { medianMs: scaled(20_000, 60_000), sigma: between(0.05, 0.25), share: between(0.15, 0.5) };
  return {
    seed: 104_729 * number,
    days: 14,
    perHour: Array.from({ length: 24 }, (_, hour) => levels[ends.findIndex((end) => hour < end)] ?? mean),
    ...(bursts === undefined ? {} : { bursts }),
    service: { medianMs: scaled(5_000, 40_000), sigma: between(0.3, 1) },
    starts: [{ medianMs: scaled(8_000, 25_000), sigma: between(0.05, 0.25), share: next() < 0.3 ? 1 : 1 - slow.share }, slow],
    workersMax: oneOf([1, 2, 3, 4]),
    idleTimeoutMs: oneOf([5_000, 15_000, 30_000, 60_000]),
    queueDelayMs: oneOf([500, 1_000, 4_000]),
  };
};

/** What one may choose. */
export interface Choice {
  readonly workersMax: number;
  readonly idleTimeoutMs: number;
}

/** What a choice truly comes to: means over weeks that no record has. */
export interface Truth extends Choice {
  readonly p95Ms: number;
  /** Of the mean: how far it may be off. */
  readonly errorMs: number;
  readonly workerMs: number;
}

/** The 95th percentile of waits and the workers' time in so many new weeks. The same weeks for each choice. */
export const truthOf = (endpoint: HiddenEndpoint, choice: Choice, weeks: number): Truth => {
  const all = Array.from({ length: weeks }, (_, k) =>
    playHidden({ ...endpoint, ...choice, days: 7, seed: endpoint.seed + 1_000 * (k + 1) }),
  );
  const waits = all.map(({ jobs }) =>
    percentile(
      jobs.map(({ delay }) => delay),
      0.95,
    ),
  );
  const p95Ms = average(waits);
  const variance = waits.reduce((sum, one) => sum + (one - p95Ms) ** 2, 0) / Math.max(1, weeks - 1);
  return { ...choice, p95Ms, errorMs: Math.sqrt(variance / weeks), workerMs: average(all.map(({ workerMs }) => workerMs)) };
};

const average = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
