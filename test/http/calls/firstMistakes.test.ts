import { expect, test } from 'vitest';
import { createWorld } from '../../../adapters/testing/index.ts';

// biome-ignore format: a table
test.each<[string, string, unknown, number, string]>([
  ['PUT',  '/_podsim/v1/clock/policy',  { policy: 'auto' },  422, '$.clock: is missing: a policy is written as {"clock": "auto"}; the others are manual, realtime and measured'],
  ['PUT',  '/_podsim/v1/clock/policy',  { clock: 'atuo' },   422, "$.clock: value must be one of 'realtime', 'manual', 'auto', 'measured'; did you mean 'auto'?"],
  ['GET',  '/_podsim/v1/clock/advance', undefined,           405, 'The requested method is not allowed for this path. It takes POST.'],
  ['GET',  '/_podsim/v1/clok',          undefined,           404, 'Did you mean /_podsim/v1/clock?'],
  ['GET',  '/_podsim/v1/events?limt=1', undefined,           422, "query.limt: there is no such parameter; did you mean 'limit'?"],
  ['GET',  '/v2/gpus',                  undefined,           404, 'Did you mean /v2/catalog/gpus?'],
  ['GET',  '/v2/catalog/gpus/RTX4090',  undefined,           404, "no such gpuType; did you mean 'NVIDIA GeForce RTX 4090'?"],
  ['GET',  '/_podsim/v1/jobs',          undefined,           404, 'It is none of /_podsim/v1. Below it are '],
  ['GET',  '/_podsim/v1/explain/job-1', undefined,           404, 'this world knows no entity job-1; GET /_podsim/v1/events lists what has happened'],
  ['POST', '/v2/ep-demo/run',           { input: 'hi' },     422, '$.input: got string, want object; write an object, in braces, such as {"name": "value"}'],
  ['POST', '/v2/pods',                  { name: 'a', image: 'b', disk: '20GB' }, 422, '$.disk: got string, want number; write it without quotes (Container disk in GB; ephemeral)'],
  ['GET',  '/v2/pods/x/stop',           undefined,           404, 'POST /v2/pods/x/action with {"action": "stop"}'],
  ['POST', '/v2/pods',                  { name: 'a', imageName: 'b' }, 422, "additional properties 'imageName' not allowed; did you mean 'image'?"],
  ['POST', '/v2/ep-demo/run',           { input: {}, policy: { executionTimeout: 5 } }, 422, '$.policy.executionTimeout: must be from 5000 to 604800000 ms'],
  ['POST', '/v2/ep-demo/run',           { input: {}, policy: { executionTimeout: '5s' } }, 422, '$.policy.executionTimeout: got string, want number; it counts milliseconds: write 5000'],
  ['POST', '/v2/ep-demo/run',           { input: {}, policy: { ttl: true } }, 422, '$.policy.ttl: got boolean, want number; it counts milliseconds, such as 5000'],
  ['POST', '/v2/ep-demo/run',           'hi',                422, '$: got string, want object; write it like {"input":{"prompt":"hello"}}'],
  ['POST', '/v2/ep-demo/run',           { input: {}, policy: 5 }, 422, '$.policy: got number, want object; its keys are executionTimeout, ttl, lowPriority'],
  ['POST', '/v2/serverless',            { name: 'a', type: 'QUEUE', image: 'b', scaling: { type: 'QUEUE_DELAY', queueDelay: '4s' }, workers: { min: '1', idleTimeout: '1m' }, gpu: { pools: 'ADA_24' }, networkVolumes: {} }, 422, '$.gpu.pools: got string, want array; write a list, in brackets'],
  ['PATCH', '/v2/serverless/ep-demo',   { workers: { idleTimeout: '1m' } }, 422, '$.workers.idleTimeout: got string, want number; it counts seconds: write 60'],
  ['POST', '/v2/pods',                  { name: 5, image: 'b' }, 422, '$.name: got number, want string; write it as text, in quotes'],
  ['POST', '/_podsim/v1/worlds',        { seed: 5 },         422, '$.seed: got number, want string; write it as text, in quotes'],
  ['POST', '/_podsim/v1/worlds',        { settings: {} },    422, "additional properties 'settings' not allowed; it belongs to 'world'"],
  ['POST', '/_podsim/v1/faults',        { fault: 'api-error', operation: 'run', limit: 1 }, 422, "additional properties 'operation' not allowed; it belongs to 'match'"],
  ['POST', '/v2/ep-demo/runsync?wait=5', { input: {} },      422, 'query.wait: must be a whole number from 1000 to 300000, in ms'],
  ['GET',  '/v2/ep-demo/status/job-1',  undefined,           404, 'job not found: job-1 is a name in timelines, and the id of a job is what run answers'],
])('%s %s with %j is answered with what to do', async (method, path, body, status, words) => {
  await using world = createWorld();
  const headers = { authorization: `Bearer ${world.apiKey}` };
  const answer = await world.fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { detail, errors = [] } = (await answer.json()) as { readonly detail: string; readonly errors?: readonly string[] };
  expect([answer.status, [detail, ...errors].join('\n')]).toStrictEqual([status, expect.stringContaining(words)]);
});
