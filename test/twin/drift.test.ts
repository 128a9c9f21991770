import { describe, expect, test } from 'vitest';
import { chanceOfDistance, distanceBetween, findDrift } from '../../adapters/twin/drift.ts';
import type { TwinFit } from '../../adapters/twin/fitTwin.ts';
import { readKept, twinText } from '../../adapters/twin/kept.ts';
import { JobTable } from '../../adapters/twin/records/jobTable.ts';

const hourMs = 3_600_000;

/** A twin of two days with ten jobs an hour by night and a hundred by day, evenly. */
const fit: TwinFit = {
  jobs: 2_640,
  service: { count: 1_000, sorted: steps(1_000, 10), tried: [], goodness: undefined, chosen: undefined, because: '', estimates: [] },
  dependence: { tests: [], firstJobMs: undefined },
  changes: [],
  unplayed: [],
  arrivals: {
    count: 2_640,
    from: 0,
    until: 48 * hourMs,
    perHour: 55,
    period: 'day',
    pieces: [
      { atMs: 0, perHour: 10 },
      { atMs: 12 * hourMs, perHour: 100 },
    ],
    everyMs: 24 * hourMs,
    estimates: [],
    uncertain: [],
    byHour: [],
    heldOut: [],
    bursts: undefined,
    dispersion: [{ ms: hourMs, index: 1 }],
  },
  coldStarts: {
    alone: 200,
    cold: 100,
    warm: 100,
    values: steps(100, 200),
    censored: 0,
    estimate: undefined,
    modes: [],
    idle: undefined,
    warmDelayMs: 0,
  },
  failures: { failed: 10, of: 1_000, estimate: undefined },
  own: { workersMin: 0, workersMax: 2, idleTimeoutMs: 5_000, queueDelay: 0, flashboot: undefined, atOnce: 1, guessed: [] },
  unknown: [],
};

function steps(count: number, size: number): readonly number[] {
  return Array.from({ length: count }, (_, k) => (k + 1) * size);
}

/** A day of jobs, evenly through each half. */
const dayOf = (night: number, day: number): JobTable => {
  const jobs = new JobTable();
  for (const [from, count] of [
    [0, night],
    [12, day],
  ] as const)
    for (let k = 0; k < count; k++)
      jobs.add({
        ...{ line: 0, submitted: (from + ((k + 0.5) * 12) / count) * hourMs, delay: 0, execution: 1, size: 0, retries: 0 },
        ...{ status: undefined, worker: undefined },
      });
  return jobs;
};

const drifted = (now: Partial<TwinFit>, jobs = dayOf(120, 1_200)): readonly string[] =>
  findDrift(fit, { ...fit, ...now }, jobs)
    .filter(({ isDrifted }) => isDrifted)
    .map(({ piece }) => piece);

describe('two samples', () => {
  test('are as far apart as their distribution functions', () => {
    expect(distanceBetween([1, 2, 3, 4], [1, 2, 3, 4])).toBe(0);
    expect(distanceBetween([1, 2, 3, 4], [3, 4, 5, 6])).toBe(0.5);
    expect(distanceBetween([1, 1, 1], [1, 1, 2])).toBeCloseTo(1 / 3, 12);
  });

  // Of many values, 1.358 / √n and 1.628 / √n are the limits of Kolmogorov's test at 5 % and 1 %.
  test('are by chance as far apart as the tables say', () => {
    expect(chanceOfDistance(1.358 / 1_000, 1e6)).toBeCloseTo(0.05, 3);
    expect(chanceOfDistance(1.628 / 1_000, 1e6)).toBeCloseTo(0.01, 3);
    expect(chanceOfDistance(0, 100)).toBe(1);
  });
});

describe('a piece has drifted', () => {
  test('where it differs by more than chance, and by so much that it matters', () => {
    expect(drifted({})).toStrictEqual([]);
    expect(drifted({ service: { ...fit.service, sorted: steps(1_000, 13) } })).toStrictEqual(['service']);
    expect(drifted({ service: { ...fit.service, sorted: steps(1_000, 10.5) } })).toStrictEqual([]);
    expect(drifted({ coldStarts: fit.coldStarts && { ...fit.coldStarts, values: steps(100, 400) } })).toStrictEqual(['cold starts']);
    expect(drifted({ failures: { failed: 60, of: 1_000, estimate: undefined } })).toStrictEqual(['failures']);
    expect(drifted({ failures: { failed: 15, of: 1_000, estimate: undefined } })).toStrictEqual([]);
  });

  test('where all of it is more, or only some hours are', () => {
    expect(drifted({}, dayOf(160, 1_500))).toStrictEqual(['arrivals']);
    // As many in all.
    expect(drifted({}, dayOf(240, 1_080))).toStrictEqual(['arrivals']);
    expect(drifted({}, dayOf(130, 1_250))).toStrictEqual([]);
  });

  test('or it is not known whether it has, where there are too few', () => {
    const few = { ...fit, coldStarts: fit.coldStarts && { ...fit.coldStarts, cold: 19 } };
    expect(findDrift(fit, few, dayOf(120, 1_200)).find(({ piece }) => piece === 'cold starts')).toStrictEqual({
      piece: 'cold starts',
      isDrifted: undefined,
      words: '19 now, 100 then: 20 of each are the least to compare',
    });
  });
});

test('a twin is kept in text, and read again as it was', () => {
  const kept = {
    seed: 'twin',
    map: new Map([['size', { column: 'tokens', unit: undefined }]] as const),
    where: [{ column: 'status', values: new Set(['ok', 'done']), isWanted: true }],
    isCalendar: true,
    fit: { ...fit, service: { ...fit.service, goodness: undefined, chosen: undefined } },
  };
  const again = readKept('twin.json', twinText(kept));
  expect(again).toEqual(kept);
  expect(() => readKept('twin.json', twinText(kept).slice(0, 100))).toThrow(
    'twin.json: is not what this version of `podsim twin import` writes',
  );
});
