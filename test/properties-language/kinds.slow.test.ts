import { describe, expect, test } from 'vitest';
import { resultText } from '../../engine/scenario/properties/result.ts';
import { playedText, scenarioText, submit } from '../support/worlds/playing.ts';

/** Two jobs for one worker, which fails the first of them after two seconds and completes the second. */
const twoJobs = `steps:
  - ${submit}
  - { act: run, with: { endpoint: ep-a, body: { input: { n: 2 } } }, save: { second: id } }
  - { at: 1m }
`;
const handler = ', handler: { duration: { fixed: 2s }, outcomes: [fail] }';

const played = (properties: string, steps = twoJobs, more = '') =>
  playedText(scenarioText(`${steps}${more}properties:\n${properties}`, handler));

/** What a run of the two jobs says of a property: what broke, or how it went. */
const said = (property: string, steps?: string, more?: string): string => {
  const { failed, properties, verdict } = played(`  - ${property}\n`, steps, more);
  const [one] = properties;
  if (one === undefined) throw new Error('there is no property');
  expect(verdict).toBe(failed.length > 0 ? 'fail' : 'pass');
  return failed.length === 0 ? resultText(one) : failed.map(({ message, nearest }) => `${message} (${nearest})`).join('\n');
};

describe('a property of a scenario', () => {
  // biome-ignore format: a table
  test.each<[string, string, string]>([
    ['a condition holds after every event',        '{ always: endpoint ep-a has 1 worker }',                                     'always endpoint ep-a has 1 worker: held'],
    ['a condition does not always hold',           '{ always: endpoint ep-a has 0 waiting jobs }',                               'properties.0: endpoint ep-a: expected 0 waiting jobs, got 1 waiting job (job-1, entry 8, 00:00:00.000)'],
    ['a number of entities has a bound',           '{ always: { count: job, in: [IN_QUEUE, IN_PROGRESS], of: ep-a, is: { lte: 2 } } }', 'always count of job IN_QUEUE or IN_PROGRESS of ep-a ≤ 2: held'],
    ['a number of entities exceeds its bound',     '{ always: { count: job, in: IN_QUEUE, of: ep-a, is: { lt: 1 } } }',          'properties.0: count of job IN_QUEUE of ep-a: expected lt 1, got 1 (job-1, entry 8, 00:00:00.000)'],
    ['entities are selected by their state',       '{ always: { count: job, where: { input: { n: 2 } }, is: { lt: 1 } } }',             'properties.0: count of job where input = {"n":2}: expected lt 1, got 1 (job-2, entry 12, 00:00:00.000)'],
    ['one that has left the status does not count','{ always: { count: job, in: IN_QUEUE, of: ep-a, is: { lte: 1 } } }',         'always count of job IN_QUEUE of ep-a ≤ 1: held'],
    ['others of the same endpoint do not count',   '{ always: { count: job, of: ep-b, is: 0 } }',                                'always count of job of ep-b = 0: held'],
    ['a number of events has a bound',             '{ always: { count: JobFailed, is: { lte: 1 } } }',                           'properties.0: count of JobFailed: expected lte 1, got 2 (job-2, entry 17, 00:00:04.000)'],
    ['more is spent than is allowed',              '{ always: { metric: bill, of: ep-a, is: { lt: 0.0005 } } }',                 'properties.0: bill of ep-a: expected lt 0.0005 USD, got 0.00084 USD (job-2, entry 17, 00:00:04.000)'],
    ['it is looked at only while a guard holds',   '{ always: endpoint ep-a has 0 waiting jobs, while: worker ep-a-w1 is STOPPED }', 'always endpoint ep-a has 0 waiting jobs while worker ep-a-w1 is STOPPED: never evaluated'],
    ['an event never comes',                       '{ never: JobTimedOut }',                                                     'never JobTimedOut: held'],
    ['an event comes once',                        '{ never: JobFailed, of: $second }',                                          'properties.0: JobFailed of job-2: expected never, got once (job-2, entry 17, 00:00:04.000)'],
    ['an event has other fields',                  '{ never: JobFailed, where: { error: other } }',                              'never JobFailed where error = other: held'],
    ['there is nothing that could do it',          '{ never: PodStopped }',                                                      'never PodStopped: never evaluated'],
    ['a state never comes',                        '{ never: worker ep-a-w1 is RUNNING }',                                       'properties.0: worker ep-a-w1 is RUNNING: expected never, got it (ep-a-w1, entry 9, 00:00:00.000)'],
    ['an event is seen',                           '{ sometimes: JobFailed }',                                                   'sometimes JobFailed: seen'],
    ['a state is seen in passing',                 '{ sometimes: endpoint ep-a has 1 waiting job }',                             'sometimes endpoint ep-a has 1 waiting job: seen'],
    ['what is not seen breaks nothing',            '{ sometimes: job $job is COMPLETED }',                                       'sometimes job $job is COMPLETED: not seen'],
    ['a goal is reached in its order',             '{ reachable: [JobQueued, JobStarted, job $second is FAILED] }',              'reachable JobQueued, then JobStarted, then job $second is FAILED: seen'],
    ['a goal is reached in part',                  '{ reachable: [JobQueued, JobFailed, JobRetried, JobCompleted] }',            'reachable JobQueued, then JobFailed, then JobRetried, then JobCompleted: 2 of 4, next JobRetried'],
    ['steps in another order are no goal',         '{ reachable: [JobFailed, InputReceived] }',                                  'reachable JobFailed, then InputReceived: 1 of 2, next InputReceived'],
    ['one event follows another soon enough',      '{ within: 4s, from: JobQueued, to: [JobFailed, JobCompleted] }',             'within 4s of JobQueued: JobFailed or JobCompleted: held'],
    ['one event follows another too late',         '{ within: 3999ms, from: JobQueued, to: [JobFailed, JobCompleted] }',         'properties.0: JobFailed or JobCompleted: expected within 3s999ms of JobQueued, got none (job-2, entry 12, 00:00:00.000: by 00:00:03.999)'],
    ['an event of another kind names the entity',  '{ within: 1s, from: WorkerReady, to: JobStarted }',                          'within 1s of WorkerReady: JobStarted: held'],
    ['everything ends',                            '{ settles: 4s }',                                                            'settles within 4s: held'],
    ['a name is given',                            '{ never: JobFailed, of: $job, name: no failure }',                           'properties.0 (no failure): JobFailed of job-1: expected never, got once (job-1, entry 13, 00:00:02.000)'],
  ])('%s', (_, property, words) => {
    expect(said(property)).toBe(words);
  });

  test('is watched from the beginning, though its variable is saved later', () => {
    expect(said('{ reachable: [{ event: JobQueued, of: $job }, { event: JobStarted, of: $job }] }')).toMatch(/: seen$/);
    expect(said('{ never: JobFailed, of: $other }')).toMatch(/: never evaluated$/);
  });

  test('breaks on its own: another one in the same run holds, and the step that failed is reported, too', () => {
    const { failures, properties } = played(
      '  - never: JobFailed\n  - never: JobCompleted\n',
      `${twoJobs}  - { act: getPod, with: { pod: x } }\n`,
    );
    expect(failures).toHaveLength(2);
    expect(properties.map(({ broken }) => broken?.shape)).toStrictEqual(['JobFailed', undefined]);
  });

  test('costs nothing where a scenario has none, and changes no log where it needs no more time', () => {
    const fingerprintOf = (text: string): string => playedText(text).world.fingerprint();
    const bare = scenarioText(twoJobs, handler);
    const all = '  - always: endpoint ep-a has 1 worker\n  - never: JobCompleted\n  - sometimes: JobFailed\n  - settles: 1h\n';
    expect(fingerprintOf(`${bare}properties:\n${all}`)).toBe(fingerprintOf(bare));
  });
});

describe('what is under way settles', () => {
  test('the run goes on until everything has ended, and no longer', () => {
    const { verdict, world } = played('  - settles: 1h\n', `steps:\n  - ${submit}\n`);
    expect([verdict, world.now]).toStrictEqual(['pass', 2_000]);
  });

  test('what waits longest is explained, as it was at the end of the bound', () => {
    const stuck = `steps:\n  - ${submit}\n  - { act: updateEndpoint, with: { endpoint: ep-a, body: { workers: { min: 0, max: 0 } } } }\n  - ${submit}\n`;
    expect(said('{ settles: 10m }', stuck)).toMatch(
      /^properties\.0: job job-\d: expected an end within 10m of 00:00:00\.000, when calls and faults had ended, got IN_QUEUE since .*workers\.max is 0: no worker will ever start/,
    );
  });

  test('a load that takes its time, and then ends, has not settled in time', () => {
    const load = 'load:\n  - { with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 4 } }\n';
    expect(said('{ settles: 7s }', '', load)).toContain('expected an end within 7s of 00:00:00.000');
    expect(said('{ settles: 8s }', '', load)).toBe('settles within 8s: held');
  });

  test('the bound begins when the last fault has ended', () => {
    const outage = (window: string): string => `faults: [{ fault: image-pull-failure, match: { endpoint: ep-a }${window} }]\n`;
    const { world, verdict } = played('  - settles: 1m\n', `steps:\n  - ${submit}\n`, outage(', window: { to: 10m }'));
    expect(verdict).toBe('pass');
    expect(world.now).toBeGreaterThanOrEqual(600_000);
  });

  test('nothing is promised of a job of low priority, which starts no worker, before its time to live ends', () => {
    const text = (policy: string, within: string): string => `title: low priority
world: { endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {}, policy: ${policy} } } }]
properties: [{ settles: ${within} }]
`;
    const low = playedText(text('{ lowPriority: true, ttl: 3600000 }', '30m'));
    expect([low.failed, low.properties.map(({ evaluated }) => evaluated)]).toStrictEqual([[], [false]]);
    expect(low.idle.map(({ message }) => message)).toStrictEqual([
      "properties.0: 'settles within 30m' was never evaluated: job job-1 has low priority, so it starts no worker, and its time to live ends later",
    ]);
    // Nor where a worker was there before, and has stopped.
    const later = `title: low priority, after a worker has stopped
world: { endpoints: [{ id: ep-a, workers: { min: 0, max: 1 } }] }
steps:
  - { act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { delay: 1m, act: run, with: { endpoint: ep-a, body: { input: {}, policy: { lowPriority: true, ttl: 3600000 } } } }
properties: [{ settles: 30m }]
`;
    expect(playedText(later).failed).toStrictEqual([]);
    // It expires in time; and a usual job starts a worker.
    expect(playedText(text('{ lowPriority: true, ttl: 600000 }', '30m')).properties.map(({ evaluated }) => evaluated)).toStrictEqual([
      true,
    ]);
    const stuck = playedText(`title: a usual job that no worker may run
world: { endpoints: [{ id: ep-a, workers: { min: 0, max: 0 } }] }
steps: [{ act: run, with: { endpoint: ep-a, body: { input: {}, policy: { ttl: 3600000 } } } }]
properties: [{ settles: 30m }]
`);
    expect(stuck.failed).toHaveLength(1);
  });

  describe('where real processes run the jobs', () => {
    /** An endpoint of such, with its one worker. */
    const real = (rest: string, more = ''): string => `title: processes
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints:
    - { id: ep-a, workers: { min: 1, max: 1 }, handler: { external: {} } }
    - { id: ep-b, workers: { min: 0, max: 1 }, handler: { duration: { fixed: 2s } } }
steps:
${rest}${more}properties: [{ settles: 9m }]
`;
    const stuck = `  - { act: updateEndpoint, with: { endpoint: ep-b, body: { workers: { min: 0, max: 0 } } } }
  - { act: run, with: { endpoint: ep-b, body: { input: {} } } }
`;
    const judged = (text: string): readonly [readonly boolean[], readonly string[], readonly string[]] => {
      const { failed, properties, idle } = playedText(text);
      return [
        properties.map(({ evaluated }) => evaluated),
        failed.map(({ message, nearest }) => `${message} (${nearest})`),
        idle.map(({ message }) => message),
      ];
    };
    const silent = (what: string) => [
      [false],
      [],
      [`properties.0: 'settles within 9m' was never evaluated: ${what} waits for a real process, and no step stands for one`],
    ];

    test('nothing is promised of a worker whose process was not heard, and of a job that waits for it', () => {
      expect(judged(real('  - { at: 1s }\n'))).toStrictEqual(silent('worker ep-a-w1'));
      expect(judged(real(`  - ${submit}\n`))).toStrictEqual(silent('worker ep-a-w1'));
    });

    test('nothing is promised of a job that a process has taken, and of the next one in the queue', () => {
      const take = '  - { act: takeJob, with: { endpoint: ep-a, worker: ep-a-w1 } }\n';
      const endless = submit.replace('{ input: { prompt: hi } }', '{ input: {}, policy: { executionTimeout: 3600000 } }');
      expect(judged(real(`  - ${endless}\n${take}`))).toStrictEqual(silent('job job-1'));
      expect(judged(real(`  - ${endless}\n${take}  - ${submit}\n`))).toStrictEqual(silent('job job-1'));
      expect(judged(real(`  - { act: pingWorker, with: { endpoint: ep-a, worker: ep-a-w1 } }\n  - ${submit}\n`))).toStrictEqual(
        silent('job job-1'),
      );
    });

    test('whatever waits for something else is found, though a process is awaited, too', () => {
      const [evaluated, failed] = judged(real(stuck));
      expect(evaluated).toStrictEqual([true]);
      expect(failed).toMatchObject([expect.stringMatching(/^properties\.0: job job-1: .*workers\.max is 0: no worker will ever start/)]);
    });

    test('a job whose endpoint has no worker that could have a process is found', () => {
      const none = stuck.replaceAll('ep-b', 'ep-a');
      const [evaluated, failed] = judged(real(none));
      expect(evaluated).toStrictEqual([true]);
      expect(failed).toMatchObject([expect.stringMatching(/^properties\.0: job job-1: .*workers\.max is 0/)]);
    });

    test('it holds where each process did its part', () => {
      const served = `  - ${submit}
  - { act: takeJob, with: { endpoint: ep-a, worker: ep-a-w1 } }
  - { act: postOutput, with: { endpoint: ep-a, worker: ep-a-w1, job: $job, body: { output: 1 } } }
`;
      expect(judged(real(served))).toStrictEqual([[true], [], []]);
    });
  });

  test('nothing is promised while a fault never ends', () => {
    const { properties, idle, verdict } = played(
      '  - settles: 1m\n',
      `steps:\n  - ${submit}\n`,
      'faults: [{ fault: no-capacity, limit: 9 }]\n',
    );
    expect(verdict).toBe('pass');
    expect(properties).toMatchObject([{ evaluated: false }]);
    expect(idle.map(({ message }) => message)).toContain(
      "properties.0: 'settles within 1m' was never evaluated: fault-1 (no-capacity) has not ended: it would strike again",
    );
  });
});
