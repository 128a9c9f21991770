import { describe, expect, test } from 'vitest';
import { playedText, scenarioText, submit } from '../support/playing.ts';

/** One job that fails once and is retried; then the assertion. */
const failuresOf = (assertion: string): readonly string[] =>
  playedText(
    scenarioText(
      `steps:
  - ${submit}
  - { when: job $job is FAILED, within: 1m, act: retry, with: { endpoint: ep-a, job: $job } }
  - { when: job $job is COMPLETED, within: 1m }
assert:
  - { ${assertion} }
`,
      ', handler: { duration: { fixed: 2s }, outcomes: [fail, complete] }',
    ),
  ).failures;

const all = 'JobQueued, JobStarted, JobFailed, JobRetried, JobStarted, JobCompleted';

describe('an assertion holds', () => {
  // biome-ignore format: a table
  test.each([
    ['of a sequence',                        `sequence: [${all}], of: $job`],
    ['of a sequence, some left out',         'sequence: [JobQueued, JobFailed, JobRetried, JobCompleted], of: $job, ignoring: [JobStarted]'],
    ['of a worker',                          'sequence: [WorkerLaunched, WorkerReady, WorkerTookJob, WorkerFreed, WorkerTookJob, WorkerFreed], of: ep-a-w1'],
    ['of a count',                           'count: JobStarted, is: 2'],
    ['of a count of one entity',             'count: JobStarted, of: $job, is: 2'],
    ['of a count of none',                   'count: JobStarted, of: job-x, is: 0'],
    ['of a count, by an operator',           'count: JobStarted, is: { gte: 2, lt: 3 }'],
    ['of a count of what has such fields',   'count: WorkerFreed, where: { succeeded: true }, is: 1'],
    ['of a count by nested fields',          'count: JobStarted, where: { attempt: { ending: fail } }, is: 1'],
    ['of what never happened',               'never: JobCancelled'],
    ['of what never happened to it',         'never: JobFailed, of: job-x'],
    ['of what never happened so',            'never: JobFailed, where: { executionTime: { gt: 2s } }'],
    ['of a median',                          'metric: executionTime, p50: 2s'],
    ['of several percentiles',               'metric: delayTime, of: ep-a, p50: 0s, p95: { lte: 1s }, max: { lt: 1s }'],
    ['of utilization',                       'metric: utilization, is: 1'],
    ['of cost',                              'metric: cost, is: { gt: 0.0012, lt: 0.0013 }'],
  ])('%s', (_, assertion) => {
    expect(failuresOf(assertion)).toStrictEqual([]);
  });
});

describe('an assertion fails', () => {
  // biome-ignore format: a table
  test.each([
    ['when an event is missing',          `sequence: [${all}, JobPurged], of: $job`,               'assert.0: events of '],
    ['when there is one too many',        'sequence: [JobQueued, JobStarted], of: $job',           'expected ["JobQueued","JobStarted"], got ["JobQueued"'],
    ['when they come in another order',   `sequence: [${all.replace('JobQueued, JobStarted', 'JobStarted, JobQueued')}], of: $job`, '[0]: expected "JobStarted", got "JobQueued"'],
    ['when it is of an unknown entity',   'sequence: [JobQueued], of: job-x',                      'assert.0: events of job-x: expected ["JobQueued"], got []'],
    ['when it is of nothing known',       'sequence: [JobQueued], of: $jbo',                       'assert.0: $jbo is not set'],
    ['when a count is another',           'count: JobStarted, is: 1',                              'assert.0: count of JobStarted: expected 1, got 2'],
    ['when a count is out of bounds',     'count: JobStarted, is: { lt: 2 }',                      'expected lt 2, got 2'],
    ['when a field is another',           'count: WorkerFreed, where: { succeeded: maybe }, is: 1', 'expected 1, got 0'],
    ['when it happened',                  'never: JobFailed',                                      'assert.0: JobFailed happened, entry '],
    ['when it happened to it',            'never: JobFailed, of: $job',                            'assert.0: JobFailed happened, entry '],
    ['when a percentile is another',      'metric: executionTime, p50: 3s',                        'assert.0: executionTime p50: expected 3000, got 2000'],
    ['when the longest is too long',      'metric: executionTime, of: ep-a, max: { lt: 2s }',      'assert.0: executionTime of ep-a max: expected lt 2000, got 2000'],
    ['when a percentile is not of it',    'metric: executionTime, p95: { ne: 2s }',                'expected ne 2000, got 2000'],
    ['when there is nothing to measure',  'metric: delayTime, of: ep-x, max: 1s',                  'assert.0: delayTime of ep-x: no job has one'],
    ['when utilization is another',       'metric: utilization, is: { lt: 1 }',                    'assert.0: utilization: expected lt 1, got 1'],
    ['when cost is another',              'metric: cost, of: ep-a, is: 0',                         'assert.0: cost of ep-a: expected 0, got '],
  ])('%s', (_, assertion, words) => {
    const failures = failuresOf(assertion);
    expect(failures).not.toStrictEqual([]);
    expect(failures[0]).toContain(words);
  });
});

test('a percentile is the value at or below which so many of a hundred lie', () => {
  const waits = (expected: string): readonly string[] =>
    playedText(
      scenarioText(
        `load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 20 } }]\nassert: [{ metric: delayTime, ${expected} }]\n`,
        ', handler: { duration: { fixed: 1s } }',
      ),
    ).failures;
  expect(waits('p50: 9s, p95: 18s, max: 19s')).toStrictEqual([]);
  expect(waits('p50: 8s, p95: 19s, max: 18s')).toHaveLength(3);
});
