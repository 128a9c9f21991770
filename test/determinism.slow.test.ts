import { describe, expect, test } from 'vitest';
import { entities } from '../engine/cloud/entities.ts';
import type { Attempt } from '../engine/cloud/handler/attempt.ts';
import { findRule } from '../engine/cloud/rulebook/rules.ts';
import { computeFingerprint } from '../engine/kernel/log.ts';
import { sha256Hex } from '../engine/kernel/sha256.ts';
import type { VirtualTime } from '../engine/kernel/time.ts';
import type { WorldDefinition } from '../engine/simulator/definition.ts';
import { rerun } from '../engine/world/history/rerun.ts';
import type { Input } from '../engine/world/receive.ts';
import { World } from '../engine/world/world.ts';
import { busyWorld, playBusily } from './support/worlds/busyWorld.ts';
import { callOf, endpointOf, eventTypes, keyOf, runOf } from './support/worlds/worlds.ts';

const played = (definition: WorldDefinition): World => {
  const world = new World(definition);
  playBusily(world);
  return world;
};

describe('a world', () => {
  const world = played(busyWorld());

  test('of these tests is a busy one: every type of event occurs', () => {
    // What only real workers bring about is in the stories of test/cloud/worker/realWorkers.slow.test.ts, which are rerun, too.
    const rows = Object.values(entities).flatMap(({ lifecycle }) => lifecycle.rows);
    // What only worlds have that are as was measured, whose workers take several jobs, or of a later contract, is in stored logs, in
    // test/world/history/external/.
    const stored = [
      'worker.sharing',
      'worker.concurrency',
      'account.secrets',
      'label.tags',
      'label.cost-centers',
      'volume.global',
      'queue.batch',
      'pod.output',
    ];
    const isElsewhere = (rule: string) =>
      rule.startsWith('worker-api.') || stored.includes(rule) || findRule(rule)?.source.startsWith('measured');
    const all = rows.filter(({ rule }) => !isElsewhere(rule)).map(({ event }) => event);
    const met = new Set(eventTypes(world));
    expect([...new Set(all)].filter((event) => !met.has(event))).toStrictEqual([]);
  });

  test('has the same log for the same definition and the same inputs', () => {
    expect(played(busyWorld()).fingerprint()).toBe(world.fingerprint());
  });

  test('has another log for another seed', () => {
    expect(played(busyWorld('busier')).fingerprint()).not.toBe(world.fingerprint());
  });

  test('has another log for another input', () => {
    const other = new World(busyWorld());
    playBusily(other, 59);
    expect(other.fingerprint()).not.toBe(world.fingerprint());
  });

  test('has the same log when the inputs in it are played again', () => {
    const again = rerun(world.header, world.log.entries());
    expect([...again.log.entries()]).toStrictEqual([...world.log.entries()]);
    expect(again.fingerprint()).toBe(world.fingerprint());
  });
});

test('a fingerprint is computed on demand, and then only over entries that are new since the last time', () => {
  let hashed = 0;
  const sha256 = (text: string): string => {
    // A link is of the link before it and a text. What is shorter is the key of a client.
    if (text.length > 64) hashed += 1;
    return sha256Hex(text);
  };
  const world = new World(busyWorld(), { sha256 });
  // Every process digests the rules once, for the header.
  hashed = 0;
  playBusily(world);
  expect(hashed).toBe(0);
  expect(world.fingerprint()).toBe(computeFingerprint(world.header, world.log.entries()));
  expect(hashed).toBe(1 + world.log.length);
  world.fingerprint();
  expect(hashed).toBe(1 + world.log.length);
  world.advance({ to: (world.now + 60_000) as VirtualTime });
  expect(world.fingerprint()).toBe(computeFingerprint(world.header, world.log.entries()));
  expect(hashed).toBe(1 + world.log.length);
});

describe('while the engine steps', () => {
  test('nothing reads the wall clock, draws from the platform or sets its timers', () => {
    const expected = played(busyWorld()).fingerprint();
    expect(forbidding(() => played(busyWorld()).fingerprint())).toBe(expected);
  });

  test.each([
    ['Date', () => Date.now()],
    ['Date', () => Number(new Date(5))],
    ['Date', () => Date.UTC(2026, 0, 1)],
    ['Math.random', () => Math.random()],
    ['setTimeout', () => Number(setTimeout(() => {}, 0))],
    ['setInterval', () => Number(setInterval(() => {}, 0))],
    ['performance.now', () => performance.now()],
  ])('a handler that uses %s is detected', (name, asks) => {
    const world = new World(busyWorld(), { handlers: { 'ep-a': () => ({ runsMs: asks() > 0 ? 1 : 2, ending: 'complete' }) } });
    forbidding(() => playBusily(world));
    const errors = [...world.log.entries()].flatMap(({ event }) => (event.type === 'JobFailed' ? [event.error] : []));
    expect(errors).toContain(`the handler function of ep-a threw Error: the engine turned to ${name}`);
  });

  test('forbidden functions work again afterwards', () => {
    expect(Date.now() - performance.now()).toBeGreaterThan(0);
    expect(Math.random()).toBeLessThan(1);
  });
});

/** Runs a function while every source of nondeterminism throws. */
const forbidding = <Result>(run: () => Result): Result => {
  const refuse = (name: string) => () => {
    throw new Error(`the engine turned to ${name}`);
  };
  const forbidden: readonly (readonly [object, string, unknown])[] = [
    [globalThis, 'Date', new Proxy(Date, { apply: refuse('Date'), construct: refuse('Date'), get: refuse('Date') })],
    [globalThis, 'setTimeout', refuse('setTimeout')],
    [globalThis, 'setInterval', refuse('setInterval')],
    [Math, 'random', refuse('Math.random')],
    [performance, 'now', refuse('performance.now')],
  ];
  const before = forbidden.map(([of, name]) => Reflect.get(of, name));
  for (const [of, name, stub] of forbidden) Reflect.set(of, name, stub);
  try {
    return run();
  } finally {
    forbidden.forEach(([of, name], k) => {
      Reflect.set(of, name, before[k]);
    });
  }
};

describe('an insertion changes no draw of the others', () => {
  const inputs = Array.from({ length: 40 }, (_, k) => runOf(k % 2 === 0 ? 'ep-a' : 'ep-b', { k }, 1_000 * Math.floor(k / 2)));
  const without = attemptsAfter(busyWorld(), inputs);
  const wider = { ...busyWorld(), endpoints: [endpointOf('ep-0'), ...busyWorld().endpoints, endpointOf('ep-z')] };
  const withRival = { ...busyWorld(), accounts: [...busyWorld().accounts, { id: 'acc-b', keys: [keyOf('rival')] }] };
  const faultBefore = (some: object): WorldDefinition => {
    const { faults, ...rest } = busyWorld();
    const quiet = { match: {}, from: 0, atOnce: false, until: null, chance: null, limit: null, delayMs: 0, status: 503 };
    return { ...rest, faults: [{ ...quiet, ...some } as never, ...faults] };
  };
  const insertedAt = (place: number, input: Input) => inputs.toSpliced(place, 0, input);

  test('some jobs start, and some of them twice', () => {
    expect(without.size).toBeGreaterThan(25);
    expect([...without.values()].filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(2);
  });

  // biome-ignore format: a table
  test.each([
    ['a job before all others',               busyWorld(), insertedAt(0, runOf('ep-a', { unrelated: true }, 0))],
    ['a job of the same instant, before it',  busyWorld(), insertedAt(20, runOf('ep-a', { unrelated: true }, 10_000))],
    ['a job of the same instant, after it',   busyWorld(), insertedAt(22, runOf('ep-a', { unrelated: true }, 10_000))],
    ['a job of the same instant, elsewhere',  busyWorld(), insertedAt(20, runOf('ep-b', { k: 20 }, 10_000))],
    ['a job of an instant of its own',        busyWorld(), insertedAt(22, runOf('ep-b', { k: 20 }, 10_001))],
    ['a call that reads',                     busyWorld(), insertedAt(20, callOf('health', { endpoint_id: 'ep-a' }, { at: 10_000 }))],
    ['a call that is refused',                busyWorld(), insertedAt(20, callOf('run', { endpoint_id: 'ep-a' }, { at: 10_000 }))],
    ['an endpoint before, and one after',     wider,       inputs],
    ['a job on an endpoint of its own',       wider,       insertedAt(20, runOf('ep-0', { k: 20 }, 10_000))],
    ['a fault before all others',             faultBefore({ fault: 'api-error', chance: [0, 1] }), inputs],
    ['a fault of calls that strikes elsewhere', faultBefore({ fault: 'api-latency', match: { operation: 'listPods' }, chance: [1, 2], until: 9e6 }), inputs],
    ['a fault of workers, of no chance',      faultBefore({ fault: 'worker-crash', chance: [0, 1] }), inputs],
    ['an identical call of another account',  withRival,   insertedAt(20, { ...runOf('ep-a', { k: 20 }, 10_000), client: { key: 'key-of-rival' } })],
    ['an identical call by a key of its own', busyWorld(), insertedAt(20, { ...runOf('ep-a', { k: 20 }, 10_000), key: 'mine' })],
    ['a call with an unknown key',            busyWorld(), insertedAt(20, { ...runOf('ep-a', { k: 20 }, 10_000), client: { key: 'no-key' } })],
  ])('%s', (_, definition, more) => {
    const withIt = attemptsAfter(definition, more);
    // How often a job starts depends on the others, because a one-shot fault hits the entities of its instant. The outcome of a start does not.
    for (const [id, { attempts }] of without) {
      const again = withIt.get(id)?.attempts ?? [];
      const both = Math.min(attempts.length, again.length);
      expect(again.slice(0, both), id).toStrictEqual(attempts.slice(0, both));
      expect(both, id).toBeGreaterThanOrEqual(Math.min(1, attempts.length));
    }
  });

  test('though it may well change when they start', () => {
    const withIt = attemptsAfter(busyWorld(), insertedAt(0, runOf('ep-a', { unrelated: true }, 0)));
    const startsOf = (jobs: typeof without) => [...jobs].map(([id, { starts }]) => [id, starts]);
    expect(startsOf(withIt)).not.toStrictEqual(startsOf(without));
  });
});

/** The outcome of each job's attempts, and when they started. */
function attemptsAfter(definition: WorldDefinition, inputs: readonly Input[]) {
  const world = new World(definition);
  for (const input of inputs) world.call(input);
  world.advance({ untilIdle: true });
  const jobs = new Map<string, { readonly attempts: Attempt[]; readonly starts: number[] }>();
  for (const { at, event } of world.log.entries()) {
    if (event.type === 'JobQueued') jobs.set(event.jobId, { attempts: [], starts: [] });
    if (event.type !== 'JobStarted') continue;
    jobs.get(event.jobId)?.attempts.push(event.attempt);
    jobs.get(event.jobId)?.starts.push(at);
  }
  return jobs;
}
