import { describe, expect, test } from 'vitest';
import { kinds } from '../../engine/cloud/entities.ts';
import { later, worldStart } from '../../engine/kernel/time.ts';
import { asked, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { jobIdOf, runOf, worldOf } from '../support/worlds/worlds.ts';

/** A job of a second, seen afterwards. */
const lived = () => {
  const host = new FakeHost(worldOf());
  const { world } = host.desk();
  const { length: made } = world.log;
  const job = jobIdOf(world.call(runOf('ep-a', {}, 2_000)));
  world.advance({ to: later(worldStart, 10_000) });
  return { host, job, made, length: world.log.length };
};

type Entities = Readonly<Record<string, Readonly<Record<string, { readonly status: string }>>>>;

const statusOf = ({ host, job }: ReturnType<typeof lived>, query: Readonly<Record<string, string>>): string | undefined =>
  (said(host.desk(), 'getState', { query })['entities'] as Entities)['job']?.[job]?.status;

describe('GET state', () => {
  test('shows every entity of every kind, as it is', () => {
    const { host, length } = lived();
    const { seq, at, entities } = said(host.desk(), 'getState');
    expect(seq).toBe(length);
    expect(at).toMatchObject({ virtual: '00:00:10.000', ms: 10_000 });
    expect(Object.keys(entities as object)).toStrictEqual(kinds);
    expect((entities as Entities)['endpoint']?.['ep-a']).toMatchObject({ status: 'ACTIVE', accountId: 'acc-a' });
  });

  // biome-ignore format: a table
  test.each([
    ['before the job came',           { at: '1999ms' },                    undefined],
    ['at the end of an instant',      { at: '2s' },                        'IN_PROGRESS'],
    ['by an instant',                 { at: '2026-01-01T00:00:02.500Z' },  'IN_PROGRESS'],
    ['by a time of a timeline',       { at: '00:00:03.000' },              'COMPLETED'],
    ['before anything',               { seq: '0' },                        undefined],
  ])('or as it was %s', (_, query, status) => {
    expect(statusOf(lived(), query)).toBe(status);
  });

  test('or as it was after an entry: of those of one instant, after the very one', () => {
    const life = lived();
    const statuses = Array.from({ length: life.length - life.made }, (_, k) => statusOf(life, { seq: String(life.made + 1 + k) }));
    expect(statuses.filter((status, k) => k === 0 || status !== statuses[k - 1])).toStrictEqual([
      undefined,
      'IN_QUEUE',
      'IN_PROGRESS',
      'COMPLETED',
    ]);
  });

  test('shows some kinds, where it is asked for some', () => {
    const { host } = lived();
    const { entities } = said(host.desk(), 'getState', { query: { kind: 'worker,pod' } });
    expect(Object.keys(entities as object)).toStrictEqual(['worker', 'pod']);
  });

  test('comes in pages: the last one names no next', () => {
    const { host } = lived();
    const page = (skip: number) => said(host.desk(), 'getState', { query: { kind: 'endpoint,worker', limit: '1', skip: String(skip) } });
    const { count } = page(0) as { readonly count: number };
    const pages = Array.from({ length: count }, (_, k) => page(k));
    expect(pages.map(({ next }) => next)).toStrictEqual([...pages.slice(1).map((_, k) => k + 1), null]);
    const seen = pages.flatMap(({ entities }) => Object.values(entities as Entities).flatMap((of) => Object.keys(of)));
    expect([seen.length, new Set(seen).size]).toStrictEqual([count, count]);
  });

  test('reads no entry of the log for what is now, and shows what reading it would give', () => {
    const { host, length } = lived();
    const { world } = host.desk();
    host.limits = { ...host.limits, rewoundEntries: 0 };
    const { entities } = said(host.desk(), 'getState');
    expect(refusal(host.desk(), 'getState', { query: { seq: String(length - 1) } })[0]).toBe(409);
    world.advance({ to: later(worldStart, 11_000) });
    expect(world.log.length).toBeGreaterThan(length);
    host.limits = { ...host.limits, rewoundEntries: length };
    expect(said(host.desk(), 'getState', { query: { seq: String(length) } })['entities']).toStrictEqual(entities);
  });

  test('shows no part of the world that changes with it', () => {
    const { host, job } = lived();
    const { world } = host.desk();
    const { entities } = said(host.desk(), 'getState');
    const shown = (entities as Readonly<Record<string, Readonly<Record<string, { readonly chunks: unknown }>>>>)['job']?.[job];
    expect(shown?.chunks).toStrictEqual(world.state.find('job', job)?.chunks);
    expect(shown?.chunks).not.toBe(world.state.find('job', job)?.chunks);
  });

  test('changes nothing of the world', () => {
    const { host } = lived();
    const { world } = host.desk();
    const was = world.fingerprint();
    said(host.desk(), 'getState', { query: { at: '2s' } });
    expect([world.fingerprint(), world.now]).toStrictEqual([was, 10_000]);
  });

  // biome-ignore format: a table
  test.each([
    ['an entry that has not come',  { seq: '999' },           409, 'control.rewind',    'the log ends at entry '],
    ['a time that has not come',    { at: '1h' },             409, 'control.rewind',    'it is only 00:00:10.000: the clock has not reached 01:00:00.000'],
    ['both',                        { seq: '1', at: '1s' },   422, 'errors.validation', 'query.at: give `seq` or `at`, not both'],
    ['no number',                   { seq: 'last' },          422, 'errors.validation', 'query.seq: must be the number of an entry'],
    ['no time',                     { at: '5' },              422, 'errors.validation', 'query.at: must be an instant such as'],
    ['an unknown kind',             { kind: 'ship' },         422, 'errors.validation', 'query.kind[0]: '],
  ])('refuses %s', (_, query, status, rule, words) => {
    const [was, by, why] = refusal(lived().host.desk(), 'getState', { query: query as never });
    expect([was, by, String(why)]).toStrictEqual([status, rule, expect.stringContaining(words)]);
  });
});

describe('the settings of a world', () => {
  test('are shown, and explained by, as they are now', () => {
    const { host } = lived();
    host.desk().world.reconfigure({ endpoint: { scalerEvery: 7_000 } });
    expect(said(host.desk(), 'getInfo')['settings']).toStrictEqual({
      worker: { imagePull: '0s', start: '0s' },
      endpoint: { scalerEvery: '7s' },
    });
    expect(asked(host.desk(), 'explainEntity', { params: { entity: 'ep-a' } }).status).toBe(200);
  });
});
