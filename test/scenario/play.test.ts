import { describe, expect, test } from 'vitest';
import { play } from '../../engine/scenario/play/play.ts';
import { playToVerdict } from '../../engine/scenario/play/playToVerdict.ts';
import { entriesOf, playedText, scenariosOf, scenarioText, submit } from '../support/worlds/playing.ts';
import { withInvariant } from '../support/worlds/withInvariant.ts';

const scenarioWith = (...steps: string[]) =>
  scenarioText(`steps:\n${steps.map((step) => `  - ${step}\n`).join('')}`, ', handler: { duration: { fixed: 2s } }');
const played = (...steps: string[]) => playedText(scenarioWith(...steps));
const status = 'act: status, with: { endpoint: ep-a, job: $job }';

/** The times of the calls, in seconds. */
const calls = (...steps: string[]): string[] =>
  entriesOf(played(...steps)).flatMap(({ at, event }) => (event.type === 'InputReceived' ? [`${event.operation} ${at / 1_000}`] : []));

describe('the verdict', () => {
  test('is pass when every step went as expected', () => {
    expect(
      played(submit, `{ when: job $job is COMPLETED, within: 1m, ${status}, expect: { body: { output: { prompt: hi } } } }`),
    ).toMatchObject({
      verdict: 'pass',
      failures: [],
      unfired: [],
    });
  });

  test('is pass of a scenario without a step', () => {
    expect(playedText('title: nothing')).toMatchObject({ verdict: 'pass' });
  });

  test('is fail when an answer is another one', () => {
    expect(played(submit, `{ ${status}, expect: { status: 201, body: { status: FAILED }, headers: { x: 1 }, took: 1s } }`)).toMatchObject({
      verdict: 'fail',
      failures: [
        'steps.1 status: status: expected 201, got 200',
        'steps.1 status: body.status: expected "FAILED", got "IN_PROGRESS"',
        'steps.1 status: headers.x: expected 1, got nothing',
        'steps.1 status: took: expected 1s, got 0s',
      ],
    });
  });

  test('is incomplete when a condition never became true, so that later steps are not reached', () => {
    expect(played(submit, '{ name: wait, when: job $job is FAILED, within: 1m }', '{ delay: 1s }')).toMatchObject({
      verdict: 'incomplete',
      failures: [],
      unfired: [
        expect.stringMatching(/^steps\.1 \(wait\): 'job \$job is FAILED' did not hold within 1m; job \S+ is COMPLETED$/),
        'steps.2: was never reached',
      ],
    });
  });

  test('is fail rather than incomplete when both are so', () => {
    expect(played(`${submit.slice(0, -1)}, expect: { status: 500 } }`, '{ when: job $job is FAILED, within: 1m }').verdict).toBe('fail');
  });

  test('is about invariants and properties alone where calls may be refused, and steps may wait in vain', () => {
    const steps = [
      '{ act: status, with: { endpoint: ep-a, job: job-x }, save: { job: id } }',
      '{ act: cancel, with: { endpoint: ep-a, job: $job } }',
    ];
    const text = `${scenarioWith(...steps)}mayBeRefused: true\n`;
    expect(played(...steps).verdict).toBe('fail');
    expect(playedText(text)).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
    const never = 'properties: [{ never: job $job is COMPLETED, name: none }]\n';
    const waiting = scenarioWith(submit, '{ when: job $job is FAILED, within: 1m }', '{ delay: 1s }');
    expect(playedText(`${waiting}mayBeRefused: true\n`).verdict).toBe('pass');
    expect(playedText(`${waiting}mayBeRefused: true\n${never}`).verdict).toBe('fail');
  });

  test('is fail for an unexpected refusal, and names its rule', () => {
    const { verdict, failures } = played('{ act: status, with: { endpoint: ep-a, job: job-x } }');
    expect(verdict).toBe('fail');
    expect(failures[0]).toMatch(/^steps\.0 status: was refused: 404 .*job\.expired/);
  });

  // biome-ignore format: a table
  test.each([
    ['by its status',            'expect: { status: 404 }',                          'pass'],
    ['by its rule',              'expect: { rule: job.expired }',                    'pass'],
    ['by an operator',           'expect: { status: { gte: 400 } }',                 'pass'],
    ['by another rule',          'expect: { rule: job.run }',                        'fail'],
    ['but only by its body',     'expect: { body: { status: 404 } }',                'fail'],
  ])('of a refusal that is expected %s', (_, expected, verdict) => {
    expect(played(`{ act: status, with: { endpoint: ep-a, job: job-x }, ${expected} }`).verdict).toBe(verdict);
  });

  test('is fail for a variable that is not set, wherever it is used', () => {
    expect(played('{ act: status, with: { endpoint: ep-a, job: $jbo } }').failures).toStrictEqual(['steps.0 status: $jbo is not set']);
    expect(played('{ when: job $jbo is FAILED, within: 1s }').failures).toStrictEqual(['steps.0: $jbo is not set']);
    expect(played(`${submit.slice(0, -1)}, expect: { body: { id: $jbo } } }`).failures).toStrictEqual(['steps.0 run: $jbo is not set']);
    expect(played(`${submit.slice(0, -1)}, as: $who }`).failures).toStrictEqual(['steps.0 run: as is not set']);
  });
});

describe('a step is taken', () => {
  const again = 'act: run, with: { endpoint: ep-a, body: { input: {} } }';
  const done = 'when: job $job is COMPLETED, within: 1m';

  // biome-ignore format: a table
  test.each<[string, readonly string[], readonly string[]]>([
    ['right after the one before',             [submit, `{ ${again} }`],                                                  ['run 0', 'run 0']],
    ['so long after the one before',           [submit, `{ delay: 1500ms, ${again} }`],                                   ['run 0', 'run 1.5']],
    ['at its time',                            [submit, `{ at: 1s, ${again} }`],                                          ['run 0', 'run 1']],
    ['at its time, wherever it stands',        [`{ at: 3s, ${again} }`, `{ at: 1s, ${again} }`, `{ at: 2s, ${again} }`], ['run 1', 'run 2', 'run 3']],
    ['as soon as its condition holds',         [submit, `{ ${done}, ${again} }`],                                         ['run 0', 'run 2']],
    ['at once, where its condition holds',     [submit, `{ when: job $job is IN_PROGRESS, within: 0s, ${again} }`],       ['run 0', 'run 0']],
    ['so long after the one it names',         [`{ name: first, ${submit.slice(2)}`, `{ ${done}, ${again} }`, `{ after: first, delay: 1s, ${again} }`], ['run 0', 'run 1', 'run 2']],
    ['once a held call has its answer',        ['{ act: runsync, with: { endpoint: ep-a, body: { input: {} } }, save: { job: id } }', `{ ${again} }`], ['runsync 0', 'run 2']],
    ['late, where its time has gone by',       [submit, `{ ${done} }`, `{ at: 1s, name: b, ${again} }`],                  ['run 0', 'run 1']],
  ])('%s', (_, steps, expected) => {
    expect(calls(...steps)).toStrictEqual(expected);
  });

  test('by the key that it names, or without a key', () => {
    expect(played('{ act: health, with: { endpoint: ep-a }, as: nobody, expect: { status: 401 } }').verdict).toBe('pass');
    expect(played('{ act: health, with: { endpoint: ep-a }, as: dev, expect: { status: 200 } }').verdict).toBe('pass');
  });

  test('by the key that a variable names', () => {
    const text = scenarioWith('{ act: health, with: { endpoint: ep-a }, as: $who, expect: { status: $status } }');
    expect(playedText(`${text}matrix: { variables: { who: ["nobody"], status: [401] } }`).verdict).toBe('pass');
    const failures = (expected: string) =>
      played('{ act: listPods, save: { who: "." } }', `{ act: health, with: { endpoint: ep-a }, as: $who, ${expected} }`).failures;
    expect(failures('expect: { status: 200 }')).toStrictEqual([
      'steps.1 health: status: expected 200, got 401',
      `steps.1 health: no account has a key of the name '[object Object]'; there is only dev`,
    ]);
    expect(failures('expect: { status: 401 }')).toStrictEqual([]);
  });
});

test('what a call took is virtual time', () => {
  const runsync = 'act: runsync, with: { endpoint: ep-a, body: { input: {} } }';
  expect(played(`{ ${runsync}, expect: { took: 2s } }`).verdict).toBe('pass');
  expect(played(`{ ${runsync}, expect: { took: { lt: 2s } } }`).failures).toStrictEqual(['steps.0 runsync: took: expected lt 2s, got 2s']);
});

describe('an answer is saved', () => {
  test('by the path of a field, or whole', () => {
    const whole = submit.replace('save: { job: id }', 'save: { job: id, all: . }');
    expect(played(whole, `{ ${status.replace('$job', '$all.id')}, expect: { body: { id: $job } } }`).verdict).toBe('pass');
  });

  test('or the run fails, where the answer has no such field', () => {
    const missing = submit.replace('save: { job: id }', 'save: { job: jobId }');
    expect(played(missing).failures).toStrictEqual(['steps.0 run: the answer has no jobId to save as $job']);
  });
});

describe('the built-in invariants are checked', () => {
  // biome-ignore format: a table
  test.each([
    ['all of them, where nothing is said', ''],
    ['all of them, where asked',           'invariants: all\n'],
    ['one of them',                        'invariants: [one-worker-a-job]\n'],
    ['none of them',                       'invariants: none\n'],
  ])('%s, and change nothing', (_, line) => {
    const text = scenarioWith(submit);
    expect(playedText(text + line).world.fingerprint()).toBe(playedText(text).world.fingerprint());
  });
});

test('a run may have listeners, and its log can be moved elsewhere as it grows', () => {
  const [scenario] = scenariosOf(scenarioWith(submit));
  if (scenario === undefined) throw new Error('there is one run');
  const [changes, taken]: [string[], number[]] = [[], []];
  const { world } = play(scenario, {
    onChange: ({ event }) => changes.push(event.type),
    sink: (entries) => taken.push(...[...entries].map(({ seq }) => seq)),
  });
  expect(changes).toContain('JobQueued');
  expect(taken).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => k + 1));
  expect([...world.log.entries()]).toStrictEqual([]);
});

test('a load that is stopped at the bound of entries is not said to wait for anything', () => {
  const [scenario] = scenariosOf(
    scenarioText('load: [{ with: { endpoint: ep-a, body: { input: {} } }, constant: { every: 1s }, exactly: 90 }]'),
  );
  const { verdict, unfired } = play(scenario ?? expect.fail(), { entriesMax: 100 });
  expect([verdict, unfired]).toStrictEqual([
    'incomplete',
    ['entriesMax: the scenario was stopped after 100 log entries and calls without one'],
  ]);
});

describe('a scenario that asserts invariants', () => {
  const [scenario = expect.fail()] = scenariosOf(scenarioText(`invariants: all\nsteps: [${submit}]\n`));
  const stoppedBy = (thrown: Error | undefined) => {
    let run = playToVerdict(scenario);
    const broken = ({ event }: { readonly event: { readonly type: string } }): string | undefined => {
      if (event.type !== 'JobStarted') return undefined;
      if (thrown !== undefined) throw thrown;
      return 'a job was started';
    };
    withInvariant({ name: 'nothing starts', about: '', broken }, () => {
      run = playToVerdict(scenario);
    });
    return run;
  };

  test('fails by one that does not hold, at the entry that broke it, and has the log up to there', () => {
    const { verdict, failed, world } = stoppedBy(undefined);
    expect(verdict).toBe('fail');
    expect(failed[0]?.message).toMatch(/^invariants: nothing starts: a job was started/);
    expect(failed[0]?.nearest).toMatch(/^Job\w+, entry \d+, 00:00:00\.000$/);
    expect(world.log.length).toBeGreaterThan(5);
  });

  test('fails by an error, and says that it is one', () => {
    expect(stoppedBy(new TypeError('no such thing')).failures).toStrictEqual(['invariants: an error is thrown: no such thing']);
  });
});

test('a request to a load balancer gets the root, unless the step says another method and path', () => {
  const lb = 'title: lb\nworld: { endpoints: [{ id: ep-a, type: LOAD_BALANCER, workers: { min: 1, max: 1 } }] }\n';
  const ask = (more: string) => `{ at: 5m, act: requestEndpoint, with: { endpoint: ep-a${more} } }`;
  const run = playedText(`${lb}steps: [${ask('')}, ${ask(', method: PUT, path: v1/x, query: { n: 2, all: [a, b] }')}]\n`);
  const requests = entriesOf(run).flatMap(({ event }) => (event.type === 'InputReceived' ? [event.request] : []));
  expect(requests).toMatchObject([
    { method: 'GET', params: { endpoint_id: 'ep-a', path: '' }, query: {} },
    { method: 'PUT', params: { endpoint_id: 'ep-a', path: 'v1/x' }, query: { n: '2', all: ['a', 'b'] } },
  ]);
});
