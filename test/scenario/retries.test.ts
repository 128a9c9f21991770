import { describe, expect, test } from 'vitest';
import { backoffDelay } from '../../engine/scenario/load/retries.ts';
import { entriesOf, playedText, scenarioText } from '../support/worlds/playing.ts';

const withBody = 'with: { endpoint: ep-a, body: { input: {} } }';
const loaded = (handler: string, load: string, rest = '') =>
  playedText(scenarioText(`load: [{ ${load} }]\n${rest}`, `, handler: { duration: { fixed: 2s }, ${handler} }`));

/** The calls of a run, as `operation key seconds`. */
const callsOf = (run: ReturnType<typeof playedText>): string[] =>
  entriesOf(run).flatMap(({ at, event }) =>
    event.type === 'InputReceived' ? [`${event.operation} ${event.key?.replace('run/ep-a#1/', '')} ${at / 1_000}`] : [],
  );
const countOf = (run: ReturnType<typeof playedText>, type: string): number =>
  entriesOf(run).filter(({ event }) => event.type === type).length;

describe('the delay before a retry', () => {
  const third = () => 1 / 3;
  const exponential = { attempts: 9, backoff: 'exponential' } as const;

  // biome-ignore format: a table
  test.each([
    ['is nothing without a backoff',               { attempts: 9 },                                        [0, 0, 0, 0]],
    ['stays the same',                             { attempts: 9, backoff: 'constant', delay: 300 },       [300, 300, 300, 300]],
    ['doubles unless told otherwise',              exponential,                                            [1_000, 2_000, 4_000, 8_000]],
    ['grows by a factor, in whole milliseconds',   { ...exponential, delay: 5, factor: 1.5 },              [5, 8, 12, 18]],
    ['never exceeds its bound',                    { ...exponential, max: 3_000 },                         [1_000, 2_000, 3_000, 3_000]],
    ['never shrinks below a long first delay',     { ...exponential, delay: 90_000 },                      [90_000, 90_000, 90_000, 90_000]],
    ['does not grow by a factor of one',           { ...exponential, factor: 1 },                          [1_000, 1_000, 1_000, 1_000]],
    ['is drawn from all of it',                    { ...exponential, delay: 2, jitter: 'full' },           [1, 1, 3, 5]],
    ['is drawn from its upper half',               { ...exponential, delay: 2, jitter: 'equal' },          [1, 3, 5, 11]],
  ] as const)('%s', (_, retries, delays) => {
    expect([1, 2, 3, 4].map((n) => backoffDelay(retries, n, third))).toStrictEqual(delays);
  });

  test('stays finite after a thousand attempts', () => {
    expect(backoffDelay({ ...exponential, attempts: 1_000, factor: 100 }, 999, third)).toBe(60_000);
  });

  test('with jitter reaches both ends, and nothing beyond them', () => {
    const delay = (u: number) => backoffDelay({ ...exponential, delay: 10, jitter: 'equal' }, 1, () => u);
    expect([delay(0), delay(0.999_999_999)]).toStrictEqual([5, 10]);
  });
});

describe('a client whose job failed', () => {
  test('submits another job', () => {
    const run = loaded('outcomes: [fail]', `${withBody}, burst: { size: 1 }, onFailure: { retry: client, attempts: 3 }`);
    expect(callsOf(run)).toStrictEqual(['run 1 0', 'run 1/2 2', 'run 1/3 4']);
    expect(run).toMatchObject({ verdict: 'pass', unfired: [] });
  });

  test('has the same job retried', () => {
    const run = loaded('outcomes: [fail, fail, complete]', `${withBody}, burst: { size: 1 }, onFailure: { retry: job, backoff: constant }`);
    expect(callsOf(run)).toStrictEqual(['run 1 0', 'retry 1/2 3', 'retry 1/3 6']);
    expect([countOf(run, 'JobQueued'), countOf(run, 'JobRetried'), countOf(run, 'JobCompleted')]).toStrictEqual([1, 2, 1]);
    expect(run.world.now).toBe(8_000);
  });

  test('learns of it from the answer, if it waits for that', () => {
    const run = loaded(
      'outcomes: [fail]',
      `act: runsync, name: w, ${withBody}, burst: { size: 1 }, onFailure: { retry: job, attempts: 2 }`,
    );
    expect(callsOf(run)).toStrictEqual(['runsync w/1 0', 'retry w/1/2 2']);
  });

  // biome-ignore format: a table
  test.each([
    ['timed out: yes',                 'outcomes: [hang]',     'client', '',                                  2],
    ['timed out, by the platform: yes', 'outcomes: [hang]',    'job',    '',                                  1],
    ['completed: no',                  'outcomes: [complete]', 'client', '',                                  1],
    ['expired: yes',                   'outcomes: [complete], duration: { fixed: 1m }', 'client', ', policy: { ttl: 10s }', 2],
    ['expired, by the platform: no',   'outcomes: [complete], duration: { fixed: 1m }', 'job',    ', policy: { ttl: 10s }', 1],
  ])('tries again when it %s', (_, handler, retry, policy, jobs) => {
    const run = playedText(
      scenarioText(
        `load: [{ with: { endpoint: ep-a, body: { input: {}${policy} } }, burst: { size: 1 }, onFailure: { retry: ${retry}, attempts: 2 } }]\n`,
        `, timeout: 20s, handler: { ${handler} }`,
      ),
    );
    expect(countOf(run, 'JobQueued')).toBe(jobs);
    expect(run).toMatchObject({ verdict: 'pass', unfired: [] });
  });

  test('does not try again when the job was cancelled', () => {
    const run = loaded(
      'outcomes: [complete]',
      `${withBody}, trace: [1s], onFailure: { retry: client }`,
      'steps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }, { at: 1500ms, act: deleteEndpoint, with: { endpoint: ep-a } }]\n',
    );
    expect([countOf(run, 'JobQueued'), countOf(run, 'JobCancelled')]).toStrictEqual([2, 2]);
  });

  test('of a closed load tries again before it thinks', () => {
    const load = `${withBody}, closed: { users: 1, thinkTime: { fixed: 10s } }, exactly: 2, onFailure: { retry: client, attempts: 2 }`;
    expect(callsOf(loaded('outcomes: [fail]', load))).toStrictEqual(['run 1/1 0', 'run 1/1/2 2', 'run 1/2 14', 'run 1/2/2 16']);
  });
});

describe('a client that was refused', () => {
  const failing = (from: string, to: string) =>
    `faults: [{ fault: api-error, match: { operation: run }, window: { from: ${from}, to: ${to} } }]\n`;

  test('tries again, and reports nothing when it is accepted at last', () => {
    const run = loaded('', `${withBody}, burst: { size: 1 }, onRefusal: { backoff: exponential, attempts: 4 }`, failing('0s', '5s'));
    expect(callsOf(run)).toStrictEqual(['run 1 0', 'run 1/2 1', 'run 1/3 3', 'run 1/4 7']);
    expect(run).toMatchObject({ verdict: 'pass', failures: [] });
  });

  test('fails the run when it has tried often enough', () => {
    const run = loaded('', `${withBody}, burst: { size: 1 }, onRefusal: {}`, failing('0s', '5s'));
    expect(callsOf(run)).toHaveLength(3);
    expect(run.failures[0]).toMatch(/^load run\/ep-a#1: call 3 was refused: .*fault\.window/);
  });

  test('does not try again where that cannot help', () => {
    const run = loaded('', 'with: { endpoint: ep-x, body: { input: {} } }, burst: { size: 1 }, onRefusal: {}, mayBeRefused: true');
    expect(callsOf(run)).toHaveLength(1);
  });

  test('at the same time as others comes after those with fewer attempts', () => {
    const run = loaded('', `${withBody}, burst: { size: 2 }, onRefusal: { attempts: 2 }, mayBeRefused: true`, failing('0s', '5s'));
    expect(callsOf(run)).toStrictEqual(['run 1 0', 'run 2 0', 'run 1/2 0', 'run 2/2 0']);
  });

  // A call over a limit that is used up leaves no entry in the log.
  // biome-ignore format: a table
  test.each([
    ['that it obeys',   'obeyRetryAfter: true, ', ['run 1 4', 'run 2 4', 'run 2/2 10'], 0],
    ['that it ignores', '',                       ['run 1 4', 'run 2 4'],               2],
  ])('has a Retry-After %s', (_, obey, calls, quiet) => {
    const load = `${withBody}, start: 4s, burst: { size: 2 }, mayBeRefused: true, onRefusal: { ${obey}backoff: constant }`;
    const run = playedText(scenarioText(`load: [{ ${load} }]\n`).replace('settings: {', 'settings: { account: { runPerWindow: 1 },'));
    expect([callsOf(run), run.world.quietCalls]).toStrictEqual([calls, quiet]);
  });
});

test('delays with jitter follow the seed, the client and the attempt', () => {
  const load = `${withBody}, burst: { size: 2 }, onRefusal: { backoff: exponential, attempts: 3, jitter: full }, mayBeRefused: true`;
  const faults = 'faults: [{ fault: api-error, match: { operation: run }, window: { from: 0s, to: 1h } }]\n';
  const times = (seed: string) => callsOf(loaded('', load, `${faults}seed: ${seed}\n`));
  expect(times('a')).toStrictEqual(times('a'));
  expect(times('a')).not.toStrictEqual(times('b'));
  expect(new Set(times('a').map((call) => call.split(' ')[2])).size).toBe(5);
});

describe('a client gives up', () => {
  const slow = 'outcomes: [complete], duration: { fixed: 10s }';
  const waiting = (load: string) => playedText(scenarioText(`load: [{ ${load} }]\n`, `, handler: { ${slow} }`));

  test('waiting for an answer: its call ends, its job does not, and the load waits for that', () => {
    const run = waiting(`act: runsync, ${withBody}, burst: { size: 2 }, giveUpAfter: 15s`);
    const left = entriesOf(run).filter(({ event }) => event.type === 'CallerLeft');
    expect(left.map(({ at }) => at)).toStrictEqual([15_000]);
    expect([countOf(run, 'JobCompleted'), run.world.now]).toStrictEqual([2, 20_000]);
  });

  test('not when the answer comes at the last moment', () => {
    expect(countOf(waiting(`act: runsync, ${withBody}, burst: { size: 1 }, giveUpAfter: 10s`), 'CallerLeft')).toBe(0);
  });

  test('waiting for a job, thinks, and submits another one', () => {
    const run = waiting(`${withBody}, closed: { users: 1, thinkTime: { fixed: 1s } }, giveUpAfter: 3s, exactly: 2`);
    expect(callsOf(run)).toStrictEqual(['run 1/1 0', 'run 1/2 4']);
  });

  test('before a retry that would come too late', () => {
    const load = `${withBody}, burst: { size: 1 }, onFailure: { retry: client, attempts: 9, backoff: constant, delay: 3s }`;
    const run = (giveUpAfter: string) => callsOf(loaded('outcomes: [fail]', `${load}, giveUpAfter: ${giveUpAfter}`)).length;
    expect([run('5s'), run('5001ms'), run('10s'), run('11s')]).toStrictEqual([1, 2, 2, 3]);
  });

  test('and its job is not retried when it fails later', () => {
    const load = `${withBody}, burst: { size: 1 }, onFailure: { retry: job }, giveUpAfter: 1s`;
    expect(callsOf(loaded('outcomes: [fail]', load))).toHaveLength(1);
  });
});

describe('the steps of a load', () => {
  test('use what their own user saved, and follow one another', () => {
    const steps =
      '[{ act: createTemplate, with: { body: { name: t, image: i } }, save: { t: id } }, { delay: 5s, act: deleteTemplate, with: { template: $t } }]';
    const run = playedText(scenarioText(`load: [{ name: s, trace: [0s, 1s], steps: ${steps} }]\n`));
    expect(callsOf(run)).toStrictEqual([
      'createTemplate s/1 0',
      'createTemplate s/2 1',
      'deleteTemplate s/1/s2 5',
      'deleteTemplate s/2/s2 6',
    ]);
    expect([run.verdict, countOf(run, 'TemplateDeleted')]).toStrictEqual(['pass', 2]);
  });

  test('wait for the job of the step before', () => {
    const steps = `[{ act: run, ${withBody}, save: { job: id } }, { delay: 5s, act: retry, with: { endpoint: ep-a, job: $job } }]`;
    const run = playedText(
      scenarioText(`load: [{ name: s, trace: [0s], steps: ${steps} }]\n`, ', handler: { duration: { fixed: 3s }, outcomes: [fail] }'),
    );
    expect(callsOf(run)).toStrictEqual(['run s/1 0', 'retry s/1/s2 8']);
    expect(run.world.now).toBe(11_000);
  });

  test('use what the steps of the scenario saved', () => {
    const text = `load: [{ act: cancel, with: { endpoint: ep-a, job: $job }, start: 1s, burst: { size: 1 } }]\nsteps: [{ act: run, ${withBody}, save: { job: id } }]\n`;
    expect(countOf(playedText(scenarioText(text, ', handler: { duration: { fixed: 3s } }')), 'JobCancelled')).toBe(1);
  });

  test('are made by the caller that a variable names', () => {
    const named = (who: string) =>
      playedText(
        scenarioText(
          `load: [{ name: s, act: listPods, as: $who, with: {}, burst: { size: 2 } }]\nsteps: [{ act: createKey, with: { body: { name: ci } }, save: { ${who}: name } }]\n`,
        ),
      ).failures;
    expect(named('who')).toStrictEqual([]);
    expect(named('whom')).toStrictEqual(['load s: as is not set']);
  });

  test('say once what an answer lacks', () => {
    const load = `name: s, burst: { size: 2 }, steps: [{ act: health, with: { endpoint: ep-a }, save: { job: id } }]`;
    expect(playedText(scenarioText(`load: [{ ${load} }]\n`)).failures).toStrictEqual(['load s: the answer has no id to save as $job']);
  });

  test('may be operations of the control plane', () => {
    const run = playedText(scenarioText('load: [{ act: createKey, with: { body: { name: ci } }, trace: [1s] }]\n'));
    expect([run.verdict, countOf(run, 'AccountKeyCreated')]).toStrictEqual(['pass', 2]);
  });

  test('may be of users who wait for no job', () => {
    const run = playedText(
      scenarioText(
        'load: [{ act: createTemplate, with: { body: { name: t, image: i } }, closed: { users: 2, thinkTime: { fixed: 1s } }, exactly: 5 }]\n',
      ),
    );
    expect(callsOf(run).map((call) => call.split(' ')[2])).toStrictEqual(['0', '0', '1', '1', '2']);
  });
});

test('a load waits for no job that it only asks about', () => {
  const text = `load: [{ act: status, with: { endpoint: ep-a, job: $job }, start: 1s, burst: { size: 1 } }]\nsteps: [{ act: run, ${withBody}, save: { job: id } }]\n`;
  expect(playedText(scenarioText(text, ', handler: { duration: { fixed: 1m } }')).world.now).toBe(1_000);
});

test('a header says who calls, in a load as in a step', () => {
  const bare = "with: { headers: { authorization: 'Bearer wrong' } }";
  expect(playedText(scenarioText(`load: [{ act: listPods, ${bare}, burst: { size: 1 } }]\n`)).failures[0]).toContain('auth.bearer');
});
