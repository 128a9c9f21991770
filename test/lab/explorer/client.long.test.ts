import assert from 'node:assert/strict';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ClientExploration } from '../../../adapters/explorer/client/clientExploration.ts';
import { readDeclarations } from '../../../adapters/explorer/client/clientModule.ts';
import type { ClientWorld, ExploredClient } from '../../../adapters/explorer/client/clientRun.ts';
import { CommandExploration } from '../../../adapters/explorer/client/command/commandExploration.ts';
import { mistakeIn } from '../../../adapters/explorer/client/command/printedMistake.ts';
import type { ClientFailure } from '../../../adapters/explorer/client/findings.ts';
import { exploreInProcess } from '../../../adapters/explorer/client/inProcess.ts';
import type { OwnProperty, RunSeen } from '../../../adapters/explorer/client/ownProperties.ts';
import { explore } from '../../../adapters/testing/index.ts';
import { Folder } from '../../support/folder.ts';
import { virtualTime } from '../../support/virtualTime.ts';

const folder = new Folder();

/** What broke in some runs of a client, in this process. */
const brokenIn = async (client: ExploredClient, runs = 1): Promise<readonly string[]> => {
  const { found } = await exploreInProcess(client, { seed: 's' }, 0, runs, { mayGiveUp: '1/1' });
  return found.map(({ failure }) => failure.property);
};

/** Asks for the status of a job, as the simplest client does. */
const statusOf = async ({ url, fetch, apiKey, endpoint }: ClientWorld, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}/v2/${endpoint}/${path}`, init);
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return (await response.json()) as { readonly id: string; readonly status: string };
};

const over = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];

/** Waits until its job is over, and gives up where the platform fails. */
const patient: ExploredClient = async (world) => {
  let job = await statusOf(world, 'run', { input: {} });
  for (let polls = 0; polls < 400 && !over.includes(job.status); polls++) {
    await world.sleep(5_000);
    job = await statusOf(world, `status/${job.id}`);
  }
  if (!over.includes(job.status)) throw new Error(`gave up on ${job.id}`);
  return job.status;
};

/** Is done as soon as its job is over, however that ended. */
const content: ExploredClient = async (world) => {
  await patient(world);
  return 'done';
};

/** Takes any status but IN_QUEUE for a result. */
const hasty: ExploredClient = async (world) => {
  let job = await statusOf(world, 'run', { input: {} });
  while (job.status === 'IN_QUEUE') {
    await world.sleep(2_000);
    job = await statusOf(world, `status/${job.id}`);
  }
};

describe('a client in virtual time', () => {
  test('that polls every two seconds for an hour takes no hour', async () => {
    let took = 0;
    const client: ExploredClient = async (world) => {
      const begun = virtualTime().date;
      for (let polls = 0; polls < 1_800; polls++) {
        await statusOf(world, 'health').catch(() => undefined);
        await sleepFor(2_000);
      }
      took = virtualTime().date - begun;
    };
    expect(await brokenIn(client)).toStrictEqual([]);
    expect(took).toBeGreaterThanOrEqual(3_600_000);
    expect(took).toBeLessThan(4_400_000);
  });

  test.each<readonly [string, (world: ClientWorld) => Promise<unknown>]>([
    ['setTimeout', () => new Promise((resolve) => setTimeout(resolve, 60_000))],
    ['the promises of timers', () => sleepFor(60_000)],
    ['an interval', () => new Promise<void>((resolve) => setInterval(resolve, 60_000))],
    ['AbortSignal.timeout', () => new Promise((resolve) => AbortSignal.timeout(60_000).addEventListener('abort', resolve))],
    ['its sleep', ({ sleep }) => sleep(60_000)],
  ])('waits virtually by %s', async (_, wait) => {
    const took: number[] = [];
    const client: ExploredClient = async (world) => {
      const begun = virtualTime();
      await wait(world);
      const ended = virtualTime();
      took.push(ended.date - begun.date, ended.performance - begun.performance);
    };
    expect(await brokenIn(client)).toStrictEqual([]);
    expect(new Set(took)).toStrictEqual(new Set([60_000]));
  });

  test('stops waiting for an answer when its own time is up', async () => {
    const errors: unknown[] = [];
    const client: ExploredClient = async ({ url, fetch, apiKey, endpoint }) => {
      const init = { method: 'POST', headers: { authorization: `Bearer ${apiKey}` }, body: '{"input":{}}', signal: AbortSignal.timeout(1) };
      await fetch(`${url}/v2/${endpoint}/runsync`, init).catch((error: Error) => errors.push(error.name));
      throw new Error('gave up');
    };
    expect(await brokenIn(client, 5)).toStrictEqual([]);
    // Where the connection breaks first, it has nothing more to wait for.
    expect(errors).toHaveLength(1 + 5);
    expect(errors.filter((name) => name !== 'TypeError')).toStrictEqual(Array.from({ length: 5 }, () => 'TimeoutError'));
  });

  test('draws the same random numbers in the same run, and others in others', async () => {
    const drawn: string[] = [];
    const client: ExploredClient = () => void drawn.push(`${Math.random()} ${crypto.randomUUID()}`);
    await exploreInProcess(client, { seed: 's' }, 0, 2);
    await exploreInProcess(client, { seed: 's' }, 0, 2);
    expect(drawn.slice(3)).toStrictEqual(drawn.slice(0, 3));
    expect(new Set(drawn).size).toBe(3);
  });

  test('leaves the process as it was', async () => {
    const before = [setTimeout, Date, Math.random, fetch, AbortSignal.timeout, performance];
    await brokenIn(patient);
    expect([setTimeout, Date, Math.random, fetch, AbortSignal.timeout, performance]).toStrictEqual(before);
    expect(Object.hasOwn(crypto, 'randomUUID')).toBe(false);
  });
});

describe('what a client does', () => {
  test('is nothing wrong if it waits, or gives up', async () => {
    const { reports, found } = await exploreInProcess(patient, { seed: 's' }, 0, 100, { mayGiveUp: '1/1' });
    expect(found).toStrictEqual([]);
    const [gaveUp, met] = [reports.filter((one) => one.gaveUp).length, new Set(reports.map(({ calls }) => calls)).size];
    expect(gaveUp).toBeGreaterThan(5);
    expect(gaveUp).toBeLessThan(95);
    expect(met).toBeGreaterThan(5);
  });

  // biome-ignore format: a table
  test.each<readonly [string, string, ExploredClient]>([
    ['terminal-is-terminal',  'takes a job that runs for one that is over', hasty],
    ['success-is-success',    'takes a failed job for done',                content],
    ['no-mistakes',           'has a mistake',                    async (world) => (await statusOf(world, 'health') as unknown as { none: { at: number } }).none.at],
    ['no-mistakes',           'leaves an error unhandled',        async ({ sleep }) => { void Promise.reject(new Error('lost')); await sleep(1); }],
    ['client-ends',           'waits for what never comes',       () => new Promise(() => undefined)],
  ])('breaks %s if it %s', async (property, _, client) => {
    expect(await brokenIn(client, 25)).toContain(property);
  });

  test('is cut at a bound that the report names, however it goes on', async () => {
    const [calls, time] = await Promise.all([
      exploreInProcess(
        async (world) => {
          for (let k = 0; ; k++) await statusOf(world, `status/job-${k}`).catch(() => undefined);
        },
        { seed: 's' },
        0,
        1,
      ),
      exploreInProcess(
        async ({ sleep }) => {
          for (;;) await sleep(3_600_000);
        },
        { seed: 's' },
        0,
        1,
      ),
    ]);
    expect([...calls.reports, ...time.reports].map(({ bound }) => bound)).toStrictEqual(['calls: 3000', 'virtual time: 7 days']);
  });
});

describe('room', () => {
  /** Returns how many workers wait for room a minute after the start. */
  const countThrottled: ExploredClient = async ({ sleep, ...world }) => {
    await sleep(60_000);
    const health = (await statusOf({ sleep, ...world }, 'health').catch(() => undefined)) as { workers: { throttled: number } } | undefined;
    return health?.workers.throttled;
  };
  const fits: OwnProperty = ({ value }) => value === undefined || value === 0;
  const search = { seed: 's', properties: ['fits'] };
  const explored = (from: number, to: number, hosts: object = {}) => {
    const world = { endpoints: [{ id: 'ep-a', workers: { min: 3, max: 3 } }], ...hosts };
    return exploreInProcess(countThrottled, { ...search, base: { world } }, from, to, { own: { fits } });
  };

  test('runs short in most runs, which finds what takes it for granted; the same run alone finds it, too', async () => {
    const { reports, found } = await explored(0, 40);
    const few = reports.filter(({ fewHosts }) => fewHosts).length;
    expect([few > 20, few < 40]).toStrictEqual([true, true]);
    expect(found).toMatchObject([{ failure: { property: 'fits' }, text: expect.stringMatching(/\n {2}hosts:\n {4}- .*gpus: [12] \}/) }]);
    const run = found[0]?.run ?? -1;
    expect((await explored(run, run + 1)).reports).toStrictEqual([reports[run]]);
  });

  test('is as it is in a world with hosts of its own', async () => {
    const { reports } = await explored(0, 40, { hosts: [{ id: 'h', gpu: 'NVIDIA GeForce RTX 4090', gpus: 8 }] });
    expect(reports.filter(({ fewHosts, kind }) => fewHosts || kind === 'failed').length).toBeLessThan(3);
  });
});

describe('a client that does not do its work', () => {
  const quitter: ExploredClient = async (world) => {
    const { id, status } = await statusOf(world, 'runsync?wait=1000', { input: {} });
    if (!over.includes(status)) throw new Error(`${id} is ${status}`);
  };
  const undoneIn = async (client: ExploredClient, mayGiveUp?: string) => {
    const { found } = await exploreInProcess(client, { seed: 's' }, 0, 20, { mayGiveUp });
    return found.find(({ failure }) => failure.property === 'work-done');
  };

  test('is found where it gives up in more than a tenth of its runs, with the reason of most of them, and the shortest of these', async () => {
    const found = await undoneIn(quitter);
    expect(found?.failure.words).toMatch(
      /^the client did not do its work in \d+ of 20 runs, .* Most often \(\d+\): sync-\S+ is IN_QUEUE; soonest in run \d+, after 1 calls\./,
    );
    expect(found?.times).toBeGreaterThan(10);
    expect(found?.text).toMatch(/^# work-done: the client gave up: sync-/);
  });

  test('may say that it gives up as often', async () => {
    expect(await undoneIn(quitter, '1/1')).toBeUndefined();
    expect(await undoneIn(patient, '2/3')).toBeUndefined();
  });

  test('is found where it is cut each time, and names the bound', async () => {
    const found = await undoneIn(async ({ sleep }) => {
      for (;;) await sleep(3_600_000);
    });
    expect(found?.failure.words).toContain('it was cut in 20. Most often (20): virtual time: 7 days');
  });

  test('is not judged where other properties alone are checked', async () => {
    const { found } = await exploreInProcess(quitter, { seed: 's', properties: ['no-orphans'] }, 0, 20);
    expect(found).toStrictEqual([]);
  });
});

describe('properties of the user’s own', () => {
  const one: ExploredClient = async (world) => {
    const { id } = await statusOf(world, 'run', { input: {} });
    await statusOf(world, `cancel/${id}`, {});
    return [id];
  };
  const brokenBy = async (holds: OwnProperty, properties?: readonly string[]) => {
    const { found } = await exploreInProcess(one, { seed: 's', properties }, 0, 3, { own: { mine: holds }, mayGiveUp: '1/1' });
    return found.map(({ failure: { property, words } }) => `${property}: ${words}`);
  };

  test('see the calls, what the client returned, what stood at its end, and what it cost', async () => {
    const seen: RunSeen[] = [];
    expect(await brokenBy((run) => void seen.push(run))).toStrictEqual([]);
    expect(seen[0]).toMatchObject({
      how: 'returned',
      calls: [{ operation: 'run' }, { operation: 'cancel' }],
      jobs: [{ status: 'CANCELLED' }],
    });
    expect(seen[0]?.value).toStrictEqual([seen[0]?.jobs[0]?.id]);
    expect(seen[0]?.spentUsd).toBeGreaterThanOrEqual(0);
  });

  test.each<[string, OwnProperty, string]>([
    ['throws', () => assert.ok(false, 'one call too many'), 'mine: AssertionError: one call too many'],
    ['returns a text', ({ calls }) => (calls.length > 0 ? 'it calls' : undefined), 'mine: it calls'],
    ['returns false', () => false, 'mine: it does not hold'],
  ])('are broken where one %s', async (_, holds, words) => {
    expect(await brokenBy(holds)).toStrictEqual([words]);
    expect(await brokenBy(holds, ['mine'])).toStrictEqual([words]);
    expect(await brokenBy(holds, ['no-orphans'])).toStrictEqual([]);
  });

  test('are exports of the module of a client', () => {
    const mine = () => undefined;
    expect(readDeclarations({ default: patient, properties: { mine }, mayGiveUp: '1/3' }, 'c.mjs')).toStrictEqual({
      own: { mine },
      mayGiveUp: '1/3',
    });
    expect(() => readDeclarations({ properties: { mine: 1 } }, 'c.mjs')).toThrow('the export properties is an object of functions');
    expect(() => readDeclarations({ mayGiveUp: 0.5 }, 'c.mjs')).toThrow("as a text such as '1/2'");
  });
});

test('what Python prints tells a mistake from an error that is raised on purpose', () => {
  expect(mistakeIn('Traceback (most recent call last):\n  File "c.py"\nKeyError: \'output\'\n')).toBe("KeyError: 'output'");
  expect(mistakeIn('Traceback (most recent call last):\n  File "c.py"\nAssertionError\n')).toBe('AssertionError');
  expect(mistakeIn('Traceback (most recent call last):\nRuntimeError: gave up\n')).toBeUndefined();
  expect(mistakeIn('KeyError: is what I print\n')).toBeUndefined();
});

const hastyModule = `export default async ({ url, fetch, apiKey, endpoint, sleep }) => {
  const headers = { authorization: 'Bearer ' + apiKey };
  const call = async (path, init) => (await fetch(url + '/v2/' + endpoint + '/' + path, { headers, ...init })).json();
  const { id } = await call('run', { method: 'POST', body: '{"input":{}}' });
  for (;;) {
    if ((await call('status/' + id)).status !== 'IN_QUEUE') return;
    await sleep(2000);
  }
};`;

describe('the module of a client', () => {
  const explored = async (name: string, text: string, jobs: number, to: number, blockedAfterMs?: number) => {
    folder.write(name, text);
    const exploration = new ClientExploration({
      file: folder.at(name),
      seed: '7',
      from: 0,
      to,
      jobs,
      ...(blockedAfterMs === undefined ? {} : { blockedAfterMs }),
    });
    try {
      const findings = await exploration.explore();
      const [first] = findings.failures;
      return { findings, found: first === undefined ? undefined : await exploration.shrink(first, 'podsim explore …') };
    } finally {
      await exploration.close();
    }
  };

  test('is found to break the same, and in the same words, in one thread and in two', async () => {
    const [one, two] = [await explored('hasty.mjs', hastyModule, 1, 41), await explored('hasty.mjs', hastyModule, 2, 41)];
    expect(one).toStrictEqual(two);
    expect(one.findings.failures.map(({ failure }: ClientFailure) => failure.property)).toContain('terminal-is-terminal');
    expect(one.found?.text).toMatch(/^# [\w-]+: .*\n# the client again: podsim explore …\n/);
  });

  test('is ended where it blocks its thread', async () => {
    const { findings } = await explored('blocks.mjs', 'export const client = () => { for (;;); };', 1, 1, 200);
    expect(findings.failures).toMatchObject([{ run: 0, failure: { property: 'client-does-not-block' } }]);
  });

  test('must have one function', async () => {
    await expect(explored('none.mjs', 'export const a = 1, b = () => 1, c = () => 2;', 1, 1)).rejects.toThrow(
      'exports b, c; export the function',
    );
  });
});

test('a command is explored like a module', async () => {
  const script = `
    const { PODSIM_URL, PODSIM_API_KEY } = process.env;
    const headers = { authorization: 'Bearer ' + PODSIM_API_KEY };
    const call = async (path, init) => (await fetch(PODSIM_URL + '/v2/ep-demo/' + path, { headers, ...init })).json();
    await call('run', { method: 'POST', body: '{"input":{}}' });`;
  folder.write('command.cjs', `(async () => {${script}})();`);
  const exploration = new CommandExploration({
    command: `${process.execPath} ${folder.at('command.cjs')}`,
    seed: '1',
    from: 0,
    to: 1,
    jobs: 1,
  });
  const { failures } = await exploration.explore();
  expect(failures.map(({ failure }) => failure.property)).toStrictEqual(['jobs-accounted-for']);
});

describe('explore, in a test', () => {
  test('resolves where nothing broke', async () => {
    expect(await explore(patient, { runs: 20, seed: '7', mayGiveUp: '1/1' })).toMatchObject({ runs: 20, cut: 0 });
  });

  test('rejects with what broke, how to see it again, and where it is written', async () => {
    const error = await explore(hasty, { runs: 20, seed: '7', properties: ['terminal-is-terminal'], out: folder.at('found') }).catch(
      String,
    );
    expect(error).toMatch(/explore: a failure in 20 runs with seed 7\n\nterminal-is-terminal: call \d+ /);
    expect(error).toMatch(/that run alone: explore\(client, \{ seed: '7', run: \d+ \}\)/);
    expect(folder.names('found')).toMatchObject([expect.stringMatching(/^terminal-is-terminal-[0-9a-f]{8}\.scenario\.yaml$/)]);
  });

  test('plays variations of a scenario, too', async () => {
    expect(
      await explore(
        'title: a job\nworld: { endpoints: [{ id: ep-a }] }\nsteps: [{ act: run, with: { endpoint: ep-a, body: { input: {} } } }]\n',
        { runs: 40 },
      ),
    ).toMatchObject({ runs: 40 });
  });

  test('names what it cannot do', async () => {
    await expect(explore(patient, { runs: 0 })).rejects.toThrow('runs 0 is no number of runs');
    await expect(explore(patient, { properties: ['none'] })).rejects.toThrow("'none' is no property of clients");
    await expect(explore(patient, { mayGiveUp: '2' })).rejects.toThrow("mayGiveUp '2' is no share of runs");
    await expect(explore(patient, { scenario: 'a: b\n' })).rejects.toThrow('cannot be played');
  });
});
