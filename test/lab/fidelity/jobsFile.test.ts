import { readFileSync } from 'node:fs';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { estimateSpending, nanosPerUsd, parseJobs } from '../../../engine/lab/fidelity/index.ts';
import { planOf, sixJobs } from '../../support/serving/observing.ts';

describe('what jobs can cost', () => {
  const usd = (text: string) => estimateSpending(planOf(text)).nanoUsd / nanosPerUsd;

  test('is bounded by the lives of all jobs, or by the workers that there may be', () => {
    // Six jobs, each there for 10 minutes and 5 seconds at most; three workers until 30 seconds after that.
    expect(usd(sixJobs)).toBeCloseTo(3 * 635 * 0.00019, 9);
    expect(usd(sixJobs.replace('max: 3', 'max: 10'))).toBeCloseTo(6 * 605 * 0.00019, 9);
  });

  test('counts from the first job to the last', () => {
    expect(usd(sixJobs.replace('times: 6', 'at: 1h, times: 6'))).toBeCloseTo(usd(sixJobs), 9);
  });
});

test('the example costs less than the ten cents that the page allows', () => {
  const { nanoUsd } = estimateSpending(planOf(readFileSync('test/examples/six.jobs.yaml', 'utf8')));
  expect(nanoUsd).toBeLessThanOrEqual(nanosPerUsd / 10);
});

describe('a jobs file', () => {
  const problems = (text: string): string => {
    const plan = parseJobs('a.jobs.yaml', text);
    return isLeft(plan) ? plan.left.map(({ line, message }) => `${line}: ${message}`).join('\n') : '';
  };

  test('is read in the order of time, each job with its policy', () => {
    const { jobs } = planOf(`${sixJobs}  - { at: 5s, input: {} }\n  - { at: 3s, input: {}, policy: { executionTimeout: 5s, ttl: 10s } }\n`);
    expect(jobs.map(({ at, ttlMs }) => [at, ttlMs]).slice(5)).toStrictEqual([
      [0, 600_000],
      [3_000, 10_000],
      [5_000, 600_000],
    ]);
  });

  // biome-ignore format: a table
  test.each([
    ['without a price',                  sixJobs.replace('price: 0.00019\n', ''),           /price/],
    ['without bounds',                   sixJobs.replace(/policy.*\n/, ''),                 /policy/],
    ['with a word misspelt',             sixJobs.replace('scaling', 'scalling'),            /^6: .*'scalling'.*did you mean 'scaling'/],
    ['whose jobs may run for no time',   sixJobs.replace('executionTimeout: 1m', 'executionTimeout: 1s'), /^9: policy.executionTimeout: must be 5s or more/],
    ['whose jobs are there for no time', sixJobs.replace('ttl: 10m', 'ttl: 5s'),            /^9: policy.ttl: must be 10s or more/],
    ['whose ttl bounds nothing',         sixJobs.replace('ttl: 10m', 'ttl: 30s'),           /^9: policy.ttl: is shorter than the job may run/],
    ['with too many jobs',               sixJobs.replace('times: 6', 'times: 40').concat('  - { times: 40, input: {} }\n'), /asks for 80 jobs; a file may ask for at most 50/],
    ['that is no YAML',                  'jobs: [',                                         /^1: /],
  ])('%s is refused, where it says so', (_, text, words) => {
    expect(problems(text)).toMatch(words);
  });
});
