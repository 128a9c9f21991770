import { expect, test } from 'vitest';
import { type WebhookPost, withWorld } from '../../../../adapters/testing/index.ts';
import type { VirtualTime } from '../../../../engine/kernel/time.ts';
import { hookKey, observeEnd } from '../../../../engine/scenario/properties/client/end.ts';

test('the end of a client is read from its world: jobs also if they were removed, what still exists, and webhooks with their answers', async () => {
  const answers = [500, 204];
  await withWorld({ world: { endpoints: [{ id: 'ep' }] }, onWebhook: () => answers.shift() ?? 200 }, async (world) => {
    const { call, engine } = world;
    const input = { k: 1 };
    const done = await call.run({ endpoint_id: 'ep', body: { input, webhook: 'http://hooks.test' } }).orThrow();
    const gone = await call.run({ endpoint_id: 'ep', body: { input: {}, policy: { ttl: 10_000 } } }).orThrow();
    const pod = await call.createPod({ body: { name: 'mine', image: 'a', gpu: { id: 'NVIDIA L4' } } }).orThrow();
    const left = await call.createPod({ body: { name: 'over', image: 'a', gpu: { id: 'NVIDIA L4' } } }).orThrow();
    await call.deletePod({ id: left.id }).orThrow();
    await world.advance('1m');

    const end = observeEnd(engine, 'returned', 'done');
    expect(end).toMatchObject({ now: 60_000, how: 'returned', said: 'done' });
    expect(end.jobs).toEqual([
      { id: done.id, endpointId: 'ep', status: 'COMPLETED', submittedAt: 0, endedAt: 26_000, overAt: 26_000, hasCompleted: true, input },
      { id: gone.id, endpointId: 'ep', status: 'REMOVED', submittedAt: 0, endedAt: 10_000, overAt: 10_000, hasCompleted: false, input: {} },
    ]);
    expect(end.resources).toEqual([
      { kind: 'pod', id: pod.id, name: 'mine', createdAt: 0, dayUsd: expect.closeTo(10.6267, 3) },
      { kind: 'endpoint', id: 'ep', name: 'ep', createdAt: 0, dayUsd: 0 },
    ]);
    expect(end.created).toEqual([
      { kind: 'endpoint', id: 'ep', name: 'ep', createdAt: 0 },
      { kind: 'pod', id: pod.id, name: 'mine', createdAt: 0 },
      { kind: 'pod', id: left.id, name: 'over', createdAt: 0, goneAt: 0 },
    ]);
    expect(end.hooks).toEqual([
      { jobId: done.id, attempt: 1, at: 26_000, status: 'COMPLETED', answered: 500 },
      { jobId: done.id, attempt: 2, at: 36_000, status: 'COMPLETED', answered: 204 },
    ]);
  });
});

test('what a client took of a job before it was retried is not what it took after: attempts count from 1 again', async () => {
  const world = { endpoints: [{ id: 'ep', workers: { min: 1 }, handler: { outcomes: ['fail', 'complete'] } }] } as const;
  const taken = new Map<string, VirtualTime>();
  const onWebhook = (webhook: WebhookPost): void => {
    if (webhook.payload !== null && (webhook.payload as { status?: string }).status === 'COMPLETED')
      taken.set(hookKey({ ...webhook, at: webhook.postedAt }), webhook.postedAt);
  };
  await withWorld({ world, onWebhook }, async (tested) => {
    const { call, engine } = tested;
    const { id } = await call.run({ endpoint_id: 'ep', body: { input: {}, webhook: 'http://hooks.test' } }).orThrow();
    await tested.advance('1m');
    await call.retry({ endpoint_id: 'ep', job_id: id }).orThrow();
    await tested.advance('1m');
    expect(observeEnd(engine, 'returned', undefined, taken).hooks).toMatchObject([
      { jobId: id, attempt: 1, status: 'FAILED', takenAt: null },
      { jobId: id, attempt: 1, status: 'COMPLETED', takenAt: [...taken.values()][0] },
    ]);
  });
});
