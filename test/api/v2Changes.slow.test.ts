import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notSimulated } from '../../engine/api/unknown/notSimulated.ts';
import { defaultSettings } from '../../engine/cloud/entities.ts';
import type { Job } from '../../engine/cloud/job/evolve.ts';
import { webhookPayload } from '../../engine/cloud/job/view.ts';
import { findRule } from '../../engine/cloud/rulebook/rules.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { type Served, served } from '../support/serving/served.ts';
import { type PopulatedWorld, populatedWorld } from '../support/worlds/populatedWorld.ts';
import { keyOf, worldOf } from '../support/worlds/worlds.ts';

/**
 * What the platform has added to its API or shown since the interface document, a row for each thing, as podsim answers it under 2026-11.
 * `as real`: as the platform does. A rule: podsim does otherwise, or as its settings say, and the rule says so. `not simulated: …`: a row of
 * that table. Paths name what the world has by kind, as in `{pod}`.
 */
type Row = readonly [what: string, basis: string, ask: string, body: Json | undefined, status: number, answer?: object];

const any = (type: unknown) => expect.any(type);
const has = (text: string) => expect.stringContaining(text);
const lacks = (...names: readonly string[]) =>
  expect.not.objectContaining(Object.fromEntries(names.map((name) => [name, expect.anything()])));
const gpu = { id: 'NVIDIA GeForce RTX 4090' };
const compute = { gpuTypeId: 'NVIDIA L4', gpuCountPerPod: 1, podCount: 2 };
const queue = { name: 'e', type: 'QUEUE', image: 'i:1', gpu: { pools: ['ADA_24'] } };
const delay = (queueDelay: number) => ({ type: 'QUEUE_DELAY', queueDelay });
const byCount = { type: 'REQUEST_COUNT', requestCount: 1 };
const nothingLeft = 'There are no longer any instances available with the requested specifications. Please refresh and try again.';

// biome-ignore format: a table
const added: readonly Row[] = [
  ['lists have pages',                             'as real',                   'GET /v2/pods?limit=1&includeClusterPods=true',      undefined, 200, { pagination: { hasNextPage: true, nextCursor: any(String) } }],
  ['a page has 1 to 1,000',                        'as real',                   'GET /v2/pods?limit=0',                              undefined, 422],
  ['a cursor that no list gave',                   'as real',                   'GET /v2/pods?cursor=zzz',                           undefined, 422],
  ['releases have pages',                          'as real',                   'GET /v2/serverless/{endpoint}/releases?limit=1',    undefined, 200, { pagination: { hasNextPage: false, nextCursor: null } }],
  ['volumes have none',                            'as real',                   'GET /v2/network-volumes',                           undefined, 200, lacks('pagination')],
  ['registries have none',                         'as real',                   'GET /v2/registries',                                undefined, 200, lacks('pagination')],
  ['cmd and entrypoint, encoded into args',        'as real',                   'PATCH /v2/templates/{template}',                    { entrypoint: ['sh'], cmd: ['a', 'b'] }, 200, { entrypoint: ['sh'], cmd: ['a', 'b'], args: '{"entrypoint":["sh"],"cmd":["a","b"]}' }],
  ['[] clears them',                               'as real',                   'PATCH /v2/templates/{template}',                    { entrypoint: [] }, 200, { entrypoint: [], args: 'a b' }],
  ['args that say something else',                 'as real',                   'PATCH /v2/templates/{template}',                    { args: 'c', cmd: ['a'] }, 400],
  ['a GPU filter that no host meets',              'pod.gpu-filters',           'POST /v2/pods',                                     { name: 'p', image: 'i:1', gpu: { ...gpu, minRamPerGpu: 9_999 } }, 400, { detail: nothingLeft }],
  ['what a pod has in all',                        'as real',                   'GET /v2/pods/{pod}',                                undefined, 200, { gpu: { vcpuCount: any(Number), memory: any(Number) } }],
  ['secrets, without values',                      'as real',                   'GET /v2/account/secrets',                           undefined, 200, { secrets: [{ name: 'HF_TOKEN', valueLastUpdatedAt: any(String) }] }],
  ['a reserved name of a secret',                  'as real',                   'POST /v2/account/secrets',                          { name: 'runpod_x', value: 'v' }, 422],
  ['sandboxes',                                    'not simulated: sandboxes',  'GET /v2/sandboxes?state=RUNNING',                   undefined, 404],
  ['a command in a sandbox',                       'not simulated: sandboxes',  'POST /v2/sandboxes/sb-1/exec',                      { command: ['ls'] }, 404],
  ['builds',                                       'not simulated: builds',     'GET /v2/serverless/{endpoint}/builds',              undefined, 404],
  ['the log of a build',                           'not simulated: builds',     'GET /v2/serverless/{endpoint}/builds/b-1/logs',     undefined, 404],
  ['405 with Allow',                               'as real',                   'PUT /v2/pods',                                      undefined, 405],
  ['the end of v1',                                'as real',                   'GET /v1/pods',                                      undefined, 410],
  ['GraphQL',                                      'not simulated: GraphQL',    'POST /graphql',                                     { query: '{}' }, 404, { errors: [{ message: has('/v2') }] }],
  ['a template of a cluster',                      'as real',                   'POST /v2/clusters',                                 { name: 'c', type: 'RAY', templateId: '{template}', compute }, 201, { template: any(String) }],
  ...Object.entries({ image: 'i:1', args: 'a', entrypoint: ['a'], cmd: ['a'], disk: 10, env: {}, ports: [], mounts: {} }).map(([name, value]): Row =>
  [`${name} beside it`,                            'as real',                   'POST /v2/clusters',                                 { name: 'c', type: 'RAY', templateId: '{template}', compute, [name]: value }, 400, { detail: has(`leave out ${name}, or templateId`) }]),
  ['pods added to a cluster',                      'not simulated: adding pods to a cluster', 'POST /v2/clusters/{cluster}/pods',    { count: 1 }, 405],
  ['the metrics of workers',                       'not simulated: the metrics of workers and endpoints', 'GET /v2/serverless/{endpoint}/workers/metrics', undefined, 404],
  ['the requests of an endpoint',                  "not simulated: the list of an endpoint's requests", 'GET /v2/ep-a/requests',     undefined, 404],
  ['a session of the console',                     'not simulated: sessions of the console, and `X-Team-Id`', 'GET /v2/pods',        undefined, 200],
  ['tags',                                         'as real',                   'POST /v2/tags',                                     { key: 'a', value: '' }, 201, { id: any(String), key: 'a', value: '' }],
  ['a reserved key of a tag',                      'as real',                   'POST /v2/tags',                                     { key: 'RunPod:a', value: '' }, 422],
  ['what a tag is attached to',                    'label.tags',                'PUT /v2/tags/{tag}/resources/POD/{pod}',            undefined, 204],
  ['cost centers',                                 'as real',                   'GET /v2/cost-centers?value=sear',                   undefined, 200, { costCenters: [{ value: 'research' }], pagination: { hasNextPage: false, nextCursor: null } }],
  ['global volumes',                               'as real',                   'POST /v2/global-volumes',                           { name: ' m ' }, 201, { id: expect.stringMatching(/^gsb_/), name: 'm', createdAt: any(String), createdByUserId: any(String) }],
  ['batches',                                      'as real',                   'POST /v2/ep-a/batch',                               [{ input: {} }], 200, { id: any(String), status: 'DRAFT' }],
  ['delegations',                                  'as real',                   'GET /v2/registries/delegations',                    undefined, 200],
  ['types that a choice of GPUs excludes',         'as real',                   'PATCH /v2/serverless/{endpoint}',                   { gpu: { pools: ['ADA_24', 'AMPERE_16'], excludedTypes: [gpu.id] } }, 200, { gpu: { excludedTypes: [gpu.id] } }],
  ['which another choice clears',                  'as real',                   'PATCH /v2/serverless/{endpoint}',                   { gpu: { pools: ['ADA_24'] } }, 200, { gpu: { excludedTypes: [] } }],
  ['402 for a balance that is used up',            'account.balance',           'POST /v2/pods',                                     { name: 'p', image: 'i:1', gpu }, 201],
  ['403 for a pool that an account may not use',   'not simulated: pools of GPUs that an account may not use', 'POST /v2/pods',      { name: 'p', image: 'i:1', gpu }, 201],
  ['the counts of workers add up',                 'as real',                   'GET /v2/serverless/{endpoint}/workers',             undefined, 200, { summary: { running: 0, idle: 0, initializing: 0, throttled: 0, unhealthy: 0, total: 0 } }],
  ['flashboot',                                    'as real',                   'POST /v2/serverless',                               { ...queue, scaling: byCount }, 201, { flashboot: 'OFF' }],
  ['the hub',                                      'not simulated: the hub',    'GET /v2/hub',                                       undefined, 404],
  ['a public endpoint',                            'not simulated: public endpoints of the platform', 'POST /v2/qwen-image-t2i/runsync', { input: {} }, 404],
  ['images of the OpenAI API',                     'not simulated: other OpenAI routes', 'POST /v2/ep-a/openai/v1/images/generations', {}, 404],
];

// biome-ignore format: a table
const shown: readonly Row[] = [
  ['a tail of a log that is too long',             'as real',                   'GET /v2/pods/{pod}/logs?tail=5001',                 undefined, 422],
  ['the template of a pod: live it is null',       'pod.template',              'POST /v2/pods',                                     { name: 'p', templateId: '{template}', gpu }, 201, { template: any(String) }],
  ['mounts of a template that has none: live absent', 'template.defaults',      'GET /v2/templates/{template}',                      undefined, 200, { mounts: {} }],
  ['an idle timeout that does not apply',          'endpoint.idle-timeout',     'POST /v2/serverless',                               { ...queue, scaling: byCount, workers: { idleTimeout: 5 } }, 422, { errors: ['$.workers.idleTimeout: idleTimeout does not apply to queue-based endpoints scaling on requestCount'] }],
  ['which is left out of the answer, too',         'as real',                   'GET /v2/serverless/{endpoint}',                     undefined, 200, { workers: lacks('idleTimeout') }],
  ['a delay of half a second',                     'as real',                   'POST /v2/serverless',                               { ...queue, name: 'newest', scaling: delay(0.5) }, 201],
  ['the newest endpoint comes first',              'as real',                   'GET /v2/serverless?limit=1',                        undefined, 200, { endpoints: [{ name: 'newest' }] }],
  ['less',                                         'as real',                   'POST /v2/serverless',                               { ...queue, scaling: delay(0.4) }, 422],
  ['a delay of a load balancer',                   'as real',                   'POST /v2/serverless',                               { ...queue, type: 'LOAD_BALANCER', scaling: delay(4) }, 422],
  ['an endpoint without a timeout: live 0',        'endpoint.defaults',         'GET /v2/serverless/{endpoint}',                     undefined, 200, { timeout: 300_000 }],
  ['no capacity, in the words of the platform',    'as real',                   'POST /v2/pods',                                     { name: 'p', image: 'i:1', gpu: { ...gpu, count: 999 } }, 400, { title: 'Bad Request', detail: nothingLeft }],
  ['a type is not replaced by another',            'as real',                   'POST /v2/pods',                                     { name: 'p', image: 'i:1', gpu, dataCenterIds: ['NOWHERE-1'] }, 400, { detail: nothingLeft }],
  ['the words of a validation',                    'as real',                   'POST /v2/pods/{pod}/action',                        { action: 'reset' }, 422, { errors: ["$.action: value must be one of 'start', 'stop', 'restart', 'terminate'"] }],
  ['the words of a bound',                         'as real',                   'POST /v2/templates',                                { name: 'n', image: 'i:1', disk: 0 }, 422, { errors: ['$.disk: minimum: got 0, want 1'] }],
  ['a missing field: live, good ones are called additional, too', 'errors.validation', 'POST /v2/templates',                         { image: 'i:1', disk: 10 }, 422, { errors: ["$: missing property 'name'"] }],
  ['a catalog that was not asked for availability', 'as real',                  'GET /v2/catalog/gpus',                              undefined, 200, { gpus: expect.not.arrayContaining([expect.objectContaining({ availability: expect.anything() })]) }],
  ['a data center is named by its id',             'as real',                   'GET /v2/catalog/datacenters/EU-RO-1',              undefined, 200, { id: 'EU-RO-1', name: 'EU-RO-1' }],
  ['an unknown parameter of a query',              'as real',                   'GET /v2/pods?nonsense=1',                           undefined, 200],
  ['ports and registry by default',                'as real',                   'POST /v2/templates',                                { name: 'n', image: 'i:1' }, 201, { ports: [] }],
  ['a data center without volumes',                'as real',                   'POST /v2/network-volumes',                          { name: 'v', size: 10, dataCenter: 'US-DE-1' }, 400, { detail: has('EU-RO-1') }],
  ['an image that is on no registry: live 422',    'pod.error',                 'POST /v2/pods',                                     { name: 'p', image: 'nowhere/nothing:0', gpu }, 201],
  ['a new pod: live it has its data center already', 'pod.create',              'POST /v2/pods',                                     { name: 'p', image: 'i:1', gpu }, 201, { status: 'PROVISIONING', dataCenterId: null, actions: ['stop', 'terminate'], startedAt: null }],
  ['other keys of a job',                          'as real',                   'POST /v2/ep-a/run',                                 { input: {}, whatever: 1 }, 200],
  ['times with the zeros that live lacks',         'pod.timestamps',            'GET /v2/pods/{pod}',                                undefined, 200, { startedAt: expect.stringMatching(/\.\d{3}Z$/) }],
  ['utilization: live it begins at 0',             'pod.runtime',               'GET /v2/pods/{pod}',                                undefined, 200, { runtime: { cpu: { util: any(Number) }, ports: [] } }],
  ['what a disk costs: live nothing',              'pod.cost',                  'GET /v2/pods/{pod}',                                undefined, 200, { cost: any(Number) }],
  ['a pod that runs and cannot be reached yet',    'pod.reachable',             'GET /v2/pods/{pod}',                                undefined, 200, { status: 'RUNNING', runtime: any(Object) }],
  ['a stopped pod: live it has its price',         'pod.stop',                  'POST /v2/pods/{pod}/action',                        { action: 'stop' }, 200, { status: 'EXITED', actions: ['start', 'terminate'], runtime: null, cost: 0, ssh: { direct: null } }],
  ['a worker says how long it is up',              'as real',                   'GET /v2/serverless/ep-a/workers',                   undefined, 200, { workers: [{ uptimeSeconds: any(Number) }] }],
  ['a release says which build it is of',          'as real',                   'GET /v2/serverless/{endpoint}/releases',            undefined, 200, { releases: [{ buildId: null }] }],
  ['a strict worker that there is not: live 404, as with the setting', 'lb.affinity', 'GET /lb/ep-lb/x',                             undefined, 503],
  ['a name of a registry that is too long',        'as real',                   'POST /v2/registries',                               { name: 'n'.repeat(192), username: 'u', password: 'p' }, 422],
  ['a password that is too long',                  'as real',                   'POST /v2/registries',                               { name: 'n', username: 'u', password: 'p'.repeat(16_385) }, 422],
  ['the longest password',                         'as real',                   'POST /v2/registries',                               { name: 'n', username: 'u', password: 'p'.repeat(16_384) }, 201],
  ['templates, the newest first',                  'as real',                   'GET /v2/templates?limit=1',                         undefined, 200, { templates: [{ name: 'n' }] }],
  ['a number in place of a text',                  'as real',                   'POST /v2/templates',                                { name: 5, image: 'i:1' }, 422, { errors: ['$.name: got number, want string; write it as text, in quotes'] }],
  ['delegations have no pages',                    'as real',                   'GET /v2/registries/delegations',                    undefined, 200, lacks('pagination')],
  ['the catalog has no pages',                     'as real',                   'GET /v2/catalog/gpus',                              undefined, 200, lacks('pagination')],
];

describe.each([
  ['added', added],
  ['shown', shown],
] as const)('what the platform has %s since the interface document', (_, rows) => {
  let server: Served;
  let stage: PopulatedWorld;
  beforeAll(async () => {
    const populated = populatedWorld('2026-11');
    stage = populated.stage;
    server = await served({ making: () => populated.world, clock: { clock: 'auto' } });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** A text with the ids that it names by kind. */
  const withIds = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (all, kind: string) => stage[kind as keyof PopulatedWorld] ?? all);

  test.each(rows.map((row) => [`${row[0]} (${row[1]})`, row] as const))('%s', async (_, [, basis, ask, body, status, answer = {}]) => {
    const [method = '', path = ''] = withIds(ask).split(' ');
    const sent = body === undefined ? {} : { body: JSON.parse(withIds(JSON.stringify(body))) as Json };
    const strict = path.startsWith('/lb/') ? { 'x-runpod-worker-id': 'strict nosuch' } : { 'x-team-id': 'team-1' };
    const got = await server.ask(method, path, { ...sent, headers: strict });
    expect({ status: got.status, body: got.body }).toMatchObject(status === 204 ? { status } : { status, body: answer });
    if (status === 405) expect(got.headers.get('allow')).not.toBeNull();
    const [, what] = /^not simulated: (.*)$/.exec(basis) ?? [];
    if (what !== undefined) {
      expect(notSimulated.map((row) => row.what)).toContain(what);
      if (status >= 400) expect(got.body.detail).toContain(`podsim does not simulate ${what}: `);
    } else if (basis !== 'as real') expect(findRule(basis)).toBeDefined();
  });
});

describe('what the platform has shown of a whole', () => {
  test('an HTTP port of a pod: live its address is not public, here there is none (pod.runtime)', async () => {
    const { world } = populatedWorld('2026-11');
    await using server = await served({ making: () => world });
    const { id } = (await server.post('/v2/pods', { name: 'p', image: 'i:1', gpu, ports: ['8888/http', '22/tcp'] })).body;
    await server.advance({ by: '1s' });
    const { ports } = (await server.get(`/v2/pods/${id}`)).body.runtime;
    expect(ports).toMatchObject([
      { private: 8888, type: 'http', public: null, ip: null },
      { private: 22, type: 'tcp', public: any(Number), ip: any(String) },
    ]);
    expect(findRule('pod.runtime')).toBeDefined();
  });

  test('how many calls of the queue may be under way at once', () => {
    const { runsyncAtOnce, runAtOnce, readAtOnce, cancelAtOnce, openaiAtOnce } = defaultSettings.account;
    expect([runsyncAtOnce, runAtOnce, readAtOnce, cancelAtOnce, openaiAtOnce]).toStrictEqual([400, 200, 400, 20, 400]);
  });

  test('what a webhook is sent', () => {
    const { world, stage } = populatedWorld('2026-11');
    const job = world.state.find('job', stage.failedJob);
    const sent = webhookPayload(job as Job) as object;
    expect(Object.keys(sent)).toStrictEqual(expect.arrayContaining(['delayTime', 'executionTime', 'id', 'input', 'status', 'webhook']));
  });
});

describe('what holds for every call of the management API', () => {
  test('its limits are in every answer but 401, and are those of the document of the platform', async () => {
    const accounts = [{ id: 'acc-a', keys: [{ ...keyOf('alice'), rateLimitExempt: false }] }];
    await using server = await served({ definition: worldOf({ accounts, settings: { account: { contract: '2026-11' } } }) });
    const { headers } = await server.get('/v2/pods');
    expect(headers.get('ratelimit-policy')).toBe('"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400');
    expect((await server.get('/v2/pods/nosuch')).headers.get('ratelimit')).toContain('"minute";r=58');
    expect((await server.get('/v2/pods', { key: 'nobody' })).headers.get('ratelimit')).toBeNull();
  });

  test('a key must have the scope of the operation', async () => {
    const { world } = populatedWorld('2026-11');
    await using server = await served({ making: () => world });
    expect((await server.post('/v2/tags', { key: 'a', value: '' }, { key: 'key-of-reader' })).status).toBe(403);
  });

  test('a client without a name is answered, and a 410 has no date', async () => {
    await using server = await served({ definition: worldOf({ settings: { account: { contract: '2026-11' } } }) });
    expect((await server.get('/v2/pods', { headers: { 'user-agent': '' } })).status).toBe(200);
    expect(notSimulated.map(({ what }) => what)).toContain('the refusal of clients without `User-Agent`');
    expect((await server.get('/v1/pods')).headers.get('sunset')).toBeNull();
  });
});
