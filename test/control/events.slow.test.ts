import { describe, expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../adapters/store/file/logFile.ts';
import type { Frame } from '../../engine/api/operation.ts';
import type { StateChange } from '../../engine/cloud/state/state.ts';
import { rerun } from '../../engine/world/history/rerun.ts';
import { divergence } from '../../engine/world/reports/divergence.ts';
import { Folder } from '../support/folder.ts';
import { asked, type Body, type DeskQuestion, FakeHost, refusal, said } from '../support/serving/fakeHost.ts';
import { callOf, endpointOf, runOf, worldOf } from '../support/worlds/worlds.ts';

const lived = () => {
  const host = new FakeHost(worldOf({ endpoints: [endpointOf('ep-a', { workers: { min: 1, max: 1 } })] }));
  const desk = host.desk();
  const { world } = desk;
  world.advance({ by: 1_000 });
  for (let k = 0; k < 2; k++) world.call(runOf('ep-a', { k }));
  world.advance({ by: 5_000 });
  world.call(callOf('deletePod', { id: 'nowhere' }));
  return { host, desk, world };
};

const seqs = (events: unknown): number[] => (events as readonly Body[]).map(({ seq }) => Number(seq));

describe('GET events', () => {
  test('shows entries as the log has them, from the first', () => {
    const { desk, world } = lived();
    const { events, next, more } = said(desk, 'listEvents');
    expect([seqs(events), next, more]).toStrictEqual([Array.from({ length: world.log.length }, (_, k) => k + 1), world.log.length, false]);
    expect((events as readonly Body[])[0]).toStrictEqual({ seq: 1, at: 0, cause: 0, type: 'AccountOpened', accountId: 'acc-a' });
  });

  test('continues after an entry, so many at a time', () => {
    const { desk, world } = lived();
    const found: number[] = [];
    let after = 0;
    for (let more = true; more; ) {
      const page = said(desk, 'listEvents', { query: { after: String(after), limit: '4' } });
      expect((page['events'] as readonly unknown[]).length).toBeLessThanOrEqual(4);
      found.push(...seqs(page['events']));
      [after, more] = [Number(page['next']), page['more'] === true];
    }
    expect(found).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => k + 1));
    expect(said(desk, 'listEvents', { query: { after: '999' } })).toStrictEqual({ events: [], next: 999, more: false });
  });

  // biome-ignore format: a table
  test.each([
    ['of one type',              { type: 'JobStarted' },                                 ['JobStarted', 'JobStarted']],
    ['of some types',            { type: 'JobQueued,InputRefused' },                     ['JobQueued', 'JobQueued', 'InputRefused']],
    ['of an entity',             { entity: 'ep-a-w1', type: 'WorkerReady,WorkerFreed' }, ['WorkerReady', 'WorkerFreed', 'WorkerFreed']],
    ['of an entity by its name in timelines', { entity: 'job-2' },                       ['JobQueued', 'JobStarted', 'JobCompleted']],
    ['of an entity that is not', { entity: 'nobody' },                                   []],
    ['only so many',             { type: 'JobQueued', limit: '1' },                      ['JobQueued']],
  ] as const)('shows those %s', (_, query, types) => {
    const { events } = said(lived().desk, 'listEvents', { query });
    expect((events as readonly Body[]).map(({ type }) => type)).toStrictEqual(types);
  });

  test.each([{ type: 'JobFlown' }, { after: 'x' }, { after: '-1' }, { limit: '0' }, { limit: 'all' }])('refuses %j: 422', (query) => {
    expect(refusal(lived().desk, 'listEvents', { query: query as unknown as Record<string, string> }).slice(0, 2)).toStrictEqual([
      422,
      'errors.validation',
    ]);
  });
});

test('GET log/header shows the first line of the log', () => {
  const { desk, world } = lived();
  expect(said(desk, 'getHeader')).toStrictEqual(world.header);
});

describe('GET events as a stream', () => {
  /** A stream with all frames so far. `settle` does what its sender does at the end of a call or an advance. */
  const followed = (question: DeskQuestion = {}) => {
    const { host, desk, world } = lived();
    const headers = { accept: 'text/event-stream', ...question.headers };
    const { frames, body } = asked(desk, 'listEvents', { ...question, headers });
    if (frames === undefined) throw new Error('no stream');
    expect(body).toBeUndefined();
    const told: Frame[] = [...frames.backfill().frames];
    const changes: StateChange[] = [];
    host.watcher = (change) => {
      changes.push(change);
      told.push(...frames.next(change).frames);
    };
    const settle = () => told.push(...(frames.onQuiescent?.().frames ?? []));
    return { world, told, settle, changes };
  };

  test('sends existing entries, and then new ones, each once and in order', () => {
    const { world, told, settle, changes } = followed();
    expect(told.map(({ id }) => id)).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => String(k + 1)));
    world.call(runOf('ep-a', {}));
    settle();
    world.advance({ by: 2_000 });
    settle();
    expect(changes.length).toBeGreaterThan(3);
    expect(told.map(({ id }) => id)).toStrictEqual(Array.from({ length: world.log.length }, (_, k) => String(k + 1)));
    expect(told.map(({ data }) => (data as Body)['seq'])).toStrictEqual(told.map(({ id }) => Number(id)));
  });

  test('sends refused inputs when their call is over', () => {
    const { world, told, settle } = followed({ query: { type: 'InputRefused' } });
    expect(told).toHaveLength(1);
    world.call(callOf('deletePod', { id: 'nowhere' }));
    expect(told).toHaveLength(1);
    settle();
    expect(told.map(({ data }) => (data as Body)['type'])).toStrictEqual(['InputRefused', 'InputRefused']);
  });

  test('begins after an entry, or at the position that a disconnected client gives', () => {
    const firstAfter = (question: DeskQuestion) => followed(question).told[0]?.id;
    expect(firstAfter({ query: { after: '4' } })).toBe('5');
    expect(firstAfter({ query: { after: '4' }, headers: { 'last-event-id': '7' } })).toBe('8');
    expect(firstAfter({ query: { after: '4' }, headers: { 'last-event-id': 'x' } })).toBe('5');
  });

  test('looks at the same filters', () => {
    const { world, told } = followed({ query: { entity: 'ep-a-w1', type: 'WorkerTookJob' } });
    world.call(runOf('ep-a', {}));
    world.advance({ by: 2_000 });
    expect(told.map(({ data }) => (data as Body)['type'])).toStrictEqual(['WorkerTookJob', 'WorkerTookJob', 'WorkerTookJob']);
  });

  test('does not begin too far behind: 409', () => {
    const { desk, world } = lived();
    while (world.log.length <= 100_000) world.advance({ by: 1 });
    const headers = { accept: 'text/event-stream' };
    expect(refusal(desk, 'listEvents', { headers }).slice(0, 2)).toStrictEqual([409, 'control.events']);
    const { frames } = asked(desk, 'listEvents', { headers, query: { after: String(world.log.length - 1) } });
    expect(frames?.backfill().frames).toHaveLength(1);
  });
});

describe('GET log', () => {
  const folder = new Folder();

  test('is a log file as podsim writes and reads them', () => {
    const { desk, world } = lived();
    const { lines = [], headers } = asked(desk, 'downloadLog');
    expect(headers).toStrictEqual({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="podsim-default.log"',
    });
    const text = [...lines].map((line) => `${line}\n`).join('');
    const path = folder.write('downloaded.log', text);
    const writer = new LogFileWriter(folder.at('written.log'), world.header);
    writer.sink(world.log.entries());
    writer.close();
    expect(text).toBe(folder.read('written.log'));
    const { header, entries, fingerprint } = readLog(path);
    expect(fingerprint).toBe(world.fingerprint());
    expect(divergence(entries, [...rerun(header, entries).log.entries()])).toBeUndefined();
  });

  test('ends where the log ended when it was asked for, however long the lines take', () => {
    const { desk, world } = lived();
    const { length } = world.log;
    const lines = (asked(desk, 'downloadLog').lines ?? [])[Symbol.iterator]();
    const taken = [lines.next().value];
    for (let k = 0; k < 3_000; k++) world.advance({ by: 1 });
    for (let next = lines.next(); next.done !== true; next = lines.next()) taken.push(next.value);
    expect(taken).toHaveLength(length + 2);
    expect(readLog(folder.write('slow.log', taken.map((line) => `${line}\n`).join(''))).entries).toHaveLength(length);
  });
});
