import { expect, test } from 'vitest';
import { ServingProcess } from '../support/serving/servingProcess.ts';

const authorization = 'Bearer podsim-dev-key';

/** Starts a server, makes requests, and returns what it says beside its first line. */
const said = async (args: readonly string[], lines: number, requests: (url: string) => Promise<unknown>): Promise<readonly string[]> => {
  await using server = new ServingProcess(['serve', '--port', '0', '--clock', 'auto', '--quiet', ...args]);
  await requests(await server.url());
  await expect.poll(() => server.out.split('\n').length - 2).toBe(lines);
  return server.out.split('\n').slice(1, -1);
};

const some = async (url: string) => {
  const headers = { authorization, 'content-type': 'application/json' };
  await fetch(`${url}/v2/ep-demo/runsync?wait=90000`, { method: 'POST', headers, body: '{"input":{}}' });
  await fetch(`${url}/v2/ep-demo/retry/nosuch`, { method: 'POST', headers: { ...headers, 'x-request-id': 'mine' } });
  await fetch(`${url}/v2/pods`);
  await fetch(`${url}/nowhere`);
  await fetch(`${url}/docs`);
  await fetch(`${url}/_podsim/v1/health/live`, { method: 'HEAD' });
};

test('a server logs requests: virtual time, status, method, path, and the rule that refuses', async () => {
  expect(await said(['--log-format', 'text'], 6, some)).toStrictEqual([
    '2026-01-01T00:00:26.000Z 200 POST /v2/ep-demo/runsync?wait=90000',
    '2026-01-01T00:00:26.000Z 404 POST /v2/ep-demo/retry/nosuch job.expired',
    '2026-01-01T00:00:26.000Z 401 GET /v2/pods auth.bearer',
    expect.stringMatching(/^\S+ +404 GET \/nowhere/),
    '2026-01-01T00:00:26.000Z 200 GET /docs',
    expect.stringMatching(/^\S+ +200 HEAD \/_podsim\/v1\/health\/live$/),
  ]);
});

test('as JSON, a request has its world and its id, too', async () => {
  const lines = await said(['--log-format', 'json'], 6, some);
  expect(lines.map((line) => JSON.parse(line))[1]).toStrictEqual({
    time: '2026-01-01T00:00:26.000Z',
    world: 'default',
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    detail: 'job not found: it was never here, or has expired; its id is what run answers',
    method: 'POST',
    path: '/v2/ep-demo/retry/nosuch',
    status: 404,
    rule: 'job.expired',
    requestId: 'mine',
  });
});

test('a stream is logged when it ends, and a request whose client left has no status', async () => {
  await using server = new ServingProcess(['serve', '--port', '0', '--clock', 'manual', '--quiet', '--log-format', 'json']);
  const url = await server.url();
  const logged = () =>
    server.out
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line));
  const leaving = new AbortController();
  const { signal } = leaving;
  const stream = await fetch(`${url}/_podsim/v1/events`, { headers: { accept: 'text/event-stream' }, signal });
  const pending = fetch(`${url}/v2/ep-demo/runsync`, { method: 'POST', headers: { authorization }, body: '{"input":{}}', signal });
  const reading = stream.body?.getReader();
  let text = '';
  while (!text.includes('JobQueued')) text += Buffer.from((await reading?.read())?.value ?? []).toString();
  expect(logged()).toStrictEqual([]);
  leaving.abort();
  await expect(pending).rejects.toThrow();
  await expect
    .poll(() =>
      logged()
        .map(({ method, status }) => [method, status])
        .sort(),
    )
    .toStrictEqual([
      ['GET', 200],
      ['POST', null],
    ]);
});

test('nothing is logged where the output is no terminal, unless that is asked for', async () => {
  await using server = new ServingProcess(['serve', '--port', '0', '--clock', 'auto', '--quiet']);
  const url = await server.url();
  await some(url);
  server.signal('SIGTERM');
  expect((await server.ended).out.split('\n')).toHaveLength(2);
});

test('an unknown format is refused before the server starts', async () => {
  await using server = new ServingProcess(['serve', '--port', '0', '--log-format', 'xml']);
  expect(await server.ended).toMatchObject({ code: 3, out: '', err: "--log-format 'xml' is no format; there are text, json, none\n" });
});
