import { describe, expect, test } from 'vitest';
import { served } from '../../support/serving/served.ts';
import { worldOf } from '../../support/worlds/worlds.ts';

interface Refused {
  readonly detail: string;
  readonly error?: string;
  readonly message?: string;
  readonly errors?: readonly object[];
}

describe('a path of an older API', () => {
  // biome-ignore format: a table
  test.each([
    ['2026-08', '/v1/pods',             404, 'call /v2/pods, with the same key'],
    ['2026-11', '/v1/pods',             410, 'call /v2/pods, with the same key'],
    ['2026-11', '/v1/endpoints/abc',    410, 'call /v2/serverless, with the same key'],
    ['2026-11', '/v1',                  410, 'call below /v2, with the same key'],
    ['2026-11', '/worlds/default/v1/x', 410, 'GET /v2/openapi.json describes it'],
    ['2026-11', '/graphql?api_key=k',   404, 'podsim does not simulate GraphQL: call the management API below /v2'],
  ] as const)('under %s, %s is %i, and says where to go', async (contract, path, status, words) => {
    await using server = await served({ definition: worldOf({ settings: { account: { contract } } }) });
    for (const method of ['GET', 'POST']) {
      const answer = await server.ask(method, path);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('x-podsim-rule')).toBe('errors.older-apis');
      const { detail, error, message, errors } = answer.body as Refused;
      expect(detail).toContain(words);
      // Where clients of that API look for it.
      if (path.startsWith('/graphql')) expect([message, errors]).toStrictEqual([detail, [{ message: detail }]]);
      else expect([error, message]).toStrictEqual([detail, detail]);
    }
  });

  test('has a name that only begins alike: then it is unknown', async () => {
    await using server = await served();
    expect((await server.ask('GET', '/v10/pods')).headers.get('x-podsim-rule')).toBe('errors.unknown-route');
  });
});
