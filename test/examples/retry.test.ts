import { describe, expect } from 'vitest';
import { test } from '../../adapters/vitest/index.ts';

describe('a job whose first attempt fails', () => {
  test.override({
    worldOptions: {
      world: { endpoints: [{ id: 'ep', handler: { duration: { fixed: '2m' }, outcomes: ['fail', 'complete'] } }] },
    },
  });

  test('can be retried', async ({ world }) => {
    const job = await world.call.run({ endpoint_id: 'ep', body: { input: { prompt: 'hi' } } }).orThrow();
    await world.until(`job ${job.id} is FAILED`);
    await world.call.retry({ endpoint_id: 'ep', job_id: job.id }).orThrow();
    await world.advance('2m');
    expect(world).toHaveSequence(['JobFailed', 'JobRetried', 'JobCompleted'], { of: job.id });
  });
});
