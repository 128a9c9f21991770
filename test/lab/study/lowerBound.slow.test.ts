import { describe, expect, test } from 'vitest';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { computeLeastTime, type PlayedJob, type WaitLimit } from '../../../engine/lab/study/bound/lowerBound.ts';

describe('the least time of workers', () => {
  const far: readonly PlayedJob[] = [
    { at: 0, ms: 10 },
    { at: 100, ms: 10 },
    { at: 200, ms: 10 },
  ];

  // biome-ignore format: a table
  test.each<[string, readonly PlayedJob[], number, WaitLimit | undefined, number]>([
    ['of no job is nothing',                                  [],                                          5, undefined,                           0],
    ['without a limit is the work and one start',             far,                                         5, undefined,                          35],
    ['has a start for each job that none is near to',         far,                                         5, { of: 'start', ms: 0, misses: 0 },  45],
    ['idles where that is less than a start',                 far,                                       200, { of: 'start', ms: 0, misses: 0 }, 410],
    ['lets jobs wait for each other as far as they may',      far,                                         5, { of: 'start', ms: 90, misses: 0 }, 35],
    ['counts the limit to the end, too',                      far,                                         5, { of: 'end', ms: 99, misses: 0 },   37],
    ['saves a start for a job that misses',                    far,                                         5, { of: 'start', ms: 0, misses: 1 },  40],
    ['has as many workers as jobs must run at once',          far.map(({ ms }) => ({ at: 0, ms })),        5, { of: 'start', ms: 9, misses: 0 },  45],
    ['has as many workers as the work needs by its deadline', far.map(({ ms }) => ({ at: 0, ms })),        5, { of: 'start', ms: 10, misses: 0 }, 40],
  ])('%s', (_, jobs, startMs, limit, least) => {
    expect(computeLeastTime(jobs, startMs, limit)).toBe(least);
  });

  test('is no more than that of any schedule of a few jobs, and often as much', () => {
    const draw = drawsFrom('schedules');
    let [cases, exact] = [0, 0];
    for (let k = 0; k < 1_000; k++) {
      const whole = (purpose: string, most: number) => Math.floor(draw(purpose, String(k)) * (most + 1));
      const jobs = Array.from({ length: 2 + whole('jobs', 2) }, (_, n) => ({ at: whole(`at/${n}`, 14), ms: 1 + whole(`ms/${n}`, 4) }));
      const limit = { of: whole('of', 1) === 0 ? 'start' : 'end', ms: whole('limit', 4), misses: whole('misses', 1) } as const;
      const startMs = whole('start', 6);
      const [bound, least] = [computeLeastTime(jobs, startMs, limit), searchLeast(jobs, startMs, limit)];
      if (least === undefined) continue;
      expect(bound, JSON.stringify({ jobs, startMs, limit })).toBeLessThanOrEqual(least);
      cases += 1;
      exact += Number(bound === least);
    }
    expect(cases).toBeGreaterThan(500);
    expect(exact).toBeGreaterThan(cases / 2);
  });
});

/** The least over all schedules in whole ms: each job on each worker, at each time. Undefined if none keeps to the limit. */
const searchLeast = (jobs: readonly PlayedJob[], startMs: number, limit: WaitLimit): number | undefined => {
  const horizon = Math.max(...jobs.map(({ at }) => at)) + jobs.reduce((sum, { ms }) => sum + ms, 0);
  let least: number | undefined;
  const place = (rest: readonly PlayedJob[], workers: readonly (readonly (readonly [number, number])[])[], misses: number): void => {
    const [job, ...others] = rest;
    if (job === undefined) {
      const cost = workers.reduce((sum, runs) => sum + costOfWorker(runs, startMs), 0);
      least = Math.min(least ?? cost, cost);
      return;
    }
    for (let from = job.at; from <= horizon; from++) {
      const to = from + job.ms;
      const isLate = (limit.of === 'start' ? from : to) - job.at > limit.ms;
      if (isLate && misses === limit.misses) break;
      for (const [k, runs] of [...workers, []].entries()) {
        if (runs.some(([begin, end]) => from < end && begin < to)) continue;
        const changed = [...workers.slice(0, k), [...runs, [from, to] as const], ...workers.slice(k + 1)];
        place(others, changed, misses + Number(isLate));
      }
    }
  };
  place(jobs, [], 0);
  return least;
};

/** Between two jobs a worker idles, or stops and starts again. */
const costOfWorker = (runs: readonly (readonly [number, number])[], startMs: number): number => {
  const inOrder = [...runs].sort(([a], [b]) => a - b);
  return inOrder.reduce((sum, [from, to], k) => {
    const before = inOrder[k - 1]?.[1];
    return sum + to - from + (before === undefined ? startMs : Math.min(startMs, from - before));
  }, 0);
};
