import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import { serveOn } from '../../adapters/http/server.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { Folder } from '../support/folder.ts';
import { served } from '../support/serving/served.ts';

/**
 * One body of a known key is small in bytes, or is allowed to be large, and holds more than one turn of the event loop can take
 * (server.limits, errors.body-size). Turns are counted, with one step of the work in each: no turn reads more than a step does.
 */

const folder = new Folder();
const authorization = 'Bearer key-of-alice';

const send = async (
  server: { readonly url: string },
  path: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> => {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
};

/** How many turns the event loop has while this is done. */
const turnsOf = async <Result>(act: () => Promise<Result>): Promise<{ readonly result: Result; readonly turns: number }> => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await act();
  isOver = true;
  return { result, turns };
};

// biome-ignore format: a table
const refused: readonly (readonly [what: string, status: number, limit: string, body: () => string])[] = [
  ['9.9 MB of empty lists', 413, 'jobValues', () => `{"input":[${'[],'.repeat(3_299_990)}[]]}`],
  ['2 MB of numbers',       413, 'jobValues', () => `{"input":[${'1,'.repeat(1_000_000)}1]}`],
  ['3 MB of names',         413, 'objectNames', () => `{"input":{${Array.from({ length: 200_000 }, (_, k) => `"${k}":[{}]`).join(',')}}}`],
  ['one name of 9 MB',      413, 'objectNames', () => `{"input":{"${'k'.repeat(9_000_000)}":1}}`],
  ['9,000 long names',      413, 'objectNames', () => `{"input":{${Array.from({ length: 9_000 }, (_, k) => `"${String(k).padEnd(990, 'k')}":1`).join(',')}}}`],
  ['2 MB of brackets',      400, 'bodyDepth', () => `{"input":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`],
];

describe.each(refused)('%s', (_, status, limit, body) => {
  test('are read no further than to a limit, which the refusal names', async () => {
    await using server = await served({ sliceMs: 0 });
    const { result } = await turnsOf(() => send(server, '/v2/ep-a/run', body()));
    expect([result.status, result.text]).toStrictEqual([
      status,
      expect.stringContaining(`this server's limit ${limit}; podsim serve --limit`),
    ]);
    expect([...server.world.log.entries()].filter(({ event }) => event.type === 'JobQueued')).toStrictEqual([]);
  });
});

const names = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, k) => [`name-${k}`, k]));

// biome-ignore format: a table
const accepted: readonly (readonly [what: string, turns: number, input: () => object])[] = [
  ['60,000 numbers',  1_200, () => ({ all: Array.from({ length: 60_000 }, (_, k) => k / 8) })],
  ['18,000 names', 700, () => ({ a: names(9_000), b: names(9_000) })],
  ['20,000 objects',  500, () => ({ all: Array.from({ length: 20_000 }, (_, k) => ({ a: k })) })],
  ['one text of 3 MB', 200, () => ({ image: 'QUJD'.repeat(750_000) })],
];

describe.each(accepted)('%s', (_, least, input) => {
  test('are a body as any other: it is read, keyed, written to the log and answered, in many turns', async () => {
    await using server = await served({ sliceMs: 0, store: await openFileStore(folder.at(String(least))) });
    const { result, turns } = await turnsOf(() => send(server, '/v2/ep-a/run', JSON.stringify({ input: input() })));
    expect(result.status).toBe(200);
    expect(turns).toBeGreaterThan(least);
    const [queued] = [...server.world.log.entries()].flatMap(({ event }) => (event.type === 'JobQueued' ? [event] : []));
    // Compared here: of a mismatch, megabytes would be printed.
    expect(isDeepStrictEqual(queued?.input, input())).toBe(true);
  });
});

test('bytes of many letters are decoded in steps', async () => {
  await using server = await served({ sliceMs: 0 });
  const body = `\uFEFF{"input":{"text":"${'äöü€'.repeat(300_000)}"}}`;
  const { result, turns } = await turnsOf(() => send(server, '/v2/ep-a/run', body));
  // Some 40 while it comes, 80 for its letters and 80 for its JSON.
  expect([result.status, turns > 165]).toStrictEqual([200, true]);
  const [queued] = [...server.world.log.entries()].flatMap(({ event }) => (event.type === 'JobQueued' ? [event] : []));
  expect(isDeepStrictEqual(queued?.input, { text: 'äöü€'.repeat(300_000) })).toBe(true);
});

test('a text of megabytes that is no JSON is refused with the place where it stops being JSON', async () => {
  await using server = await served({ sliceMs: 0 });
  const body = `{"input":[${'{"a":"b\\\\n"},\n'.repeat(150_000)}`;
  const { result, turns } = await turnsOf(() => send(server, '/v2/ep-a/run', body));
  expect([result.status, result.text]).toStrictEqual([413, expect.stringContaining('jobValues')]);
  expect(turns).toBeGreaterThan(900);
  const short = await send(server, '/v2/ep-a/run', `{"input":[\n"${'x'.repeat(5_000_000)}",}`);
  expect([short.status, short.text]).toStrictEqual([400, expect.stringContaining('line 2, column 5000004: expected a value')]);
});

test('a call of a management API, or of the control plane, holds fewer values', async () => {
  await using server = await served();
  const hosts = Array.from({ length: 10_000 }, (_, k) => ({ id: `h${k}` }));
  const { status, text } = await send(server, '/_podsim/v1/worlds', JSON.stringify({ world: { hosts } }));
  expect([status, text]).toStrictEqual([413, expect.stringContaining("this server's limit bodyValues")]);
});

test('so does a message of an agent, and its brackets are read no deeper than those of any body', async () => {
  const seen: unknown[] = [];
  const answerAgent = async (_: unknown, res: { json: (body: object) => unknown }, message: unknown): Promise<void> => {
    seen.push(message);
    res.json({});
  };
  const host = new WorldHost({ clock: { clock: 'manual' }, apiKey: 'a', sliceMs: 0 });
  const server = await serveOn(host, { host: '127.0.0.1', port: 0, answerAgent: answerAgent as never });
  const result = await send(server, '/mcp', '['.repeat(2_000_000));
  expect([result.status, JSON.parse(result.text)]).toStrictEqual([
    400,
    { jsonrpc: '2.0', error: { code: -32_700, message: expect.stringContaining('bodyDepth') }, id: null },
  ]);
  const many = await send(server, '/mcp', `[${'[],'.repeat(30_000)}1]`);
  expect([many.status, many.text]).toStrictEqual([413, expect.stringContaining('bodyValues')]);
  expect(await send(server, '/mcp', '[{"a":1}]')).toMatchObject({ status: 200 });
  expect(seen).toStrictEqual([[{ a: 1 }]]);
  await server.close();
  await host.release();
});
