import { describe, expect, test } from 'vitest';
import { allPermissions } from '../../../engine/simulator/definition.ts';
import { served } from '../../support/serving/served.ts';
import { endpointOf, keyOf, worldOf } from '../../support/worlds/worlds.ts';

const counted = (name: string) => ({ ...keyOf(name), rateLimitExempt: false });

const definition = worldOf({
  accounts: [
    {
      id: 'acc-a',
      keys: [counted('dev'), keyOf('exempt'), { ...counted('reader'), permissions: { ...allPermissions, pods: 'none' } }],
    },
  ],
  endpoints: [endpointOf('ep-a')],
});

const limitHeaders = (headers: Headers) => ['ratelimit', 'ratelimit-policy', 'retry-after'].map((name) => headers.get(name));

const policy = '"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400';
const none = [null, null, null];

describe('the headers of rate limits', () => {
  test('state exactly what is left in each window, and what each allows', async () => {
    await using server = await served({ definition });
    const first = await server.get('/v2/pods');
    expect(limitHeaders(first.headers)).toStrictEqual(['"minute";r=59;t=60, "hour";r=2999;t=3600, "day";r=49999;t=86400', policy, null]);
    await server.advance({ by: '12345ms' });
    // A part of a second counts as a whole one. A refusal counts like any call, and has the same headers.
    const unknown = await server.get('/v2/pods/nosuch');
    expect([unknown.status, ...limitHeaders(unknown.headers)]).toStrictEqual([
      404,
      '"minute";r=58;t=48, "hour";r=2998;t=3588, "day";r=49998;t=86388',
      policy,
      null,
    ]);
    const forbidden = await server.get('/v2/pods', { key: 'key-of-reader' });
    expect([forbidden.status, ...limitHeaders(forbidden.headers)]).toStrictEqual([
      403,
      '"minute";r=57;t=48, "hour";r=2997;t=3588, "day";r=49997;t=86388',
      policy,
      null,
    ]);
    for (let k = 0; k < 57; k++) await server.get('/v2/pods');
    const tooMany = await server.get('/v2/pods');
    expect([tooMany.status, ...limitHeaders(tooMany.headers)]).toStrictEqual([
      429,
      '"minute";r=0;t=48, "hour";r=2940;t=3588, "day";r=49940;t=86388',
      policy,
      '48',
    ]);
    expect(tooMany.body).toStrictEqual({ title: 'Too Many Requests', status: 429, detail: 'rate limit exceeded for the minute window' });
  });

  test.each([
    ['no key', null],
    ['an unknown key', 'nosuch'],
  ])('are on no 401: with %s', async (_, key) => {
    await using server = await served({ definition });
    for (const path of ['/v2/pods', '/v2/ep-a/health']) {
      const { status, headers } = await server.get(path, { key });
      expect([status, ...limitHeaders(headers)]).toStrictEqual([401, ...none]);
    }
    // The refused call does not count either: the next call is the first.
    expect((await server.get('/v2/pods')).headers.get('ratelimit')).toMatch(/^"minute";r=59;/);
  });

  test('are missing for exempt keys and on the queue API, whose 429 says when to retry', async () => {
    await using server = await served({ definition });
    for (let k = 0; k < 61; k++) {
      const { status, headers } = await server.get('/v2/pods', { key: 'key-of-exempt' });
      expect([status, ...limitHeaders(headers)]).toStrictEqual([200, ...none]);
    }
    const purges = [];
    for (let k = 0; k < 3; k++) purges.push(await server.post('/v2/ep-a/purge-queue'));
    expect(purges.map(({ status, headers }) => [status, ...limitHeaders(headers)])).toStrictEqual([
      [200, ...none],
      [200, ...none],
      [429, null, null, '10'],
    ]);
  });
});
