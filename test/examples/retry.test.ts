import { describe, expect } from 'vitest';
import { test } from '../../adapters/vitest/index.ts';

describe('a job whose first attempt fails', () => {
  // Durations are virtual: however long they are, a test takes milliseconds.
  test.override({
    worldOptions: {
      world: { endpoints: [{ id: 'ep', handler: { duration: { fixed: '2m' }, outcomes: ['fail', 'complete'] } }] },
    },
  });

  test('can be retried, once it has failed', async ({ world }) => {
    const job = await world.call.run({ endpoint_id: 'ep', body: { input: { prompt: 'hi' } } }).orThrow();
    const tooEarly = await world.call.retry({ endpoint_id: 'ep', job_id: job.id });
    expect(tooEarly).toMatchObject({ status: 409, rule: 'job.retry-refused' });

    await world.clock.advance({ until: `job ${job.id} is FAILED` });
    await world.call.retry({ endpoint_id: 'ep', job_id: job.id }).orThrow();
    await world.clock.advance('2m');

    const done = await world.call.status({ endpoint_id: 'ep', job_id: job.id }).orThrow();
    expect(done).toMatchObject({ status: 'COMPLETED', output: { prompt: 'hi' } });
    expect(world).toHaveSequence(['JobFailed', 'JobRetried', 'JobCompleted'], { of: job.id });
    expect(world).not.toHaveEmitted('WorkerCrashed');
    expect(world).toHoldInvariants();
  });
});
