import { describe, expect, test } from 'vitest';
import { Loads } from '../../../engine/scenario/load/loads.ts';
import type { World } from '../../../engine/world/world.ts';
import { fewOrAll, isLong } from '../../support/long.ts';
import { entriesOf, playedText, scenariosOf, scenarioText } from '../../support/worlds/playing.ts';

const handler = ', handler: { duration: { fixed: 2s } }';
const withBody = 'with: { endpoint: ep-a, body: { input: {} } }';
const loaded = (...loads: string[]) => playedText(scenarioText(`load:\n${loads.map((load) => `  - { ${load} }\n`).join('')}`, handler));

/** The times of the events of a type, in seconds. */
const timesOf = (run: ReturnType<typeof playedText>, type: string): number[] =>
  entriesOf(run).flatMap(({ at, event }) => (event.type === type ? [at / 1_000] : []));

describe('an open load', () => {
  test('calls whatever happens to earlier jobs, and the run ends with the last job', () => {
    const run = loaded(`${withBody}, constant: { every: 500ms }, exactly: 3`);
    expect(timesOf(run, 'JobQueued')).toStrictEqual([0, 0.5, 1]);
    expect(timesOf(run, 'JobCompleted')).toStrictEqual([2, 4, 6]);
    expect(run.verdict).toBe('pass');
    expect(run.world.now).toBe(6_000);
  });

  test('begins at its time', () => {
    expect(timesOf(loaded(`${withBody}, start: 3s, burst: { size: 2 }`), 'JobQueued')).toStrictEqual([3, 3]);
  });

  test('runs beside others, calls of one time in the order of the file', () => {
    const run = loaded(`name: b, ${withBody}, trace: [1s, 2s]`, `name: a, act: runsync, ${withBody}, trace: [0s, 1s]`);
    const calls = entriesOf(run).flatMap(({ event }) => (event.type === 'InputReceived' ? [`${event.operation} ${event.key}`] : []));
    expect(calls).toStrictEqual(['runsync a/1', 'run b/1', 'runsync a/2', 'run b/2']);
  });

  test('fails the run when it is refused, and says so once', () => {
    const { verdict, failures } = loaded('with: { endpoint: ep-x, body: { input: {} } }, burst: { size: 3 }');
    expect(verdict).toBe('fail');
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/^load run\/ep-x#1: call 1 was refused: .*auth\.tenancy.*mayBeRefused/);
  });

  test('may be refused where the scenario expects it', () => {
    expect(loaded('with: { endpoint: ep-x, body: { input: {} } }, burst: { size: 3 }, mayBeRefused: true').verdict).toBe('pass');
  });

  test('fails the run when the refusal comes late, too', () => {
    const late = loaded(
      'with: { endpoint: ep-x, body: { input: {} } }, burst: { size: 1 }',
      'act: runsync, with: { endpoint: ep-x }, trace: [1m]',
    );
    const slow = playedText(
      `${scenarioText('load: [{ with: { endpoint: ep-x, body: { input: {} } }, burst: { size: 3 } }]')}\nfaults: [{ fault: api-latency, delay: 1m, limit: 9 }]\n`,
    );
    for (const { verdict, failures } of [late, slow]) {
      expect(verdict).toBe('fail');
      expect(failures[0]).toMatch(/^load run\/ep-x#1: call 1 was refused/);
    }
    expect(slow.failures).toHaveLength(1);
    expect(slow.world.now).toBe(60_000);
  });

  test('knows no variables', () => {
    expect(loaded('with: { endpoint: $ep, body: { input: {} } }, burst: { size: 1 }').failures[0]).toBe('load run/$ep#1: $ep is not set');
  });

  test('is over when its jobs are, even those that no worker ever takes', () => {
    const none = scenarioText(`load: [{ ${withBody}, burst: { size: 1 } }]`).replace('min: 1, max: 1', 'min: 0, max: 0');
    expect(timesOf(playedText(none), 'JobExpired')).toStrictEqual([86_400]);
  });
});

describe('users of a closed load', () => {
  const users = (n: number) => `closed: { users: ${n}, thinkTime: { fixed: 1s } }`;

  test('wait for their job, think, and come again', () => {
    const run = loaded(`${withBody}, ${users(1)}, exactly: 3`);
    expect(timesOf(run, 'JobQueued')).toStrictEqual([0, 3, 6]);
    expect(run.verdict).toBe('pass');
  });

  test('stop when their time is over', () => {
    expect(timesOf(loaded(`${withBody}, ${users(1)}, for: 3s`), 'JobQueued')).toStrictEqual([0, 3]);
    expect(timesOf(loaded(`${withBody}, ${users(1)}, for: 2999ms`), 'JobQueued')).toStrictEqual([0]);
  });

  test('each have at most one job at a time', () => {
    const run = loaded(`${withBody}, ${users(3)}, exactly: 9`);
    let here = 0;
    for (const { event } of entriesOf(run)) {
      if (event.type === 'JobQueued') here += 1;
      if (event.type === 'JobCompleted') here -= 1;
      expect(here).toBeLessThanOrEqual(3);
    }
    expect(timesOf(run, 'JobCompleted')).toHaveLength(9);
  });

  test('think and come again when they are refused', () => {
    const run = loaded(`with: { endpoint: ep-x, body: { input: {} } }, ${users(1)}, exactly: 3, mayBeRefused: true`);
    expect(timesOf(run, 'InputRefused')).toStrictEqual([0, 1, 2]);
  });

  // biome-ignore format: a table
  test.each([
    ['for a refusal',  'ep-x', [0, 2, 4]],
    ['for a job',      'ep-a', [0, 3, 6]],
  ])('wait for a late answer, too: %s', (_, endpoint, times) => {
    const text = scenarioText(
      `load: [{ with: { endpoint: ${endpoint}, body: { input: {} } }, ${users(1)}, exactly: 3, mayBeRefused: true }]\nfaults: [{ fault: api-latency, delay: 1s, limit: 9 }]\n`,
      handler,
    );
    const run = playedText(text);
    expect(run).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
    expect(timesOf(run, 'InputReceived')).toStrictEqual(times);
  });

  test('who never wait are stopped, and the run fails', () => {
    const load = `${withBody}, mayBeRefused: true, ${users(1).replace('1s', '0s')}, for: 1s`;
    const calls = fewOrAll(20_000, 1_000_000);
    expect(made(load, refusal(404), isLong ? undefined : calls)).toStrictEqual([
      calls,
      `load run/ep-a#1: did not end within ${calls} calls (callsMax); give \`exactly\` if it makes more`,
    ]);
  });
});

/** A world in which every call is refused like this. */
const refusal = (status: number) => ({ answer: { status, body: {}, rule: 'auth.tenancy' } });

/** Plays a load without a world. Returns how many calls it made, and its failures. */
const made = (load: string, answer: object, callsMax?: number): readonly (number | string)[] => {
  const [spec] = scenariosOf(scenarioText(`load: [{ ${load} }]`))[0]?.spec.load ?? [];
  const world = {
    header: { definition: { seed: '', accounts: [] } },
    now: 0,
    state: {},
    runUntil: () => undefined,
    call: () => answer,
  } as unknown as World;
  const loads = new Loads(spec === undefined ? [] : [spec], world, new Map(), () => {}, callsMax);
  while (loads.next !== undefined) loads.act(world);
  return [loads.calls.made, ...loads.failures.map(({ message }) => String(message))];
};

describe('the bound on the calls of a load', () => {
  const stopped = (calls: number) =>
    `load run/ep-a#1: its clients retried until ${calls} calls were made (callsMax); let them give up earlier`;
  const retrying = (attempts: number, exactly: number) =>
    `${withBody}, mayBeRefused: true, burst: { size: ${exactly} }, exactly: ${exactly}, onRefusal: { attempts: ${attempts} }`;

  // With `exactly` it is what the file asks for, and ten more: no load is stopped for what its file says.
  // biome-ignore format: a table
  test.each<[string, string, readonly (number | string)[]]>([
    ['one less',                    retrying(10, 1),                                                              [10]],
    ['as many',                     retrying(11, 1),                                                              [11]],
    ['one more',                    retrying(12, 1),                                                              [11, stopped(11)]],
    ['as many, of several clients', retrying(3, 5),                                                               [15]],
    ['more, of several clients',    retrying(4, 5),                                                               [15, stopped(15)]],
    ['all that it asks for',        `${withBody}, mayBeRefused: true, burst: { size: 99 }, exactly: 99`,           [99]],
    ['without `exactly`, as many',  `${withBody}, mayBeRefused: true, constant: { every: 1s }, for: 9s`,           [10]],
    ['without `exactly`, one more', `${withBody}, mayBeRefused: true, constant: { every: 1s }, for: 10s`,          [10, 'load run/ep-a#1: did not end within 10 calls (callsMax); give `exactly` if it makes more']],
  ])('holds for %s', (_, load, expected) => {
    expect(made(load, refusal(503), 10)).toStrictEqual(expected);
  });

  test('counts the steps of every client', () => {
    const steps = `steps: [{ act: health, ${withBody} }, { act: health, ${withBody} }], burst: { size: 20 }, exactly: 20`;
    expect(made(steps, { answer: { status: 200, body: {} } }, 10)).toStrictEqual([40]);
  });

  test('holds for users whose answers come later, too', () => {
    const [spec] =
      scenariosOf(
        scenarioText(`load: [{ ${withBody}, mayBeRefused: true, ${`closed: { users: 2, thinkTime: { fixed: 0s } }`}, for: 1s }]`),
      )[0]?.spec.load ?? [];
    const waiting: ((answer: object) => void)[] = [];
    const call = (_: object, answered: (answer: object) => void) => {
      waiting.push(answered);
      return { held: `call-${waiting.length}` };
    };
    const world = {
      header: { definition: { seed: '', accounts: [] } },
      now: 0,
      state: {},
      runUntil: () => undefined,
      call,
    } as unknown as World;
    const loads = new Loads(spec === undefined ? [] : [spec], world, new Map(), () => {}, 5);
    for (let turn = 0; turn < 20; turn++) {
      while (loads.next !== undefined) loads.act(world);
      waiting.shift()?.(refusal(404).answer);
    }
    expect(loads.calls.made).toBe(5);
    expect(loads.failures).toHaveLength(1);
  });
});

test('steps and loads run side by side', () => {
  const run = playedText(
    scenarioText(
      `load: [{ ${withBody}, constant: { every: 1s }, exactly: 4 }]\nsteps: [{ when: endpoint ep-a has 2 waiting jobs, within: 1m, act: purgeQueue, with: { endpoint: ep-a }, expect: { body: { removed: 2 } } }]\n`,
      ', handler: { duration: { fixed: 1m } }',
    ),
  );
  expect(run).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
  expect(timesOf(run, 'JobPurged')).toStrictEqual([2, 2]);
});
