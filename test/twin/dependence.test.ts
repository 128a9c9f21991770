import { describe, expect, test } from 'vitest';
import { findDependence, fitLine } from '../../adapters/twin/fit/dependence.ts';
import { firstJobs } from '../../adapters/twin/fit/firstJobs.ts';
import { groupsDiffer, rankCorrelation, rankValues, testRuns } from '../../adapters/twin/fit/ranks.ts';
import { type JobRow, JobTable } from '../../adapters/twin/records/jobTable.ts';
import { numbersFrom } from './hidden/endpoint.ts';

describe('tests by ranks', () => {
  test('equal values share a rank', () => {
    expect(rankValues([3, 1, 3, 2])).toStrictEqual([3.5, 1, 3.5, 2]);
  });

  test('rank correlation: of what grows together 1, of what falls -1', () => {
    expect(rankCorrelation([1, 2, 9, 30], [2, 3, 4, 50]).value).toBeCloseTo(1, 12);
    expect(rankCorrelation([1, 2, 9, 30], [5, 4, 3, 2]).value).toBeCloseTo(-1, 12);
  });

  // Siegel (Nonparametric Statistics, 1956): ten of each kind, alternating: 20 runs, 11 expected.
  test('runs: an alternation has many, a rise two', () => {
    expect(testRuns(Array.from({ length: 20 }, (_, k) => k % 2)).value).toBeCloseTo(20 / 11, 9);
    expect(testRuns(Array.from({ length: 20 }, (_, k) => k)).p).toBeLessThan(0.001);
  });

  // Two groups of three, without overlap: H = 12/42 · (36/3 + 225/3) - 21 = 3.857, p = 0.0495.
  test('groups: Kruskal and Wallis', () => {
    expect(groupsDiffer([1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1]).p).toBeCloseTo(0.0495, 3);
  });

  test('a line by least squares', () => {
    expect(fitLine([1, 2, 3], [5, 7, 9])).toMatchObject({
      intercept: expect.closeTo(3, 9),
      slope: expect.closeTo(2, 9),
      explained: expect.closeTo(1, 9),
    });
  });
});

/** A thousand jobs over two days. */
const jobsOf = (change: (row: JobRow, k: number, next: () => number) => Partial<JobRow>): JobTable => {
  const next = numbersFrom(5);
  const jobs = new JobTable();
  let at = 0;
  for (let k = 0; k < 1_000; k++) {
    at += -172_800 * Math.log(1 - next());
    const row: JobRow = {
      line: k,
      submitted: at,
      delay: 0,
      execution: -5_000 * Math.log(1 - next()),
      size: Math.ceil(900 * next()),
      retries: 0,
      status: undefined,
      worker: `w${Math.floor(k / 10)}`,
    };
    jobs.add({ ...row, ...change(row, k, next) });
  }
  return jobs;
};
const rates = { pieces: [{ atMs: 0, perHour: 20.8 }], period: 'constant', from: 0, until: 172_800_000 } as const;
const found = (jobs: JobTable): readonly string[] =>
  findDependence(jobs, rates).tests.flatMap(({ isFound, words }) => (isFound ? [words] : []));

describe('dependence in records', () => {
  test('is not found where there is none', () => {
    expect(found(jobsOf(() => ({})))).toStrictEqual([]);
  });

  test('on size is found, with the line', () => {
    const sized = jobsOf(({ size }, _, next) => ({ execution: 2_000 + 12 * size + 9_000 * next() }));
    expect(found(sized)).toStrictEqual([
      expect.stringMatching(
        /against its size: rank correlation 0\.\d+ \(p < 0\.001\): 6\.\d+ s and 1[12](\.\d+)? ms for each unit of size, which explains \d\d % of the scatter/,
      ),
    ]);
  });

  test('on the job before and on the time of day are found', () => {
    let last = 5_000;
    const kept = jobsOf(({ execution }) => {
      last = 0.7 * last + 0.3 * execution;
      return { execution: last };
    });
    expect(found(kept).join()).toMatch(
      /against the job before: rank correlation 0\.[56789].*runs of jobs longer and shorter than the middle: 0\.\d+ times/,
    );
    const daily = jobsOf(({ submitted, execution }) => ({ execution: submitted % 86_400_000 < 43_200_000 ? execution : 3 * execution }));
    expect(found(daily).join()).toMatch(/against the quarter of the day/);
  });

  test('of the first job of a worker is found, and said how much longer it runs', () => {
    const jobs = jobsOf(({ execution }, k) => (k % 10 === 0 ? { execution: execution + 20_000 } : {}));
    expect(findDependence(jobs, rates).firstJobMs).toBeGreaterThan(17_000);
    expect(
      findDependence(
        jobsOf(() => ({})),
        undefined,
      ).firstJobMs,
    ).toBeUndefined();
  });

  test('of a worker that was gone and came back the first job is one, too', () => {
    const jobs = jobsOf((_, k) => ({ worker: 'w', execution: 1_000, ...(k % 100 === 0 ? { delay: 400_000 } : {}) }));
    expect(firstJobs(jobs).size).toBe(1);
    expect(firstJobs(jobs, 380_000).size).toBeGreaterThan(9);
  });

  test('of failures on size is found', () => {
    const jobs = jobsOf(({ size }, _, next) => ({ status: next() < (size > 450 ? 0.2 : 0.02) ? 'FAILED' : 'COMPLETED' }));
    expect(found(jobs).join()).toMatch(/failures, against size: \d % of the smaller half, \d\d % of the larger/);
  });
});
