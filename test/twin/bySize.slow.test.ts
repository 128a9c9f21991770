import { describe, expect, test } from 'vitest';
import { fitBySize, type SizeFit, shareOnLine } from '../../adapters/twin/fit/bySize.ts';
import { JobTable } from '../../adapters/twin/records/jobTable.ts';
import { drawsFrom } from '../../engine/kernel/rng.ts';
import { normalFrom, numbersFrom } from './hidden/endpoint.ts';

interface Sized {
  readonly size: number;
  readonly execution: number;
}

/** Jobs by size: `timeOf` of a size and of a lognormal time, half a second in the middle. */
const jobsOf = (seed: number, count: number, timeOf: (size: number, rest: number, k: number) => number): JobTable => {
  const next = numbersFrom(seed);
  return tableOf(
    Array.from({ length: count }, (_, k) => {
      const size = Math.max(1, Math.round(400 * Math.exp(0.8 * normalFrom(next))));
      return { size, execution: Math.round(timeOf(size, 500 * Math.exp(0.6 * normalFrom(next)), k)) };
    }),
  );
};

const tableOf = (rows: readonly Sized[]): JobTable => {
  const jobs = new JobTable();
  for (const [k, { size, execution }] of rows.entries())
    jobs.add({ line: k, submitted: k * 60_000, delay: 0, execution, size, retries: 0, status: undefined, worker: undefined });
  return jobs;
};

const findLine = (jobs: JobTable): SizeFit | string | undefined => fitBySize(jobs, undefined, drawsFrom('sizes'));
const onLine = (size: number, rest: number): number => 2_000 + 12 * size + rest;

describe('how long jobs run by their size', () => {
  const jobs = jobsOf(3, 1_000, onLine);

  test('is a line and a remainder', () => {
    const found = findLine(jobs);
    if (typeof found !== 'object') throw new Error(found);
    const { per, slopeMs, interceptMs, remainder, explained } = found;
    expect(per).toBe(100);
    expect(slopeMs / per).toBeCloseTo(12, 1);
    // What the quickest takes beside its size is told apart from what scatters only by that.
    expect(interceptMs).toBeGreaterThan(2_000);
    expect(interceptMs).toBeLessThan(2_200);
    expect(interceptMs + (remainder.sorted[500] ?? 0)).toBeGreaterThan(2_450);
    expect(interceptMs + (remainder.sorted[500] ?? 0)).toBeLessThan(2_550);
    expect(explained).toBeGreaterThan(0.9);
    expect(shareOnLine(found, jobsOf(4, 200, onLine))).toBeGreaterThan(0.9);
    expect(
      shareOnLine(
        found,
        jobsOf(4, 200, () => 9_000),
      ),
    ).toBeUndefined();
  });

  // biome-ignore format: a table
  test.each<[string, JobTable, string | undefined]>([
    ['there are no sizes',             tableOf([{ size: Number.NaN, execution: 1 }]),                      undefined],
    ['some have none',                 tableOf([{ size: 1, execution: 1 }, { size: Number.NaN, execution: 1 }]), '1 of 2 jobs have no size'],
    ['they are few',                   jobsOf(3, 99, onLine),                                              '99 jobs are too few to tell a line; 100 are the least'],
    ['they say nothing',               jobsOf(3, 400, (_, rest) => rest),                                  'the size explains 0 % of the scatter, and 25 % are the least'],
    ['larger jobs are quicker',        jobsOf(3, 400, (size, rest) => 1e6 / size + rest),                  'of the scatter, and 25 % are the least'],
    ['all of it grows with the size',  jobsOf(3, 400, (size, rest) => (size * rest) / 30),                 'the times scatter more the larger a job is'],
    ['they lie along a curve',         jobsOf(3, 400, (size, rest) => 2_000 * Math.sqrt(size) + rest),     'the times do not lie along a line'],
  ])('is not played where %s', (_, records, because) => {
    const found = findLine(records);
    if (because === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(because);
  });
});
