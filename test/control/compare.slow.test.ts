import { describe, expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { later, worldStart } from '../../engine/kernel/time.ts';
import { FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { callOf, endpointOf, jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** Twenty jobs of some five seconds each, a second apart, on one worker; and a fork in which the last is cancelled. */
const lived = () => {
  const host = new FakeHost(
    worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } }, { duration: { kind: 'exponential', meanMs: 5_000 } })] }),
  );
  const { world } = host.desk();
  const jobs = Array.from({ length: 20 }, (_, k) => jobIdOf(world.call(runOf('ep-a', { k }, 1_000 * k))));
  said(host.desk(), 'forkWorld', { body: { id: 'fork' } });
  host.desk('fork').world.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: jobs[19] ?? '' }));
  for (const id of ['default', 'fork']) host.desk(id).world.advance({ to: later(worldStart, 300_000) });
  return { host, world, jobs };
};

const moreWorkers = { act: 'updateEndpoint', with: { endpoint: 'ep-a', body: { workers: { max: 4 } } } };

describe('POST compare of two worlds', () => {
  test('says where their logs diverge, and which entities differ', () => {
    const { host, jobs } = lived();
    const { same, divergence, entities, text } = said(host.desk(), 'compareWorlds', { body: { worlds: ['default', 'fork'] } });
    expect(same).toBe(false);
    const { a, b } = divergence as { readonly [side: string]: readonly { readonly type: string }[] };
    expect([a?.[0]?.type, a?.at(-1)?.type]).toStrictEqual(['JobCompleted', 'InputReceived']);
    expect(b).toMatchObject([{ type: 'InputReceived', operation: 'cancel' }]);
    const { differing, onlyInB } = entities as { readonly [group: string]: { readonly count: number; readonly shown: readonly Json[] } };
    expect(onlyInB).toStrictEqual({ count: 0, shown: [] });
    expect(differing?.shown[0]).toMatchObject({ kind: 'job', id: jobs[19], b: [{ type: 'JobCancelled' }] });
    expect(differing?.shown.map((one) => (one as { readonly id: string }).id)).toContain('ep-a-w1');
    expect(text).toContain('the first difference is entry ');
  });

  test('says when they are the same', () => {
    const { host } = lived();
    said(host.desk(), 'forkWorld', { body: { id: 'twin' } });
    expect(said(host.desk('fork'), 'compareWorlds', { body: { worlds: ['default', 'twin'] } })).toMatchObject({
      same: true,
      divergence: null,
    });
  });

  test('does not know a world that is not there: 404', () => {
    const { host } = lived();
    const why = 'there is no world gone; GET worlds lists them';
    for (const worlds of [
      ['default', 'gone'],
      ['gone', 'default'],
    ])
      expect(refusal(host.desk(), 'compareWorlds', { body: { worlds } })).toStrictEqual([404, 'control.compare', why]);
  });
});

describe('POST compare of a world with what it would be', () => {
  test('says what a change does to its session, over many seeds', () => {
    const { host, world } = lived();
    const was = world.fingerprint();
    const answer = said(host.desk(), 'compareWorlds', { body: { change: moreWorkers, at: '5s', seeds: '1..6' } });
    const { at, seeds, differences, replications, text } = answer as {
      readonly at: number;
      readonly seeds: readonly string[];
      readonly differences: readonly { readonly metric: string; readonly difference: number; readonly high: number }[];
      readonly replications: readonly Json[];
      readonly text: string;
    };
    expect([at, seeds, replications.length]).toStrictEqual([5_000, ['1', '2', '3', '4', '5', '6'], 6]);
    const delay = differences.find(({ metric }) => metric === 'delayTime.p95');
    expect(delay?.high).toBeLessThan(0);
    expect(text).toMatch(/^changed at 00:00:05\.000; 6 seeds, with and without\n/);
    expect([world.fingerprint(), host.worlds().length]).toStrictEqual([was, 2]);
  });

  test('takes seeds by name, an instant, and how long to watch', () => {
    const { host } = lived();
    const body = { change: { settings: { worker: { crashLoop: 1 } } }, at: '2026-01-01T00:00:05Z', seeds: ['a', 'podsim'], until: '10m' };
    expect(said(host.desk(), 'compareWorlds', { body })).toMatchObject({ at: 5_000, seeds: ['a', 'podsim'] });
  });

  // biome-ignore format: a table
  test.each<[string, Json, number, string, string]>([
    ['a change that is refused',  { change: { act: 'deleteEndpoint', with: { endpoint: 'gone' } }, at: '5s' }, 409, 'control.compare',   'with the seed 1 the change was not made: was refused: 404'],
    ['nothing',                   {},                                                               422, 'errors.validation', "$: missing property 'worlds'"],
    ['one world',                 { worlds: ['default'] },                                          422, 'errors.validation', '$.worlds'],
    ['no change',                 { change: {}, at: '5s' },                                         422, 'errors.validation', '$.change: give exactly one of `settings` and `act`'],
    ['an unknown operation',      { change: { act: 'launch' }, at: '5s' },                          422, 'errors.validation', '$.change.act: '],
    ['no time',                   { change: moreWorkers },                                          422, 'errors.validation', "$: missing property 'at'"],
    ['too many seeds',            { change: moreWorkers, at: '5s', seeds: '1..200' },               422, 'server.limits',     '$.seeds.length: is 200, but may be at most 100'],
    ['seeds that count down',     { change: moreWorkers, at: '5s', seeds: '9..1' },                 422, 'errors.validation', '$.seeds: must count upwards'],
  ])('refuses %s', (_, body, status, rule, words) => {
    const [was, by, why] = refusal(lived().host.desk(), 'compareWorlds', { body });
    expect([was, by, String(why)]).toStrictEqual([status, rule, expect.stringContaining(words)]);
  });
});
