// A thousand jobs over three workers of the SDK, with every outcome; then the log plays again with no worker there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { worker } from './python.mjs';
import { RealWorld } from './realWorld.mjs';

const handler = 'test/examples/workers/handler.py';
const bodyMax = 100_000;
let world;

before(async () => {
  world = await RealWorld.with(
    { 'ep-many': { command: worker(handler, '--several'), workers: 3 }, 'ep-stream': { command: worker(handler, '--stream') } },
    '--limit',
    `workerBody=${bodyMax}`,
  );
});
after(() => world?.close());

/** Calls `act` for each number below `count`, sixteen at once. */
const times = async (count, act) => {
  const results = [];
  let next = 0;
  const one = async () => {
    while (next < count) {
      const k = next++;
      results[k] = await act(k);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
  return results;
};

const submitted = (count, inputOf, policy) => times(count, (k) => world.submit('ep-many', inputOf(k), policy));

/** The bodies of jobs, once each has one of the statuses. */
const untilAll = async (ids, ...statuses) => {
  await world.untilJob('ep-many', ids.at(-1), ...statuses);
  return times(ids.length, (k) => world.untilJob('ep-many', ids[k], ...statuses));
};

test('a thousand jobs end as they should', { timeout: 900_000 }, async () => {
  // These run for an hour: some are cancelled meanwhile, and some are too slow for their policy.
  const [cancelled, slow] = [
    await submitted(10, () => ({ seconds: 3_600 })),
    await submitted(10, () => ({ seconds: 3_600 }), { executionTimeout: 5_000 }),
  ];
  await untilAll([...cancelled, ...slow], 'IN_PROGRESS');
  for (const id of cancelled) await world.call('POST', `/v2/ep-many/cancel/${id}`);
  await world.advance('6s');
  for (const { error } of await untilAll(slow, 'TIMED_OUT', 'FAILED')) assert.match(String(error), /\w/);
  await untilAll(cancelled, 'CANCELLED');

  const [gives, fails, tells] = [
    await submitted(792, (k) => ({ give: { k } })),
    await submitted(100, (k) => ({ error: `error ${k}` })),
    await submitted(50, (k) => ({ progress: `${k} %`, give: k })),
  ];
  const chunks = (k) => Array.from({ length: 1 + (k % 4) }, (_, n) => `${k}/${n}`);
  const streams = await times(20, (k) => world.submit('ep-stream', { chunks: chunks(k) }));
  for (const [k, { output }] of (await untilAll(gives, 'COMPLETED')).entries()) assert.deepEqual(output, { k });
  for (const [k, { error }] of (await untilAll(fails, 'FAILED')).entries()) assert.equal(JSON.parse(error).error_message, `error ${k}`);
  for (const [k, { output }] of (await untilAll(tells, 'COMPLETED')).entries()) assert.equal(output, k);
  for (const [k, id] of streams.entries()) assert.deepEqual((await world.untilJob('ep-stream', id, 'COMPLETED')).output, chunks(k));

  // A worker that is to be fresh after a job, one after the other.
  for (let k = 0; k < 10; k++) {
    const id = await world.submit('ep-many', { give: { refresh_worker: true, k } });
    assert.deepEqual((await world.passUntilJob('ep-many', id, 'COMPLETED')).output, { k });
  }

  // As large as a result may be, and one byte more: that one is refused, and its worker gives it up.
  const around = '{"output": ""}'.length;
  const [fits, tooLarge] = [
    await submitted(2, () => ({ bytes: bodyMax - around })),
    await submitted(2, () => ({ bytes: bodyMax - around + 1 })),
  ];
  for (const { output } of await untilAll(fits, 'COMPLETED')) assert.equal(output.length, bodyMax - around);
  for (const id of tooLarge) assert.equal((await world.passUntilJob('ep-many', id, 'FAILED', 'TIMED_OUT')).output, undefined);

  const crashes = await submitted(4, () => ({ crash: true }));
  for (const id of crashes) {
    const { retries, error } = await world.passUntilJob('ep-many', id, 'FAILED');
    assert.deepEqual([retries, error], [1, 'job timed out after 1 retries']);
  }

  const count = [cancelled, slow, gives, fails, tells, streams, fits, tooLarge, crashes].reduce((sum, { length }) => sum + length, 10);
  assert.equal(count, 1_000);
  const { jobs } = await world.call('GET', '/v2/ep-many/health');
  assert.deepEqual([jobs.inQueue, jobs.inProgress], [0, 0]);
});

test('the log plays again with no worker there', async () => {
  const said = await world.rerun();
  assert.match(said, /\w/);
});
