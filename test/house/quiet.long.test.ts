import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../engine/api/operation.ts';
import type { DomainEvent } from '../../engine/cloud/input.ts';
import type { LogEntry } from '../../engine/kernel/logEntry.ts';
import { finish } from '../../engine/kernel/steps.ts';
import { days, later, minutes, seconds, type VirtualTime } from '../../engine/kernel/time.ts';
import { record } from '../../engine/scenario/recording/record.ts';
import type { WorldDefinition } from '../../engine/simulator/definition.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { forkAt } from '../../engine/world/history/rewind.ts';
import type { Input } from '../../engine/world/receive.ts';
import { World } from '../../engine/world/world.ts';
import { fewOrAll } from '../support/long.ts';
import { playedText } from '../support/worlds/playing.ts';
import { callOf, endpointOf, jobIdOf, keyOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const counted = (name: string) => ({ ...keyOf(name), rateLimitExempt: false });

/** Two accounts and three keys: limits apply to `alice` and not to `bob`, of the same account; `carol` has another account. */
const definition = (some: Partial<WorldDefinition> = {}): WorldDefinition =>
  worldOf({
    accounts: [
      { id: 'acc-a', keys: [counted('alice'), keyOf('bob')] },
      { id: 'acc-c', keys: [counted('carol')] },
    ],
    endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 2 } }), endpointOf('ep-b', { workers: { min: 0, max: 1 } })],
    ...some,
  });

const as = (key: string, input: Input): Input => ({ ...input, client: { key: `key-of-${key}` } });
const entriesOf = (world: World): LogEntry<DomainEvent>[] => [...world.log.entries()];
const typesOf = (entries: readonly LogEntry<DomainEvent>[]): string[] => entries.map(({ event }) => event.type);
const statusOf = (reply: ReturnType<World['call']>): number => ('answer' in reply ? reply.answer.status : 0);

/** A rerun and a recording of a world give the same log. */
const seeSame = (world: World): void => {
  expect(rerun(world.header, world.log.entries()).fingerprint()).toBe(world.fingerprint());
  const text = record(world.header, entriesOf(world));
  if (isLeft(text)) throw new Error(text.left);
  const { failures, unfired } = playedText(text.right);
  expect([...failures, ...unfired]).toStrictEqual([]);
};

const callsMade = fewOrAll(10_000, 100_000);

describe('tens of thousands of calls', () => {
  const nosuch = (k: number) => ({ endpoint_id: `no-${k}`, job_id: 'j' });

  // biome-ignore format: a table
  test.each<[what: string, call: (k: number) => Input, entries: number, status: number]>([
    ['of an account that is not counted', ()  => as('bob', callOf('listPods', {})),                                0, 200],
    ['without a valid key',               (k) => as(`unknown-${k}`, runOf('ep-a', { k })),                          0, 401],
    ['without any key',                   ()  => ({ ...runOf('ep-a', {}), client: { key: null, because: 'missing' } }), 0, 401],
    ['for what is not there',             (k) => as('bob', callOf('getPod', { id: `no-${k}` })),                   0, 404],
    ['for endpoints that are not there',  (k) => as('alice', callOf('status', nosuch(k))),                         3, 429],
    ['of reads over a limit',             ()  => as('alice', callOf('listPods', {})),                              3, 429],
    ['of writes over a limit',            ()  => as('alice', callOf('purgeQueue', { endpoint_id: 'ep-a' })),       3, 429],
    ['that leave all as it was',          ()  => as('bob', callOf('purgeQueue', { endpoint_id: 'ep-a' })),         0, 200],
  ])('%s leave only the first refusal in the log', (_, call, entries, status) => {
    const world = new World(definition(), { invariants: false });
    world.advance({ by: minutes(5) });
    const before = world.log.length;
    let last = 0;
    for (let k = 0; k < callsMade; k++) last = statusOf(world.call({ ...call(k), unguarded: true }));
    expect([world.log.length - before, last]).toStrictEqual([entries, status]);
    world.recordPending();
    expect(world.log.length - before).toBeLessThanOrEqual(entries + 2);
  });
});

describe('a limit', () => {
  const readMax = 5;
  const world = () => new World(definition({ settings: { account: { perMinute: readMax } } }));
  const read = as('alice', callOf('listPods', {}));

  test('refuses the same calls in a fork of now and in a rerun, at the very limit', () => {
    const parent = world();
    for (let k = 0; k < readMax - 1; k++) expect(statusOf(parent.call(read))).toBe(200);
    parent.recordPending();
    const fork = finish(forkAt(parent, { seq: parent.log.length }));
    if (isLeft(fork)) throw new Error(fork.left);
    for (const each of [parent, fork.right, rerun(parent.header, parent.log.entries())]) {
      const left = Array.from({ length: 3 }, () => statusOf(each.call(read)));
      expect(left).toStrictEqual([200, 429, 429]);
      expect(statusOf(each.call(as('alice', callOf('deletePod', { id: 'nosuch' }))))).toBe(429);
      expect(typesOf(entriesOf(each)).slice(parent.log.length - 3)).not.toContain('JobQueued');
      seeSame(each);
    }
    expect(fork.right.fingerprint()).toBe(parent.fingerprint());
  });

  test('counts in a fork of the past what the log said then', () => {
    const parent = world();
    for (let k = 0; k < readMax - 1; k++) parent.call(read);
    const { length } = parent.log;
    for (const snapshot of [undefined, parent.snapshot({ apart: true })]) {
      const fork = finish(forkAt(parent, { seq: length }, { snapshot }));
      if (isLeft(fork)) throw new Error(fork.left);
      const statuses = Array.from({ length: readMax + 1 }, () => statusOf(fork.right.call(read)));
      expect(statuses).toStrictEqual([...Array.from({ length: readMax }, () => 200), 429]);
    }
  });

  test('that has refused a call refuses the next ones also after it was rebuilt from its log', () => {
    const parent = world();
    for (let k = 0; k < readMax; k++) parent.call(read);
    expect(parent.log.entry(parent.log.length)?.event.type).not.toBe('InputReceived');
    expect(statusOf(parent.call(read))).toBe(429);
    const again = rerun(parent.header, parent.log.entries());
    expect(statusOf(again.call(read))).toBe(429);
    expect(typesOf(entriesOf(parent)).slice(-3)).toStrictEqual(['CallsCounted', 'InputReceived', 'InputRefused']);
  });

  test('is not used up by calls that another one refused, also after the world was rebuilt from its log', () => {
    const parent = new World(definition({ settings: { account: { perMinute: 2, perHour: 3 } } }));
    expect(Array.from({ length: 5 }, () => statusOf(parent.call(read)))).toStrictEqual([200, 200, 429, 429, 429]);
    const again = rerun(parent.header, parent.log.entries());
    for (const one of [parent, again]) {
      const later = Array.from({ length: 2 }, () => statusOf(one.call({ ...read, at: 60_000 as VirtualTime })));
      expect(later).toStrictEqual([200, 429]);
    }
    seeSame(parent);
  });

  test('is not affected by a flood of wrong keys, or by another account', () => {
    const one = world();
    const standing = (): unknown => {
      const reply = one.call(read);
      return 'answer' in reply ? reply.answer.limits?.map(({ remaining }) => remaining) : undefined;
    };
    const [first] = [standing()] as [number[]];
    for (let k = 0; k < 1_000; k++) one.call(as('nobody', read));
    for (let k = 0; k < 1_000; k++) one.call(as('carol', read));
    expect(standing()).toStrictEqual(first.map((remaining) => remaining - 1));
    seeSame(one);
  });
});

describe('time that passes during calls without an entry', () => {
  test('is in the log where a timer fired, and nowhere else', () => {
    const world = new World(definition());
    const job = jobIdOf(world.call(as('bob', runOf('ep-a', {}))));
    const look = (at: number) => world.call(as('bob', callOf('status', { endpoint_id: 'ep-a', job_id: job }, { at })));
    const { length } = world.log;
    look(10);
    expect(world.log.length).toBe(length);
    for (let at = 20; at < 40_000; at += 20) look(at);
    const since = entriesOf(world).slice(length);
    expect(typesOf(since)).toContain('JobCompleted');
    expect(typesOf(since)).not.toContain('InputReceived');
    expect(typesOf(since).filter((type) => type === 'ClockAdvanced').length).toBeLessThan(since.length);
    seeSame(world);
    world.advance({ by: minutes(1) });
    seeSame(world);
  });

  test('leaves no entry for advances in which nothing happens', () => {
    const world = new World(definition({ endpoints: [] }));
    world.advance({ by: seconds(1) });
    const { length } = world.log;
    for (let k = 0; k < 100; k++) {
      world.advance({ next: true });
      world.advance({ untilIdle: true });
      world.advance({ by: 0 });
    }
    expect(world.log.length).toBe(length);
  });

  test('is not part of a snapshot, whose time is that of the log', () => {
    const world = new World(definition());
    world.call(as('bob', runOf('ep-a', {}, 1_000)));
    world.call(as('bob', callOf('listPods', {}, { at: 1_500 })));
    const snapshot = world.snapshot({ apart: true });
    expect([world.now, snapshot.loop.now]).toStrictEqual([1_500, 1_000]);
    const [bySnapshot, byLog] = [snapshot, undefined].map((each) => finish(forkAt(world, { seq: world.log.length }, { snapshot: each })));
    if (bySnapshot === undefined || byLog === undefined || isLeft(bySnapshot) || isLeft(byLog)) throw new Error('there is no fork');
    for (const fork of [bySnapshot.right, byLog.right]) {
      expect(fork.now).toBe(1_000);
      // The same call at the same instant as before: the second gets an id of its own.
      fork.call(as('bob', runOf('ep-a', {})));
      fork.advance({ by: minutes(1) });
    }
    expect(bySnapshot.right.fingerprint()).toBe(byLog.right.fingerprint());
  });
});

/** Something that is done to a world: an input for its log, or a call in between that leaves no entry. */
type Act =
  | { readonly loud: 'run' | 'cancel' | 'pod' | 'wrong' | 'held' | 'advance'; readonly after: number }
  | { readonly quiet: 'read' | 'missing' | 'poll' | 'stranger' | 'same'; readonly by: 'alice' | 'bob' | 'carol'; readonly after: number };

const after = fc.constantFrom(0, 0, 0, 1, 400, 1_000, 2_500, 10_000, 60_000, minutes(20), days(1));
const loud = fc.record({ loud: fc.constantFrom('run', 'run', 'run', 'cancel', 'pod', 'wrong', 'held', 'advance'), after });
const quiet = fc.record({
  quiet: fc.constantFrom('read', 'missing', 'poll', 'stranger', 'same'),
  by: fc.constantFrom('alice', 'bob', 'carol'),
  after,
});
const acts = fc.array(fc.oneof(loud, quiet), { minLength: 5, maxLength: 40 }) as fc.Arbitrary<Act[]>;

/** Plays acts at their times, and those that leave no entry only where asked. Returns the answers to the others. */
const played = (given: readonly Act[], withQuiet: boolean, some: Partial<WorldDefinition> = {}) => {
  const world = new World(definition(some));
  const answers: unknown[] = [];
  const jobs: string[] = [];
  let at = world.now;
  const heard = ({ status, body }: Answer) => answers.push(JSON.parse(JSON.stringify({ status, body: body ?? null, at: world.now })));
  const put = (input: Input): void => {
    const reply = world.call({ ...input, at }, heard);
    if (!('answer' in reply)) return;
    heard(reply.answer);
    jobs.push(jobIdOf(reply));
  };
  const job = () => jobs.at(-1) ?? 'nosuch';
  for (const act of given) {
    at = later(at, act.after);
    if ('quiet' in act) {
      if (withQuiet) world.call({ ...as(act.quiet === 'stranger' ? 'stranger' : act.by, quietly(act.quiet, job())), at });
      continue;
    }
    if (act.loud === 'run') put(as('alice', runOf('ep-a', {})));
    if (act.loud === 'cancel') put(as('alice', callOf('cancel', { endpoint_id: 'ep-a', job_id: job() })));
    if (act.loud === 'pod') put(as('bob', callOf('createPod', {}, { body: { name: 'p', image: 'i', gpu: { id: 'NVIDIA A40' } } })));
    if (act.loud === 'wrong') put(as('alice', callOf('run', { endpoint_id: 'ep-a' }, { body: {} })));
    if (act.loud === 'held') put(as('alice', callOf('runsync', { endpoint_id: 'ep-b' }, { body: { input: {} } })));
    if (act.loud === 'advance') world.advance({ to: at });
  }
  return { world, answers };
};

const quietly = (what: Extract<Act, { quiet: string }>['quiet'], job: string): Input => {
  if (what === 'read') return callOf('listPods', {});
  if (what === 'missing') return callOf('getPod', { id: 'nosuch' });
  if (what === 'poll') return callOf('status', { endpoint_id: 'ep-a', job_id: job });
  if (what === 'stranger') return runOf('ep-a', {});
  return callOf('health', { endpoint_id: 'ep-b' });
};

/** The log without entries about time and counts. Causes are renumbered to match. */
const storyOf = (world: World): unknown[] => {
  const kept = entriesOf(world).filter(({ event }) => event.type !== 'CallsCounted' && event.type !== 'ClockAdvanced');
  const places = new Map(kept.map(({ seq }, k) => [seq, k]));
  return kept.map(({ at, cause, event }) => ({ at, cause: places.get(cause), event }));
};

const settings = { seed: 7, numRuns: fewOrAll(15, 60) };

describe('calls without an entry, among others', () => {
  test('change no event and no answer, except for the counts', () => {
    const property = fc.property(acts, (given) => {
      const [all, some] = [played(given, true), played(given, false)];
      all.world.advance({ to: later(all.world.now, minutes(1)) });
      some.world.advance({ to: all.world.now });
      expect(all.answers).toStrictEqual(some.answers);
      expect(storyOf(all.world)).toStrictEqual(storyOf(some.world));
    });
    fc.assert(property, settings);
  });

  test('give the same log in a rerun and a recording, whatever the limits refuse', () => {
    const tight = { settings: { account: { perMinute: 2, perHour: 5, readPerWindow: 1, runPerWindow: 1, cancelPerWindow: 1 } } };
    fc.assert(
      fc.property(acts, (given) => {
        const { world } = played(given, true, tight);
        seeSame(world);
        world.recordPending();
        seeSame(world);
      }),
      settings,
    );
  });

  test('give the same state in a fork at any entry, from a snapshot or from the log, and the same future', () => {
    const tight = { settings: { account: { perMinute: 3, perHour: 6, readPerWindow: 2, runPerWindow: 2 } } };
    fc.assert(
      fc.property(acts, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const { world } = played(given, true, tight);
        world.advance({ by: 1 });
        const seq = Math.floor(world.log.length * share);
        const forks = [world.snapshot({ apart: true }), undefined].map((snapshot) => finish(forkAt(world, { seq }, { snapshot })));
        const prints = forks.map((fork) => {
          if (isLeft(fork)) throw new Error(fork.left);
          for (const input of [callOf('listPods', {}), runOf('ep-a', {}), callOf('deletePod', { id: 'nosuch' })])
            for (let k = 0; k < 4; k++) fork.right.call(as('alice', input));
          fork.right.advance({ by: minutes(2) });
          seeSame(fork.right);
          return fork.right.fingerprint();
        });
        expect(prints[0]).toBe(prints[1]);
      }),
      settings,
    );
  });
});
