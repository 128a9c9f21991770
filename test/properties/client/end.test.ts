import { expect, test } from 'vitest';
import { withWorld } from '../../../adapters/testing/index.ts';
import { endOf } from '../../../engine/properties/client/end.ts';

test('the end of a client is read from its world: jobs also if they were removed, what still exists, and webhooks with their answers', async () => {
  const answers = [500, 204];
  await withWorld({ world: { endpoints: [{ id: 'ep' }] }, onWebhook: () => answers.shift() ?? 200 }, async ({ call, clock, engine }) => {
    const input = { k: 1 };
    const done = await call.run({ endpoint_id: 'ep', body: { input, webhook: 'http://hooks.test' } }).orThrow();
    const gone = await call.run({ endpoint_id: 'ep', body: { input: {}, policy: { ttl: 10_000 } } }).orThrow();
    const pod = await call.createPod({ body: { name: 'mine', image: 'a', gpu: { id: 'NVIDIA L4' } } }).orThrow();
    const left = await call.createPod({ body: { name: 'over', image: 'a', gpu: { id: 'NVIDIA L4' } } }).orThrow();
    await call.deletePod({ id: left.id }).orThrow();
    await clock.advance('1m');

    const end = endOf(engine, 'returned', 'done');
    expect(end).toMatchObject({ now: 60_000, how: 'returned', said: 'done' });
    expect(end.jobs).toEqual([
      { id: done.id, endpointId: 'ep', status: 'COMPLETED', submittedAt: 0, endedAt: 26_000, input },
      { id: gone.id, endpointId: 'ep', status: 'REMOVED', submittedAt: 0, endedAt: 10_000, input: {} },
    ]);
    expect(end.resources).toEqual([
      { kind: 'pod', id: pod.id, name: 'mine', createdAt: 0 },
      { kind: 'endpoint', id: 'ep', name: 'ep', createdAt: 0 },
    ]);
    expect(end.hooks).toEqual([
      { jobId: done.id, attempt: 1, at: 26_000, status: 'COMPLETED', answered: 500 },
      { jobId: done.id, attempt: 2, at: 36_000, status: 'COMPLETED', answered: 204 },
    ]);
  });
});
