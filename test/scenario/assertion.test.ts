import { describe, expect, test } from 'vitest';
import type { Run } from '../../engine/scenario/play/run.ts';
import { playedText, scenarioText, submit } from '../support/worlds/playing.ts';

/** One job that fails once and is retried; then the assertion. */
const runWith = (assertion: string): Run =>
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
  );
const failuresOf = (assertion: string): readonly string[] => runWith(assertion).failures;

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
    ['of utilization in percent',            'metric: utilization, is: { gte: 99.5% }'],
    ['of cost',                              'metric: cost, is: { gt: 0.0008, lt: 0.0009 }'],
    ['of the longest tail',                  'metric: totalTime, p90: 2s, p99: 2s'],
    ['of a share within some time',          'metric: executionTime, within: 2s, is: 100%'],
    ['of a share within less',               'metric: executionTime, within: 1999ms, is: { lt: 1% }'],
    ['of ends',                              'metric: completed, of: ep-a, is: 1'],
    ['of none that expired',                 'metric: expired, is: 0'],
    ['of failures, which a retry mends',     'metric: failures, is: 0'],
    ['of throughput',                        'metric: throughput, is: 0.25'],
    ['of a queue that nothing waits in',     'metric: queueDepth.max, is: 0'],
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
    ['when a tail is longer',             'metric: totalTime, p99: { lt: 2s }',                    'assert.0: totalTime p99: expected lt 2s, got 2s'],
    ['when fewer are within the time',    'metric: executionTime, within: 1s, is: { gte: 90% }',   'assert.0: share of executionTime within 1s: expected gte "90%", got 0%'],
    ['when there are other ends',         'metric: completed, is: { gt: 1 }',                      'assert.0: completed: expected gt 1, got 1'],
    ['when nothing started cold',         'metric: coldStart, max: 1s',                            'assert.0: coldStart: no worker has one'],
    ['when it happened',                  'never: JobFailed',                                      'assert.0: JobFailed: expected never, got once'],
    ['when it happened to it',            'never: JobFailed, of: $job',                            'assert.0: JobFailed: expected never, got once'],
    ['when a percentile is another',      'metric: executionTime, p50: 3s',                        'assert.0: executionTime p50: expected 3s, got 2s'],
    ['when the longest is too long',      'metric: executionTime, of: ep-a, max: { lt: 2s }',      'assert.0: executionTime of ep-a max: expected lt 2s, got 2s'],
    ['when a percentile is not of it',    'metric: executionTime, p95: { ne: 2s }',                'expected ne 2s, got 2s'],
    ['when there is nothing to measure',  'metric: delayTime, of: ep-x, max: 1s',                  'assert.0: delayTime of ep-x: no job has one'],
    ['when utilization is another',       'metric: utilization, is: { lt: 1 }',                    'assert.0: utilization: expected lt 1, got 1'],
    ['when cost is another',              'metric: cost, of: ep-a, is: 0',                         'assert.0: cost of ep-a: expected 0 USD, got 0.00084 USD'],
    ['when cost is too high',             'metric: cost, is: { lt: 0.0008 }',                      'assert.0: cost: expected lt 0.0008 USD, got 0.00084 USD'],
    ['when a share is more percent',         'metric: utilization, is: { lt: 80% }',                  'assert.0: utilization: expected lt "80%", got 100%'],
    ['when a share is no duration',       'metric: utilization, is: { gte: 1ms }',                 'assert.0: utilization: expected gte "1ms", got 1'],
    ['when a share is exactly no duration', 'metric: utilization, is: 1ms',                        'assert.0: utilization: expected "1ms", got 1'],
    ['when a count is no duration',       'count: JobStarted, is: 2ms',                            'assert.0: count of JobStarted: expected "2ms", got 2'],
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

describe('the failure of an assertion names the place in the log to look at first', () => {
  // biome-ignore format: a table
  test.each([
    ['the sample that is the percentile',     'metric: executionTime, max: { lt: 1s }',                        /^job-1, entry \d+, 00:00:02\.000$/],
    ['the first entry that is too many',      'count: JobStarted, is: 1',                                      /^job-1, entry \d+, 00:00:02\.000$/],
    ['the last that an operator refuses',     'count: JobStarted, is: { lt: 2 }',                              /^job-1, entry \d+, 00:00:02\.000$/],
    ['what differs least, if there are few',  'count: WorkerFreed, where: { succeeded: false, jobId: x }, is: 1', /^ep-a-w1, entry \d+, 00:00:02\.000: jobId: expected "x", got "job-1"$/],
    ['nothing, if there is none like it',     'count: JobPurged, is: 1',                                       undefined],
    ['the first that never should be',        'never: JobStarted',                                             /^job-1, entry \d+, 00:00:00\.000$/],
    ['the first event out of sequence',       'sequence: [JobQueued, JobStarted, JobCompleted], of: $job',     /^event 3 of 6: JobFailed, entry \d+, 00:00:02\.000$/],
    ['the last, if more should follow',       `sequence: [${all}, JobPurged], of: $job`,                       /^the last of 6 events: JobCompleted, entry \d+, 00:00:04\.000$/],
  ])('%s', (_, assertion, nearest) => {
    const { failed } = runWith(assertion);
    expect(failed).toHaveLength(1);
    if (nearest === undefined) expect(failed[0]?.nearest).toBeUndefined();
    else expect(failed[0]?.nearest).toMatch(nearest);
  });

  test('and calls every entity as the timeline does', () => {
    const [failure] = runWith('sequence: [JobQueued], of: $job').failed;
    expect(failure?.message).toMatch(/^assert\.0: events of job-1: expected \["JobQueued"\], got /);
    expect(failure?.mismatch?.what).toBe('assert.0: events of job-1');
  });

  test('and its part of the file, and what was compared', () => {
    const [failure] = runWith('metric: executionTime, of: ep-a, p95: { lt: 1500ms }').failed;
    expect(failure).toMatchObject({
      path: ['assert', 0, 'p95'],
      message: 'assert.0: executionTime of ep-a p95: expected lt 1500ms, got 2000ms',
      mismatch: { what: 'assert.0: executionTime of ep-a p95', expected: 'lt 1500ms', actual: '2000ms' },
    });
  });
});
