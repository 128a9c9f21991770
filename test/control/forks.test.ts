import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { later, worldStart } from '../../engine/kernel/time.ts';
import { asked, type Body, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** Three jobs, ten seconds apart. */
const lived = () => {
  const host = new FakeHost(worldOf());
  const { world } = host.desk();
  for (let k = 0; k < 3; k++) world.call(runOf('ep-a', { k }, 10_000 * k));
  world.advance({ to: later(worldStart, 25_000) });
  return { host, world };
};

describe('POST forks', () => {
  test('makes a world with the same past, under the clock policy of its parent', () => {
    const { host, world } = lived();
    host.setClockPolicy('default', { clock: 'realtime', speed: 60 });
    const { status, headers, body } = asked(host.desk(), 'forkWorld', { body: {} });
    expect([status, headers]).toStrictEqual([201, { location: '/worlds/world-1/' }]);
    expect(body).toMatchObject({ id: 'world-1', seed: 'podsim', now: { ms: 25_000 }, clock: { clock: 'realtime', speed: 60 } });
    const fork = host.desk('world-1').world;
    expect(fork.fingerprint()).toBe(world.fingerprint());
    for (const one of [world, fork]) one.advance({ by: 60_000 });
    expect(fork.fingerprint()).toBe(world.fingerprint());
  });

  test('goes back to an entry, or to a time, and does not change its parent', () => {
    const { host, world } = lived();
    const was = world.fingerprint();
    const now = (body: Json) => (said(host.desk(), 'forkWorld', { body }) as { readonly now: { readonly ms: number } }).now.ms;
    expect([now({ at: '12s', id: 'a' }), now({ seq: 6, id: 'b' }), now({ at: '2026-01-01T00:00:10Z', id: 'c' })]).toStrictEqual([
      12_000, 0, 10_000,
    ]);
    expect(['a', 'b', 'c'].map((id) => host.desk(id).world.state.count('job'))).toStrictEqual([2, 1, 2]);
    host.desk('a').world.call(runOf('ep-a', { only: 'there' }));
    expect(world.fingerprint()).toBe(was);
  });

  test('draws the same numbers as its parent unless it gets a seed', () => {
    const { host } = lived();
    expect(said(host.desk(), 'forkWorld', { body: { at: '15s', seed: 'other', id: 'other' } })['seed']).toBe('other');
    const { world } = host.desk('other');
    expect([...world.log.entries()].at(-1)?.event).toStrictEqual({ type: 'SeedChanged', seed: 'other' });
    expect(world.header.definition.seed).toBe('podsim');
  });

  test('reports every later event of the fork to its watchers', () => {
    const { host } = lived();
    const heard: string[] = [];
    host.watcher = ({ event }) => heard.push(event.type);
    said(host.desk(), 'forkWorld', { body: { at: '15s', id: 'a' } });
    expect(heard).toStrictEqual([]);
    host.desk('a').world.call(runOf('ep-a', {}));
    expect(heard).toContain('JobQueued');
  });

  test('goes on without real workers where a stand-in is asked for: what they did later, too, is known', () => {
    const host = new FakeHost(
      worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { external: { scale: 1, timeoutMs: 600_000 } })] }),
    );
    const { world } = host.desk();
    const job = jobIdOf(world.call(runOf('ep-a', { k: 1 }, 1_000)));
    const worker = { endpoint_id: 'ep-a', worker: 'ep-a-w1' };
    world.call(callOf('takeJob', worker, { at: 2_000 }));
    world.call(callOf('postOutput', { ...worker, job }, { at: 9_000, body: { output: 'done' } }));
    said(host.desk(), 'forkWorld', { body: { at: '5s', standIn: true, id: 'alone' } });
    const fork = host.desk('alone').world;
    expect(fork.state.find('job', job)).toMatchObject({ status: 'IN_PROGRESS', attempt: { runsMs: 7_000, ending: 'complete' } });
    fork.advance({ to: later(worldStart, 9_000) });
    expect(fork.state.find('job', job)).toMatchObject({ status: 'COMPLETED', output: 'done', executionTime: 7_000 });

    host.limits = { ...host.limits, rewoundEntries: world.log.length };
    said(host.desk(), 'forkWorld', { body: { at: '1ms', standIn: true } });
    host.limits = { ...host.limits, rewoundEntries: world.log.length - 1 };
    said(host.desk(), 'forkWorld', { body: { at: '1ms' } });
    expect(refusal(host.desk(), 'forkWorld', { body: { at: '1ms', standIn: true } })).toStrictEqual([
      409,
      'control.rewind',
      expect.stringContaining(`for this, ${world.log.length} entries of the log are to be read, and at most ${world.log.length - 1} are`),
    ]);
  });

  test('has no stand-in where there are no real workers: 409', () => {
    const { host } = lived();
    expect(refusal(host.desk(), 'forkWorld', { body: { standIn: true } })).toStrictEqual([
      409,
      'control.forks',
      'no endpoint has an external handler at that point, so none needs a stand-in',
    ]);
    expect(host.worlds()).toHaveLength(1);
  });

  test('of a fork is a fork', () => {
    const { host } = lived();
    said(host.desk(), 'forkWorld', { body: { at: '15s', id: 'a' } });
    host.desk('a').world.advance({ by: 1_000 });
    expect((said(host.desk('a'), 'forkWorld', { body: { id: 'b' } }) as Body)['entries']).toBe(host.desk('a').world.log.length);
    host.dropWorld('a');
    expect([...host.desk('b').world.log.entries()].length).toBe(host.desk('b').world.log.length);
  });

  // biome-ignore format: a table
  test.each([
    ['an entry that has not come',  { seq: 999 },           409, 'control.forks',     'the log ends at entry '],
    ['a time that has not come',    { at: '1h' },           409, 'control.forks',     'it is only 00:00:25.000'],
    ['an id that is taken',         { id: 'default' },      409, 'control.worlds',    'the world default exists already: drop it first'],
    ['both',                        { seq: 1, at: '1s' },   422, 'errors.validation', '$: give `seq` or `at`, not both'],
    ['half an entry',               { seq: 1.5 },           422, 'errors.validation', '$.seq: '],
    ['a seed of no letters',        { seed: '' },           422, 'errors.validation', '$.seed: '],
  ])('is refused for %s', (_, body, status, rule, words) => {
    const { host } = lived();
    const [was, by, why] = refusal(host.desk(), 'forkWorld', { body: body as Json });
    expect([was, by, String(why)]).toStrictEqual([status, rule, expect.stringContaining(words)]);
    expect(host.worlds().map(({ id }) => id)).toStrictEqual(['default']);
  });
});
