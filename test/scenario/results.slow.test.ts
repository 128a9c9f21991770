import { describe, expect, test } from 'vitest';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { resultsSchema } from '../../engine/scenario/format/resultsFormat.ts';
import { play } from '../../engine/scenario/play/play.ts';
import { computeResults } from '../../engine/scenario/play/results.ts';
import type { Run } from '../../engine/scenario/play/run.ts';
import { percentile } from '../../engine/world/reports/record/samples.ts';
import { entriesOf, playedText, scenariosIn, scenarioText } from '../support/worlds/playing.ts';

const resultsIn = (run: Run) => {
  const results = computeResults(run);
  if (results === undefined) throw new Error('the run has no results');
  return results;
};

const submit = 'with: { endpoint: ep-a, body: { input: {} } }';
const handler = (text: string) => `, handler: { ${text} }`;

describe('the results of a load run', () => {
  test('are as their schema says, and name what was refused most first', () => {
    const loads = [
      '{ act: cancel, with: { endpoint: ep-a, job: none }, burst: { size: 1 }, mayBeRefused: true }',
      '{ act: health, with: { endpoint: ep-none }, burst: { size: 3 }, mayBeRefused: true }',
      `{ ${submit}, burst: { size: 2 } }`,
    ];
    const results = resultsIn(playedText(scenarioText(`load: [${loads.join(', ')}]`)));
    expect(resultsSchema.parse(results)).toStrictEqual(results);
    expect(results.all.utilization).toBe(1);
    expect(results.refusals.map(({ count }) => count)).toStrictEqual([3, 1]);
  });

  test('are what can be counted by hand', () => {
    const run = playedText(
      scenarioText(`load: [{ ${submit}, constant: { every: 500ms }, exactly: 3 }]`, handler('duration: { fixed: 2s }')),
    );
    // Jobs come at 0, 0.5 and 1 s. They start at 0, 2 and 4 s, and end 2 s later.
    expect(resultsIn(run)).toMatchObject({
      overMs: 6_000,
      partMs: 150,
      calls: 3,
      refusals: [],
      endpoints: {},
      all: {
        jobs: {
          submitted: 3,
          outcomes: { completed: 3, failed: 0, timedOut: 0, cancelled: 0, purged: 0, expired: 0, unfinished: 0 },
          throughput: 0.5,
          busyMs: 6_000,
          delayTime: { count: 3, p50: 1_500, p90: 3_000, p95: 3_000, p99: 3_000, max: 3_000 },
          executionTime: { count: 3, p50: 2_000, max: 2_000 },
          totalTime: { count: 3, p50: 3_500, max: 5_000 },
          queueDepth: { mean: 0.75, max: 2 },
        },
        requests: null,
        workers: { RUNNING: { mean: 1, max: 1 } },
        utilization: 1,
        coldStart: null,
        batchSize: null,
      },
    });
    const { overTime = [] } = resultsIn(run).all.jobs?.queueDepth ?? {};
    expect([overTime.length, overTime[0], overTime[4], overTime[10], overTime[20], overTime[39]]).toStrictEqual([40, 0, 1, 2, 1, 0]);
  });

  test('tell what became of each job', () => {
    const text = scenarioText(
      `load:
  - { name: fails, ${submit}, trace: [0s, 1s, 40s] }
  - { name: times-out, with: { endpoint: ep-a, body: { input: {}, policy: { executionTimeout: 5000 } } }, trace: [10s] }
  - { name: purged, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 10000 } } }, trace: [41s] }
steps:
  - { at: 45s, act: purgeQueue, with: { endpoint: ep-a } }
`,
      handler('duration: { fixed: 6s }, outcomes: [fail, complete]'),
    );
    const { outcomes, submitted } = resultsIn(playedText(text)).all.jobs ?? {};
    expect(submitted).toBe(5);
    expect(outcomes).toStrictEqual({ completed: 0, failed: 3, timedOut: 1, cancelled: 0, purged: 1, expired: 0, unfinished: 0 });
  });

  test('count a retried job by its last end, and time it from the retry', () => {
    const text = scenarioText(
      `load: [{ ${submit}, trace: [10s] }]
steps:
  - { act: run, ${submit}, save: { job: id } }
  - { when: job $job is FAILED, within: 1m }
  - { delay: 1s, act: retry, with: { endpoint: ep-a, job: $job } }
`,
      handler('duration: { fixed: 2s }, outcomes: [fail, complete]'),
    );
    const { jobs } = resultsIn(playedText(text)).all;
    expect(jobs).toMatchObject({ submitted: 2, retried: 1, requeued: 0, outcomes: { completed: 1, failed: 1 } });
    expect(jobs?.executionTime).toMatchObject({ count: 3, max: 2_000 });
    expect(jobs?.totalTime).toMatchObject({ count: 3, max: 2_000 });
  });

  test('do not take a retry for an end', () => {
    const text = scenarioText(
      `load: [{ ${submit}, trace: [0s] }]
steps:
  - { act: run, ${submit}, save: { job: id } }
  - { at: 5s, act: retry, with: { endpoint: ep-a, job: $job } }
  - { delay: 1s, act: health, with: { endpoint: ep-a } }
`,
      handler('duration: { fixed: 2s }, outcomes: [fail, complete]'),
    );
    const { outcomes, throughput, busyMs } = resultsIn(playedText(text)).all.jobs ?? {};
    expect(outcomes).toMatchObject({ failed: 1, unfinished: 1 });
    expect([throughput, busyMs]).toStrictEqual([0, 4_000]);
  });

  test('count a request as failed if its answer is 5xx', () => {
    const [scenario] = scenariosIn('scenarios/balancer/load.scenario.yaml');
    const run = scenario && play(scenario);
    const answered =
      run === undefined ? [] : entriesOf(run).flatMap(({ event }) => (event.type === 'RequestAnswered' ? [event.status] : []));
    const ok = answered.filter((status) => status < 500).length;
    expect(ok).toBeLessThan(answered.length);
    expect(run && resultsIn(run).all.requests?.outcomes).toMatchObject({ completed: ok, failed: 90 - ok });
  });

  test('have cancelled, expired and unfinished jobs, too', () => {
    const text = scenarioText(
      `load: [{ ${submit}, mayBeRefused: true, closed: { users: 1, thinkTime: { fixed: 1s } }, exactly: 1 }]
steps:
  - { at: 1s, act: run, with: { endpoint: ep-a, body: { input: {} } }, save: { cancelled: id } }
  - { act: run, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 10000 } } } }
  - { act: cancel, with: { endpoint: ep-a, job: $cancelled } }
  - { at: 70s, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { delay: 1s, act: health, with: { endpoint: ep-a } }
`,
      handler('duration: { fixed: 1m }'),
    );
    const { outcomes } = resultsIn(playedText(text)).all.jobs ?? {};
    expect(outcomes).toStrictEqual({ completed: 1, failed: 0, timedOut: 0, cancelled: 1, purged: 0, expired: 1, unfinished: 1 });
  });

  // biome-ignore format: a table
  test.each<[string, string, object]>([
    ['two retries of a failed job, the last of which fails', 'burst: { size: 1 }, onFailure: { retry: client }',                                          { retriedFailures: 2, outOfAttempts: 1 }],
    ['two of the platform',                               'burst: { size: 1 }, onFailure: { retry: job }',                                              { retriedFailures: 2, outOfAttempts: 1 }],
    ['a retry that would come too late',                  'burst: { size: 1 }, onFailure: { retry: client, backoff: constant, delay: 3s }, giveUpAfter: 6s', { retriedFailures: 1, outOfTime: 1 }],
    ['retries of refused calls',                          'burst: { size: 1 }, start: 1m, onRefusal: { attempts: 3 }, mayBeRefused: true',               { retriedRefusals: 2, outOfAttempts: 1 }],
    ['a refusal after which no attempt would help',       'burst: { size: 1 }, start: 2m, onRefusal: { attempts: 3 }, mayBeRefused: true',               {}],
    ['clients that wait too long for their job',          'burst: { size: 3 }, giveUpAfter: 4001ms',                                                    { outOfTime: 1 }],
    ['users that wait too long for an answer',            'act: runsync, closed: { users: 3, thinkTime: { fixed: 1m } }, exactly: 3, giveUpAfter: 5s',    { outOfTime: 1 }],
  ])('count %s', (_, load, counted) => {
    const text = scenarioText(
      `load: [{ ${submit}, ${load} }]
steps: [{ at: 2m, act: deleteEndpoint, with: { endpoint: ep-a } }]
faults: [{ fault: api-error, match: { operation: run }, window: { from: 1m, to: 90s } }]`,
      handler('duration: { fixed: 2s }, outcomes: [fail]'),
    );
    expect(resultsIn(playedText(text)).clients).toStrictEqual({ retriedRefusals: 0, retriedFailures: 0, outOfTime: 0, outOfAttempts: 0, ...counted });
  });

  test('say nothing of clients that neither retry nor give up', () => {
    expect(resultsIn(playedText(scenarioText(`load: [{ ${submit}, burst: { size: 1 } }]`))).clients).toBeNull();
  });

  test('count as expired no job that had ended when its result was removed, for whatever reason', () => {
    const text = scenarioText(
      `load: [{ with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 30s } } }, burst: { size: 4 } }]
steps:
  - { act: run, ${submit} }
  - { act: run, ${submit}, save: { job: id } }
  - { act: cancel, with: { endpoint: ep-a, job: $job } }
  - { at: 2h, act: health, with: { endpoint: ep-a } }`,
      handler('duration: { fixed: 7s }'),
    );
    const run = playedText(text);
    // Three of the load's jobs have ended when their time to live is over, and one runs.
    expect(entriesOf(run).filter(({ event }) => event.type === 'JobExpired')).toHaveLength(6);
    expect(resultsIn(run).all.jobs?.outcomes).toMatchObject({ completed: 4, cancelled: 1, expired: 1, unfinished: 0 });
  });

  test('count every refusal of a call, also those that leave nothing in the log', () => {
    const text = scenarioText(`load: [{ ${submit}, mayBeRefused: true, burst: { size: 1200 } }]`).replace('max: 1 }', 'max: 10 }');
    const run = playedText(text);
    expect(resultsIn(run).refusals).toStrictEqual([{ rule: 'limits.queue', status: 429, count: 200 }]);
    expect(entriesOf(run).filter(({ event }) => event.type === 'InputRefused').length).toBeLessThan(200);
  });

  test('are undefined without a load', () => {
    expect(computeResults(playedText(scenarioText('steps: [{ act: listPods }]')))).toBeUndefined();
  });
});

/** Scenarios with loads, of every kind that is quick. */
const files = [
  'balancer/hundred-at-once',
  'balancer/load',
  'faults/crash-by-chance',
  'queue/full',
  'queue/load-waits-for-its-own-jobs',
  'queue/users-who-think',
  'scaling/delay-against-count',
  'scaling/maximum-raised',
  'scaling/ramp',
  'scaling/to-zero-and-back',
];

describe.each(files)('the results of %s', (file) => {
  const [scenario] = scenariosIn(`scenarios/${file}.scenario.yaml`);
  if (scenario === undefined) throw new Error('no run');
  const run = play(scenario);
  const fingerprint = run.world.fingerprint();
  const results = resultsIn(run);
  const entries = entriesOf(run);
  const all = results.all;

  test('are plain data, and leave the log as it is', () => {
    expect(structuredClone(results)).toStrictEqual(results);
    expect(JSON.parse(JSON.stringify(results))).toStrictEqual(results);
    expect(run.world.fingerprint()).toBe(fingerprint);
    expect(resultsIn(play(scenario))).toStrictEqual(results);
  });

  test('have an outcome for each job and each request in the log', () => {
    for (const [work, type] of [
      [all.jobs, 'JobQueued'],
      [all.requests, 'RequestReceived'],
    ] as const) {
      const arrived = entries.filter(({ event }) => event.type === type).length;
      expect(work?.submitted ?? 0).toBe(arrived);
      expect(Object.values(work?.outcomes ?? {}).reduce((sum, count) => sum + count, 0)).toBe(arrived);
    }
  });

  test('have the waits that the state has', () => {
    const waits = new Map<string, number>();
    for (const { at, event } of entries) if (event.type === 'JobQueued') waits.set(event.jobId, at);
    const delays = entries.flatMap(({ at, event }) => (event.type === 'JobStarted' ? [at - (waits.get(event.jobId) ?? 0)] : []));
    expect(all.jobs?.delayTime?.p95).toBe(percentile(delays, 95, 100));
  });

  test("obey Little's law: the waits of all jobs are the queue's depth over time", () => {
    const jobs = all.jobs;
    if (jobs === null || jobs.requeued + jobs.retried > 0 || jobs.outcomes.completed < jobs.submitted) return;
    const queued = new Map(entries.flatMap(({ at, event }) => (event.type === 'JobQueued' ? [[event.jobId, at]] : [])));
    const waited = entries.reduce(
      (sum, { at, event }) => (event.type === 'JobStarted' ? sum + at - (queued.get(event.jobId) ?? at) : sum),
      0,
    );
    expect(Math.abs(jobs.queueDepth.mean - waited / results.overMs)).toBeLessThan(0.000_001);
  });

  test('cost what the endpoints are billed', () => {
    const endpoints = new Set(entries.flatMap(({ event }) => (event.type === 'EndpointCreated' ? [event.endpointId] : [])));
    const billed = [...endpoints].reduce((sum, id) => {
      const bill = run.world.state.billing.find('serverless', id);
      return sum + Number((bill?.nanoUsd('gpu', run.world.now) ?? 0n) + (bill?.nanoUsd('cpu', run.world.now) ?? 0n));
    }, 0);
    expect(Math.abs(all.cost * 1e9 - billed)).toBeLessThan(endpoints.size + 1);
  });

  test('have parts whose means have the mean of the whole', () => {
    for (const { mean, max, overTime } of [all.jobs?.queueDepth, ...Object.values(all.workers)].flatMap((gauge) => gauge ?? [])) {
      const partOf = (k: number): number => Math.min(results.partMs, results.overMs - k * results.partMs);
      const sum = overTime.reduce((total, value, k) => total + value * partOf(k), 0);
      expect(Math.abs(sum / results.overMs - mean)).toBeLessThan(0.000_01);
      expect(Math.max(...overTime)).toBeLessThanOrEqual(max);
    }
  });

  test('are those of each endpoint together', () => {
    const each = Object.values(results.endpoints);
    if (each.length === 0) return;
    expect(each.reduce((sum, { jobs }) => sum + (jobs?.submitted ?? 0), 0)).toBe(all.jobs?.submitted ?? 0);
    expect(Math.abs(each.reduce((sum, { cost }) => sum + cost, 0) - all.cost)).toBeLessThan(1e-8);
    expect(Math.max(...each.map(({ jobs }) => jobs?.delayTime?.max ?? 0))).toBe(all.jobs?.delayTime?.max ?? 0);
  });
});

test('a world that ends at its start has results', () => {
  const run = playedText(scenarioText(`load: [{ act: listPods, with: {}, burst: { size: 2 } }]`));
  expect(run.world.now).toBe(0 as VirtualTime);
  expect(resultsIn(run)).toMatchObject({
    overMs: 0,
    calls: 2,
    all: { jobs: null, requests: null, workers: {}, utilization: 0, cost: 0 },
  });
});
