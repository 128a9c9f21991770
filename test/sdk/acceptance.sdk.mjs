// The cases of the SDK's own tests against the platform, and beyond them each way in which a job of a real worker ends.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { worker } from './python.mjs';
import { RealWorld } from './realWorld.mjs';

const handler = 'test/examples/workers/handler.py';
const whole = ['value1', 'value2', 'value3'];
let world;

before(async () => {
  world = await RealWorld.with({
    'ep-one': { command: worker(handler) },
    'ep-stream': { command: worker(handler, '--stream') },
    'ep-whole': { command: worker(handler, '--stream', '--aggregate') },
    'ep-generator': { command: worker('test/sdk/handlers.py', 'generator') },
    'ep-blocking': { command: worker('test/sdk/handlers.py', 'blocking') },
    'ep-fresh': { command: worker(handler, '--refresh') },
  });
});
after(() => world?.close());

describe('a job of the SDK', () => {
  test('gives what its handler returns', async () => {
    const job = await world.submit('ep-one', { give: 'this worked!' });
    assert.equal((await world.untilJob('ep-one', job, 'COMPLETED')).output, 'this worked!');
  });

  test('gives it after a delay', async () => {
    const job = await world.submit('ep-one', { give: 'Delay test successful.', seconds: 3 });
    await world.untilJob('ep-one', job, 'IN_PROGRESS');
    assert.equal((await world.untilJob('ep-one', job, 'COMPLETED')).output, 'Delay test successful.');
  });

  for (const [endpoint, kind] of [
    ['ep-generator', 'a generator'],
    ['ep-whole', 'an asynchronous generator'],
  ])
    test(`gives the list of what ${kind} yields`, async () => {
      const job = await world.submit(endpoint, { chunks: whole });
      assert.deepEqual((await world.untilJob(endpoint, job, 'COMPLETED')).output, whole);
    });

  test('gives each chunk once to a client that follows the stream', async () => {
    const chunks = ['a', { b: 1 }, null];
    const job = await world.submit('ep-stream', { chunks });
    const seen = [];
    await world.until(async () => {
      const { status, stream = [] } = await world.call('GET', `/v2/ep-stream/stream/${job}`);
      seen.push(...stream.map(({ output }) => output));
      return status === 'COMPLETED' && stream.length === 0;
    }, 'the stream ends');
    assert.deepEqual(seen, chunks);
  });

  test('fails with the traceback of its handler', async () => {
    const job = await world.submit('ep-one', { error: 'no such prompt' });
    const { error } = await world.untilJob('ep-one', job, 'FAILED');
    const { error_message, error_traceback, worker_id } = JSON.parse(error);
    assert.deepEqual([error_message, worker_id], ['no such prompt', 'ep-one-w1']);
    assert.match(error_traceback, /RuntimeError/);
  });

  test('fails where its handler returns an error', async () => {
    const job = await world.submit('ep-one', { give: { error: { code: 5 }, seen: 1 } });
    const { error, output } = await world.untilJob('ep-one', job, 'FAILED');
    assert.deepEqual([JSON.parse(error), output], [{ code: 5 }, { seen: 1 }]);
  });

  test('shows its progress, and is stopped when it is cancelled: the next one need not wait', async () => {
    const job = await world.submit('ep-one', { progress: 'half', seconds: 3_600 });
    await world.until(async () => (await world.job('ep-one', job)).output === 'half', 'the progress is seen');
    const next = await world.submit('ep-one', { give: 'next' });
    await world.call('POST', `/v2/ep-one/cancel/${job}`);
    assert.equal((await world.untilJob('ep-one', next, 'COMPLETED')).output, 'next');
    assert.equal((await world.job('ep-one', job)).status, 'CANCELLED');
  });

  test('is not lost while its handler blocks: a process of its own goes on pinging', async () => {
    const job = await world.submit('ep-blocking', { seconds: 12 });
    const { output, retries } = await world.untilJob('ep-blocking', job, 'COMPLETED');
    assert.deepEqual([output, retries ?? 0], ['slept', 0]);
  });

  test('ends its worker where that is to be fresh for each: another process has the next job', async () => {
    const jobs = [await world.submit('ep-fresh', { give: 1 }), await world.submit('ep-fresh', { give: 2 })];
    assert.equal((await world.untilJob('ep-fresh', jobs[0], 'COMPLETED')).output, 1);
    assert.equal((await world.passUntilJob('ep-fresh', jobs[1], 'COMPLETED')).output, 2);
    const starts = world.printed.match(/^ep-fresh-w\d+ \| .*Starting Serverless Worker/gm) ?? [];
    assert.ok(starts.length >= 2, `${starts.length} processes were started`);
  });

  test('goes back to the queue once when its worker crashes, and then fails', async () => {
    const job = await world.submit('ep-one', { crash: true });
    const { retries, error } = await world.passUntilJob('ep-one', job, 'FAILED');
    assert.deepEqual([retries, error], [1, 'job timed out after 1 retries']);
  });
});

test('the log plays again with no worker there', async () => {
  assert.match(await world.rerun(), /\w/);
});
