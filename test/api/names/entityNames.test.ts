import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { buildRequest } from '../../../engine/agents/request.ts';
import { findKnownForm, respellKeys } from '../../../engine/api/names/entityNames.ts';
import { readNaming } from '../../../engine/api/names/readNaming.ts';
import { parseScenario } from '../../../engine/scenario/scenario.ts';
import { served } from '../../support/serving/served.ts';
import { playedText } from '../../support/worlds/playing.ts';

describe('a thing', () => {
  // biome-ignore format: a table
  test.each([
    ['endpoint_id',  ['endpoint'],             'endpoint'],
    ['endpointId',   ['endpoint'],             'endpoint'],
    ['endpoint',     ['endpoint_id'],          'endpoint_id'],
    ['job',          ['jobId'],                'jobId'],
    ['template_id',  ['templateId'],           'templateId'],
    ['endpoint',     ['endpoint', 'endpointId'], 'endpoint'],
    ['colour_id',    ['colour'],               'colour_id'],
    ['resourceId',   ['resource'],             'resourceId'],
  ])('may be named %s where %j is known', (key, known, form) => {
    expect(findKnownForm(key, known)).toBe(form);
  });

  test('that is named twice is left as it is', () => {
    expect(respellKeys({ endpoint: 'a', endpoint_id: 'b' }, ['endpoint'])).toStrictEqual({ endpoint: 'a', endpoint_id: 'b' });
    const schema = z.strictObject({ endpoint: z.string() });
    expect(readNaming(schema, { endpoint: 'a', endpoint_id: 'b' })).toMatchObject({ left: [{ keys: ['endpoint_id'] }] });
    expect(readNaming(schema, { endpoint_id: 'a' })).toMatchObject({ right: { endpoint: 'a' } });
    expect(readNaming(schema, { endpoint_di: 'a' })).toMatchObject({ left: [{}, { keys: ['endpoint_di'] }] });
  });
});

test('a long body is read a few times, however many of its names have another form', () => {
  let reads = 0;
  const counted = z.string().refine(() => {
    reads += 1;
    return true;
  });
  const schema = z.strictObject({ all: z.array(z.strictObject({ endpointId: counted, job: z.string() })) });
  const all = Array.from({ length: 300 }, () => ({ endpoint: 'e', job_id: 'j' }));
  expect(readNaming(schema, { all })).toMatchObject({ right: { all: all.map(() => ({ endpointId: 'e', job: 'j' })) } });
  expect(reads).toBeLessThanOrEqual(8 * all.length);
});

const scenario = (names: readonly [endpoint: string, job: string], field: string) => `
title: a
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  endpoints: [{ id: ep, workers: { min: 1, max: 1 }, handler: { duration: { fixed: 2s } } }]
faults:
  - { fault: api-error, match: { ${names[0]}: ep, operation: health }, limit: 1 }
steps:
  - { act: run, with: { ${names[0]}: ep, body: { input: {} } }, save: { mine: id } }
  - { delay: 5s, act: status, with: { ${names[0]}: ep, ${names[1]}: $mine }, expect: { body: { status: COMPLETED } } }
  - { repeat: { times: 1 }, steps: [{ act: health, with: { ${names[0]}: ep }, expect: { status: 503 } }] }
assert:
  - { count: JobStarted, where: { ${field}: ep-w1 }, is: 1 }
  - { never: JobStarted, where: { ${field}: ep-w2 } }
`;

describe('a scenario', () => {
  test.each([
    [['endpoint', 'job'], 'workerId'],
    [['endpoint_id', 'job_id'], 'worker_id'],
    [['endpointId', 'jobId'], 'worker'],
  ] as const)('may name endpoints and jobs by %j, and the fields of events by %s', (names, field) => {
    const run = playedText(scenario(names, field));
    expect([run.verdict, run.failures, run.scenario.findings]).toStrictEqual(['pass', [], []]);
    expect(run.world.fingerprint()).toBe(playedText(scenario(['endpoint', 'job'], 'workerId')).world.fingerprint());
  });

  test('says where a name is wrong, also in another form', () => {
    const text = 'title: a\nsteps:\n  - act: health\n    with: { endpoint_id: ep-nosuch }\n';
    const read = parseScenario('a', text, () => undefined);
    expect(read).toMatchObject({ right: [{ findings: [{ line: 4, column: 26, message: expect.stringContaining('ep-nosuch') }] }] });
  });
});

describe('a tool of agents', () => {
  test.each([
    ['status', { endpoint: 'ep', job: 'j' }, '/v2/ep/status/j'],
    ['getEndpoint', { endpoint_id: 'ep' }, '/v2/serverless/ep'],
    ['getEndpoint', { id: 'ep' }, '/v2/serverless/ep'],
  ])('calls %s with %j', (operation, params, path) => {
    expect(buildRequest({ operation, params } as never)).toMatchObject({ right: { path } });
  });
});

describe('over HTTP', () => {
  test('the control plane takes each form, and the platform its own alone', async () => {
    await using server = await served();
    const fault = (match: object) => server.post('/_podsim/v1/faults', { fault: 'api-error', limit: 1, match: match as never });
    expect((await fault({ endpoint_id: 'ep-a' })).status).toBe(201);
    expect((await fault({ endpoint: 'ep-a' })).status).toBe(201);
    expect((await fault({ endpoints: 'ep-a' })).status).toBe(422);
    const pod = { name: 'p', image: 'a:1', gpu: { id: 'NVIDIA L4' }, template_id: 'x' };
    expect((await server.post('/v2/pods', pod)).status).toBe(422);
  });
});
