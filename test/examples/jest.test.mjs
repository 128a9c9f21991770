import { expect, test } from '@jest/globals';
import { assertEmitted, withWorld } from 'podsim/testing';

test('a webhook is posted again until its receiver accepts it', async () => {
  const received = [];
  const onWebhook = ({ attempt, payload }) => {
    received.push(payload);
    return attempt === 1 ? 503 : 200;
  };
  await withWorld({ onWebhook }, async (world) => {
    const body = { input: { prompt: 'hi' }, webhook: 'https://example.com/hook' };
    const job = await world.call.run({ endpoint_id: 'ep-demo', body }).orThrow();
    await world.advance('1m');

    expect(received).toHaveLength(2);
    expect(received[1]).toMatchObject({ id: job.id, status: 'COMPLETED', output: { prompt: 'hi' } });
    assertEmitted(world, 'JobWebhookAnswered', { jobId: job.id, attempt: 2, answered: 200 });
  });
});
