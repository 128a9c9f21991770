import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { served } from '../support/serving/served.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** `fetch` follows redirects, and may not set `accept` as browsers do. */
const head = (url: string, accept?: string): Promise<{ readonly status: number | undefined; readonly location: string | undefined }> =>
  new Promise((resolve, reject) => {
    request(url, { headers: accept === undefined ? {} : { accept } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, location: response.headers.location });
    })
      .once('error', reject)
      .end();
  });

test('the console is one page, whose policy allows its own script and style, and requests to its own server', async () => {
  await using server = await served();
  const { status, headers, body } = await server.get('/console');
  expect([status, headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8']);
  const html = String(body);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
  const [script = ''] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text);
  expect(script.length).toBeGreaterThan(100_000);
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim().split(/ (.*)/, 2) as [string, string]),
  );
  expect(Object.fromEntries(policy)).toStrictEqual({
    'default-src': "'none'",
    'script-src': sha256(script),
    'style-src': sha256(style),
    'worker-src': 'blob:',
    'img-src': 'data:',
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  // A policy in the page, too, would forbid its requests.
  expect(html).not.toContain('http-equiv');
});

test('the course stands beside it, and asks its server nothing', async () => {
  await using server = await served({ controlToken: 'open-sesame' });
  const { status, headers, body } = await server.get('/console/lessons');
  expect([status, headers.get('content-type')]).toStrictEqual([200, 'text/html; charset=utf-8']);
  const [, data = ''] = /<script type="application\/json"[^>]*>([^<]*)</.exec(String(body)) ?? [];
  const { lessons } = JSON.parse(data) as { readonly lessons: readonly { readonly number: string; readonly files: object }[] };
  expect(lessons.map(({ number }) => number)).toStrictEqual(Array.from({ length: 18 }, (_, k) => String(k + 1)));
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('connect-src');
  expect(body).not.toContain('open-sesame');
});

test('it contains nothing of a world, so it needs no token', async () => {
  await using server = await served({ controlToken: 'open-sesame' });
  const { status, body } = await server.get('/console');
  expect(status).toBe(200);
  expect(body).not.toContain(server.apiKey);
  expect(body).not.toContain('open-sesame');
  expect((await server.get('/_podsim/v1/log/header')).status).toBe(401);
});

test('each world has it, and none that does not exist', async () => {
  await using server = await served();
  await server.post('/_podsim/v1/worlds', { id: 'other' });
  expect((await server.get('/worlds/other/console')).status).toBe(200);
  expect((await server.get('/worlds/nowhere/console')).status).toBe(404);
});

// biome-ignore format: a table
test.each([
  ['/',               'text/html,application/xhtml+xml,*/*;q=0.8', 302, '/console'],
  ['/worlds/default/', 'text/html',                                 302, '/worlds/default/console'],
  ['/',               undefined,                                   302, '/docs'],
  ['/',               '*/*',                                       302, '/docs'],
  ['/',               'application/json',                          302, '/docs'],
  ['/console/',       'text/html',                                 308, '/console'],
  ['/console/lessons/', 'text/html',                               308, '/console/lessons'],
] as const)('GET %s of a client that accepts %s: %i %s', async (path, accept, status, location) => {
  await using server = await served();
  expect(await head(`${server.url}${path}`, accept)).toStrictEqual({ status, location });
});

test('it is read, and nothing else', async () => {
  await using server = await served();
  const { status, headers } = await server.post('/console', {});
  expect([status, headers.get('allow')]).toStrictEqual([405, 'GET, HEAD, OPTIONS']);
});
