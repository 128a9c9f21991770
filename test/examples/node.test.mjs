import assert from 'node:assert/strict';
import test from 'node:test';
import { assertInvariants, assertSequence, withWorld } from 'podsim/testing';

test('a failed job can be retried, once it has failed', () => {
  // Durations are virtual: however long they are, a test takes milliseconds.
  const world = { endpoints: [{ id: 'ep', handler: { duration: { fixed: '2m' }, outcomes: ['fail', 'complete'] } }] };
  return withWorld({ world }, async (world) => {
    const job = await world.call.run({ endpoint_id: 'ep', body: { input: { prompt: 'hi' } } }).orThrow();
    const tooEarly = await world.call.retry({ endpoint_id: 'ep', job_id: job.id });
    assert.equal(tooEarly.rule, 'job.retry-refused');

    await world.until(`job ${job.id} is FAILED`);
    await world.call.retry({ endpoint_id: 'ep', job_id: job.id }).orThrow();
    await world.advance('2m');

    const done = await world.call.status({ endpoint_id: 'ep', job_id: job.id }).orThrow();
    assert.deepEqual(done.output, { prompt: 'hi' });
    assertSequence(world, ['JobFailed', 'JobRetried', 'JobCompleted'], { of: job.id });
    assertInvariants(world);
  });
});
