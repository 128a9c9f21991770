import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import {
  findColdWaits,
  goneStatus,
  isEnded,
  observationText,
  type Recording,
  readEndpoint,
  readHealth,
  readJob,
  readWorkers,
  type SeenPoll,
} from '../../../engine/lab/fidelity/index.ts';
import { readYaml } from '../../../engine/scenario/format/yamlFile.ts';
import { planOf, sixJobs } from '../../support/serving/observing.ts';

const polled = (at: number, more: Partial<SeenPoll> = {}): SeenPoll => ({
  at,
  jobs: { completed: 0, failed: 0, inProgress: 0, inQueue: 0, retried: 0 },
  workers: { idle: 0, initializing: 0, ready: 0, running: 0, throttled: 0, unhealthy: 0 },
  workerList: undefined,
  statuses: [],
  ...more,
});

const plan = planOf(sixJobs);
const [planned] = plan.jobs;
if (planned === undefined) throw new Error('there is a job');
const submitted = (at: number, last: object) => ({ planned, at, last: { id: `job-${at}`, status: 'COMPLETED', ...last } });

const recording = (more: Partial<Recording> = {}): Recording => ({
  name: 'O1',
  date: '2026-11-27',
  author: 'a team',
  everyMs: 1_000,
  plan,
  endpoint: undefined,
  polls: [],
  jobs: [],
  brokenOff: undefined,
  ...more,
});

// biome-ignore lint/suspicious/noExplicitAny: a test knows what is written
const written = (more: Partial<Recording>): any => {
  const yaml = readYaml('a.observation.yaml', observationText(recording(more)));
  if (isLeft(yaml)) throw new Error(yaml.left[0]?.message);
  return yaml.right.data;
};

describe('the series of an observation', () => {
  test('has the polls that showed something new, each with the one before it, and the last', () => {
    const busy = { jobs: { ...polled(0).jobs, inQueue: 1 } };
    const polls = [polled(0), polled(1_000, busy), polled(2_000, busy), polled(3_000, busy), polled(4_100)];
    expect(written({ polls: [...polls, polled(5_000)] }).series).toStrictEqual([
      { at: '0s', jobs: { inQueue: 0 } },
      { at: '1s', since: '0s', jobs: { inQueue: 1 } },
      { at: '4s100ms', since: '3s', jobs: { inQueue: 0 } },
      { at: '5s', since: '4s100ms', jobs: { inQueue: 0 } },
    ]);
  });

  test('has no poll of the millisecond in which a job was submitted', () => {
    const polls = [polled(0), polled(1_000, { statuses: ['IN_QUEUE'] })];
    const { series } = written({ polls, jobs: [submitted(0, {})] });
    expect(series).toStrictEqual([{ at: '1s', since: '0s', statuses: ['IN_QUEUE'] }]);
  });

  test('has numbers of workers in the place of their ids', () => {
    const polls = [polled(0, { workerList: [{ id: 'secret-b', status: 'IDLE' }] }), polled(1_000, { workerList: [] })];
    const last = polled(2_000, { workerList: ['secret-a', 'secret-b'].map((id) => ({ id, status: 'IDLE' })) });
    const { series } = written({ polls: [...polls, last] });
    expect(series.map((row: SeenPoll) => row.workerList)).toStrictEqual([
      [{ worker: 1, status: 'IDLE' }],
      [],
      [
        { worker: 2, status: 'IDLE' },
        { worker: 1, status: 'IDLE' },
      ],
    ]);
  });
});

describe('the values of an observation', () => {
  const polls = [polled(0), polled(20_000, { jobs: { ...polled(0).jobs, completed: 2 }, statuses: ['COMPLETED', 'COMPLETED'] })];
  const jobs = [
    submitted(1, { delayTime: 900, executionTime: 8_200, workerId: 'w-1' }),
    submitted(2, { delayTime: 950, executionTime: 8_300, workerId: 'w-2' }),
  ];

  test('are the times of each job without what its handler takes by itself, its end, and how many workers ran them', () => {
    expect(written({ polls, jobs }).values).toStrictEqual([
      { what: 'delayTime of job 1', unit: 'ms', value: 900, read: { delayTime: 1 }, tells: { quantity: 'start', less: 'take-delay' } },
      { what: 'delayTime of job 2', unit: 'ms', value: 950, read: { delayTime: 2 } },
      {
        what: 'executionTime, less the handler',
        unit: 'ms',
        values: [200, 300],
        n: 2,
        read: { executionTime: 'each', less: '8s' },
        tells: { quantity: 'post-delay' },
      },
      { what: 'jobs that are COMPLETED', unit: 'count', value: 2, of: 2, read: { count: 'JobCompleted' } },
      { what: 'workers that ran a job', unit: 'count', value: 2, read: { workersUsed: 'all' } },
    ]);
  });

  test('tell of a start for each job that found no worker, when all jobs before it had ended', () => {
    const gone = { statuses: ['COMPLETED'] };
    const up = { workers: { ...polled(0).workers, idle: 1 } };
    const seen = [polled(0), polled(60_000, gone), polled(70_000, { ...up, statuses: ['COMPLETED', 'COMPLETED'] })];
    const three = [0, 61_000, 71_000].map((at) => submitted(at, { delayTime: 4_000 + at / 1_000 }));
    expect(findColdWaits(recording({ polls: seen, jobs: three }))).toStrictEqual([4_000, 4_061]);
    const early = [polled(0), polled(60_000, { statuses: ['IN_PROGRESS'] }), ...seen.slice(2)];
    expect(findColdWaits(recording({ polls: early, jobs: three }))).toStrictEqual([4_000]);
  });

  test('are when the first worker was up, where none was there before', () => {
    const listed = (at: number, ...statuses: string[]) =>
      polled(at, { workerList: statuses.map((status, k) => ({ id: `w-${k}`, status })) });
    const starting = [listed(1_000, 'INITIALIZING'), listed(2_000, 'INITIALIZING'), listed(3_000, 'THROTTLED', 'RUNNING')];
    const what = 'the first worker is up, between two polls';
    expect(written({ polls: [listed(0), ...starting] }).values).toStrictEqual([
      { what, unit: 'ms', range: [2_000, 3_000], read: { to: { event: 'WorkerReady' } } },
    ]);
    const busy = { ...listed(0, 'INITIALIZING'), workers: { ...polled(0).workers, initializing: 1 } };
    expect(written({ polls: [busy, ...starting] }).values).toBeUndefined();
    expect(written({ polls: [listed(0), listed(1_000)] }).values).toBeUndefined();
  });

  test('are whole execution times where a job was quicker than its handler should be', () => {
    const { values } = written({ polls, jobs: [submitted(1, { executionTime: 7_000 })] });
    expect(values[0]).toStrictEqual({ what: 'executionTime', unit: 'ms', values: [7_000], n: 1, read: { executionTime: 'each' } });
  });

  test('say nothing of how many ended while one may still end', () => {
    const { values } = written({ polls, jobs: [...jobs, submitted(3, { status: 'IN_PROGRESS' })] });
    expect(values.map(({ what }: { what: string }) => what)).not.toContain('jobs that are COMPLETED');
  });
});

describe('the play of an observation', () => {
  test('has the jobs at their times, with other inputs, and the endpoint as it is known', () => {
    const { world, steps, origin } = written({
      polls: [polled(0), polled(1_000, { statuses: ['COMPLETED'] })],
      jobs: [submitted(10, {})],
      endpoint: readEndpoint({
        id: 'secret-id',
        name: 'secret-name',
        workers: { min: 1, max: 5, idleTimeout: 7 },
        scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
        flashboot: 'OFF',
        timeout: 0,
      }),
    });
    expect(origin).toBeUndefined();
    expect(world).toStrictEqual({
      images: [{ name: 'observed:1', gigabytes: 0.15 }],
      endpoints: [
        {
          id: 'ep-a',
          image: 'observed:1',
          handler: { duration: { fixed: '8s' } },
          workers: { min: 1, max: 5, idleTimeout: 7 },
          scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
          flashboot: 'OFF',
        },
      ],
    });
    const policy = { executionTimeout: 60_000, ttl: 600_000 };
    expect(steps).toStrictEqual([{ at: '10ms', act: 'run', with: { endpoint: 'ep-a', body: { input: { n: 1 }, policy } } }]);
  });

  test('begins with jobs of before where workers were idle that no minimum keeps, and counts its times from later', () => {
    const idle = { workers: { ...polled(0).workers, idle: 2, ready: 2 } };
    const { steps, origin, mechanisms } = written({
      polls: [polled(0, idle), polled(1_000, { ...idle, statuses: ['COMPLETED'] })],
      jobs: [submitted(10, {})],
    });
    expect(origin).toBe('30m');
    expect(mechanisms[0]).toBe('sleep');
    expect(steps[0]).toMatchObject({ at: '0s', repeat: { times: 2 } });
    expect(steps[1]).toMatchObject({ at: '30m10ms' });
  });

  // biome-ignore format: a table
  test.each([
    ['nothing was seen',                      { polls: [] },                                                                                /^nothing was seen$/],
    ['no job was submitted',                  { polls: [polled(0)] },                                                                       /^no job was submitted/],
    ['others had jobs there before',          { polls: [polled(0, { jobs: { inQueue: 2, inProgress: 1 } })], jobs: [submitted(1, {})] },     /^at the first poll there were 3 jobs of others/],
    ['others have submitted jobs meanwhile',  { polls: [polled(0), polled(1_000, { jobs: { completed: 3 }, statuses: ['IN_QUEUE'] })], jobs: [submitted(1, {})] }, /^meanwhile there were 2 jobs of others/],
  ])('is left out where %s', (_, more, words) => {
    const { world, unplayed } = written(more);
    expect(world).toBeUndefined();
    expect(unplayed).toMatch(words);
  });

  test('has nothing of what a handler answers', () => {
    const own = planOf(sixJobs.replace('fixed: 8s }', "fixed: 8s }, output: { a: 'a-secret-output' }"));
    expect(observationText(recording({ plan: own, polls: [polled(0)], jobs: [submitted(1, {})] }))).not.toContain('secret');
  });
});

test('conditions say what is known of the endpoint, what was there at first, and what never was', () => {
  const warm = polled(0, { jobs: { completed: 3, failed: 0 }, workers: { idle: 2, throttled: 0 } });
  expect(written({ polls: [warm] }).conditions).toBe(
    'the endpoint as its author describes it; workers at the first poll: 2 idle; always 0: failed, throttled',
  );
  expect(written({ plan: undefined }).conditions).toBe('nothing is known of the endpoint; nothing was seen');
});

test('what broke off says so', () => {
  expect(written({ brokenOff: 'it was interrupted' })).toMatchObject({ partial: true, brokenOff: 'it was interrupted', series: [] });
  expect(written({ polls: [polled(0)] }).partial).toBeUndefined();
});

describe('an answer', () => {
  test('of health has the counts that are known, and no others', () => {
    expect(readHealth({ jobs: { inQueue: 1, retries: 3 }, workers: { idle: 2, ready: 'two' } })).toStrictEqual({
      jobs: { inQueue: 1 },
      workers: { idle: 2 },
    });
    expect(readHealth({ status: 'ok' })).toBeUndefined();
  });

  test('of a job has its times, and never its output', () => {
    expect(readJob({ id: 'a', status: 'COMPLETED', delayTime: 1, executionTime: 2, workerId: 'w', output: 'secret' })).toStrictEqual({
      id: 'a',
      status: 'COMPLETED',
      delayTime: 1,
      executionTime: 2,
      workerId: 'w',
    });
    expect(readJob({ id: 'a' })).toBeUndefined();
    expect(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', goneStatus].map((status) => isEnded({ id: 'a', status }))).toStrictEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('of the management API is read as far as podsim knows it', () => {
    expect(readEndpoint({ id: 'a' })).toBeUndefined();
    expect(readWorkers({ workers: [{ id: 'w', status: 'IDLE', image: 'secret' }] })).toStrictEqual([{ id: 'w', status: 'IDLE' }]);
    expect(readWorkers({})).toBeUndefined();
  });
});
