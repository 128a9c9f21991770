import { describe, expect, test } from 'vitest';
import type { Json } from '../../../engine/kernel/canonical.ts';
import requests from '../../api/clientRequests.json' with { type: 'json' };
import { served } from '../../support/serving/served.ts';
import { worldOf } from '../../support/worlds/worlds.ts';

/** What clients of November 2026 send, as it was seen, and what they read in the answer. */
const sent: readonly ClientRequest[] = requests;

interface ClientRequest {
  readonly client: string;
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly body: Json;
  readonly status: number;
  readonly answerHas: readonly string[];
}

test('there are requests of several clients', () => {
  expect(new Set(sent.map(({ client }) => client)).size).toBeGreaterThan(3);
});

describe('under contract 2026-11', () => {
  test.each(sent.map((one) => [`${one.client}: ${one.what}`, one] as const))('%s gets what it reads', async (_, request) => {
    const definition = worldOf({ settings: { account: { contract: '2026-11' } } });
    await using server = await served({ definition, clock: { clock: 'auto' } });
    const pod = await server.ask('POST', '/v2/pods', { body: { name: 'p', image: 'i:1', gpu: { id: 'NVIDIA A40' } } });
    const { id } = pod.body as { readonly id: string };
    const path = request.path.replace('{id}', id).replace('{endpoint}', 'ep-a');
    const answer = await server.ask(request.method, path, request.body === null ? {} : { body: request.body });
    expect([answer.status, answer.body]).toStrictEqual([request.status, answer.body]);
    for (const place of request.answerHas) expect(answer.body).toHaveProperty(place);
  });
});
