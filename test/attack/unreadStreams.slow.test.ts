import { expect, test, vi } from 'vitest';
import { RawConnection, requestBytes } from '../support/serving/rawHttp.ts';
import { type Served, served } from '../support/serving/served.ts';

/** A stranger opens many streams of events, and reads none of them (server.limits). */

const openStreams = async (server: Served, count: number, isRead = false): Promise<readonly RawConnection[]> => {
  const before = server.default.stats.watching;
  const ask = requestBytes('GET', '/_podsim/v1/events', [
    ['host', `127.0.0.1:${server.port}`],
    ['accept', 'text/event-stream'],
  ]);
  const streams = await Promise.all(Array.from({ length: count }, () => RawConnection.open(server.port)));
  for (const stream of streams) {
    if (!isRead) stream.stopReading();
    stream.send(ask);
  }
  await server.until(() => server.default.stats.watching === before + count, 'all streams are open');
  return streams;
};

/** How often an input is serialized when it is sent, with so many streams whose clients do not read. */
const serializations = async (streams: number): Promise<number> => {
  await using server = await served();
  const open = await openStreams(server, streams);
  const stringify = vi.spyOn(JSON, 'stringify');
  await server.post('/v2/ep-a/run', { input: { prompt: 'a text to look for' } });
  // Each stream has its turn.
  for (let turn = 0; turn < streams; turn++) await new Promise((later) => setImmediate(later));
  const made = stringify.mock.results.filter(({ value }) => String(value).includes('a text to look for')).length;
  stringify.mockRestore();
  for (const stream of open) stream.destroy();
  return made;
};

test('an event is serialized once, however many streams it goes to', async () => {
  expect(await serializations(100)).toBe(await serializations(1));
});

test('streams together hold no more than a limit: those with the most end with a word, and who reads misses nothing', async () => {
  await using server = await served({ limits: { streamUnread: 100_000_000, streamsUnread: 20_000_000 } });
  const silent = await openStreams(server, 6);
  const reader = await fetch(`${server.url}/_podsim/v1/events`, { headers: { accept: 'text/event-stream' } });
  let [text, isWatching] = ['', true];
  const reading = (async () => {
    for await (const bytes of reader.body ?? []) {
      text = `${text.slice(-200)}${Buffer.from(bytes).toString()}`.slice(-3_000_000);
      if (text.includes('the last of them')) break;
    }
    isWatching = false;
  })();
  for (let k = 0; k < 20 && server.default.stats.watching > 4; k++)
    await server.post('/v2/ep-a/run', { input: { text: 'x'.repeat(2_000_000) } });
  expect(server.default.stats.watching).toBeLessThan(7);
  expect(isWatching).toBe(true);
  await server.post('/v2/ep-a/run', { input: { text: 'the last of them' } });
  await reading;
  for (const stream of silent) stream.destroy();
});
