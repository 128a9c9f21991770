import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, test } from 'vitest';
import { WorldHost } from '../../adapters/host/world/worldHost.ts';
import { fetchThrough } from '../../adapters/http/inProcess.ts';
import { appWithout } from '../../adapters/http/server.ts';
import { pagesIn } from '../../adapters/mcp/pages.ts';
import { makeMcpServer } from '../../adapters/mcp/server.ts';
import { sha256 } from '../../adapters/store/sha256.ts';
import { defaultWorldId } from '../../engine/control/operation.ts';
import { World } from '../../engine/world/world.ts';
import { endpointOf, worldOf } from '../support/worlds/worlds.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** The official client, connected to a server of its own, which has a world with one endpoint. */
const connected = async () => {
  const host = new WorldHost({ clock: { clock: 'auto' }, apiKey: 'key-of-alice' });
  host.serve(defaultWorldId, (onChange) => new World(worldOf({ endpoints: [endpointOf('ep-a')] }), { onChange, sha256 }), {
    clock: 'auto',
  });
  const reach = { fetch: fetchThrough(appWithout(host)), url: 'http://podsim.local', keyOf: () => 'key-of-alice' };
  const server = makeMcpServer(reach, pagesIn('.'));
  const client = new Client({ name: 'test', version: '1' });
  const [a, b] = InMemoryTransport.createLinkedPair();
  await server.connect(a as Transport);
  await client.connect(b as Transport);
  closing.push(async () => {
    await client.close();
    host.close();
    await host.release();
  });
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [{ text }] = content as [{ readonly text: string }];
    return { text, isError: isError === true };
  };
  return { client, call };
};

describe('a number in a query', () => {
  test.each([20, '20'])('is given as its text says: limit %j of `next`', async (limit) => {
    const { client, call } = await connected();
    expect(await call('next', { limit })).toMatchObject({ isError: false, text: expect.stringMatching(/^now /) });
    const { tools } = await client.listTools();
    const schema = tools.find(({ name }) => name === 'next')?.inputSchema.properties?.['limit'] as object;
    expect(new Ajv2020({ strict: false }).validate(schema, limit)).toBe(true);
  });

  test.each([0, -1, 1.5, '0', 'many', null])('is refused where it is none: limit %j', async (limit) => {
    const { call } = await connected();
    expect(await call('next', { limit })).toMatchObject({ isError: true, text: expect.stringContaining('limit') });
  });
});

describe('an agent', () => {
  test('is offered nine tools, each with a schema, in little text', async () => {
    const { client } = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toStrictEqual([
      'world',
      'run_scenario',
      'call',
      'advance',
      'explain',
      'next',
      'fault',
      'fork',
      'validate',
    ]);
    const ajv = new Ajv2020({ strict: false });
    for (const { inputSchema } of tools) expect(() => ajv.compile(inputSchema)).not.toThrow();
    expect(JSON.stringify(tools).length).toBeLessThan(20_000);
  });

  test('runs a job, waits for it, and is told why it is where it is', async () => {
    const { call } = await connected();
    expect(await call('explain')).toMatchObject({ text: expect.stringContaining('endpoint ACTIVE: ep-a') });
    const ran = await call('call', { operation: 'run', params: { endpoint_id: 'ep-a' }, body: { input: { n: 1 } } });
    expect(ran.text).toMatch(/^200 \{"id":".+","status":"IN_QUEUE"\}$/);
    expect((await call('explain', { entity: 'job-1' })).text).toContain('IN_QUEUE');
    expect((await call('next')).text).toMatch(/job .+ is IN_QUEUE; waits for .+; can: .*cancel/);
    expect((await call('advance', { until: 'job job-1 is COMPLETED', within: '10m' })).text).toContain('the condition holds');
    expect((await call('advance', { until: 'job job-1 is FAILED', within: '1m' })).text).toContain('the condition does not hold');
  });

  test('tries something else from a point of the past, and compares', async () => {
    const { call } = await connected();
    await call('call', { operation: 'run', params: { endpoint_id: 'ep-a' }, body: { input: {} } });
    expect((await call('fork', { id: 'other' })).text).toContain('world other');
    await call('fault', { inject: { fault: 'host-failure', at: '1s' }, world: 'other' });
    for (const world of [undefined, 'other']) await call('advance', { by: '5m', ...(world && { world }) });
    expect((await call('fork', { compare: ['default', 'other'] })).text).toMatch(/^the first difference is entry \d+:.+injectFault/);
    expect((await call('fault', { end: 'all', world: 'other' })).text).toBe('ended all');
  });

  test('makes worlds by name and seed, opens them again, and plays scenarios', async () => {
    const { call } = await connected();
    const made = await call('world', { id: 'mine', seed: 's', world: { endpoints: [{ id: 'ep-z', image: 'a:1' }] } });
    expect(made).toMatchObject({ isError: false, text: expect.stringMatching(/^made world mine: seed s, .+\n {2}key .+: \S+$/) });
    expect((await call('world', { id: 'mine' })).text).toMatch(/^world mine: seed s/);
    expect((await call('world')).text.split('\n').length).toBe(2);
    expect((await call('call', { operation: 'run', params: { endpoint_id: 'ep-z' }, body: { input: {} }, world: 'mine' })).isError).toBe(
      false,
    );
    const scenario =
      'title: one\nworld:\n  endpoints:\n    - id: ep-a\n      image: a:1\nsteps:\n  - act: run\n    with: { endpoint: ep-a, body: { input: { n: 1 } } }\n';
    expect(await call('validate', { scenario })).toStrictEqual({ text: 'valid: 1 run(s)', isError: false });
    expect((await call('run_scenario', { scenario })).text).toMatch(/^pass: one \(seed podsim/);
  });

  // biome-ignore format: a table
  test.each([
    ['an operation that there is not',  'call',          { operation: 'creatPod' },                    '$.operation: there is no operation creatPod; did you mean createPod? (resource podsim://operations lists all)'],
    ['a path without its parameter',    'call',          { operation: 'getPod' },                      'getPod: params.id is missing; its path is /v2/pods/{id}'],
    ['a parameter that no path has',    'call',          { operation: 'listPods', params: { a: 'b' } }, 'listPods: takes no params.a; its path has none'],
    ['a path that climbs',              'call',          { operation: 'requestEndpoint', params: { endpoint_id: 'ep-a', path: '../../_podsim/v1/reset' }, method: 'POST' }, 'requestEndpoint: path may have no part that is . or ..'],
    ['a parameter that climbs',         'call',          { operation: 'getPod', params: { id: '..' } }, 'getPod: id may have no part that is . or ..'],
    ['a key that no header can hold',   'call',          { operation: 'listPods', key: 'ꀔ' },           'no client gets an answer to this'],
    ['a body where none can be',        'call',          { operation: 'requestEndpoint', params: { endpoint_id: 'ep-a', path: 'x' }, method: 'HEAD', body: {} }, 'refused: 4'],
    ['a call that is refused',          'call',          { operation: 'getPod', params: { id: 'x' } }, 'rule auth.tenancy'],
    ['two ways to advance',             'advance',       { by: '1s', next: true },                     'give exactly one of by, to, next, untilIdle, until'],
    ['a world that there is not',       'explain',       { world: 'none' },                            'there is no world'],
    ['an entity that there is not',     'explain',       { entity: 'job-9' },                          'this world knows no entity job-9'],
    ['both to inject and to end',       'fault',         { inject: { fault: 'host-failure', at: '1s' }, end: 'all' }, 'give either `inject` or `end`'],
    ['a scenario that cannot be read',  'validate',      { scenario: 'title: a\nsteps:\n  - rn: ep\n' }, "3:5 steps.0: unknown key 'rn'"],
    ['arguments of another tool',       'next',          { entity: 'job-1' },                          '$: '],
  ] as const)('is told what to do after %s', async (_, name, args, words) => {
    const { call } = await connected();
    const { text, isError } = await call(name, args);
    expect({ text, isError }).toStrictEqual({ text: expect.stringContaining(words), isError: true });
  });

  test('reads rules, lifecycles, operations, pages and lessons, and no other file', async () => {
    const { client } = await connected();
    const read = async (uri: string) => ((await client.readResource({ uri })).contents[0] as { readonly text: string }).text;
    expect(await read('podsim://rules/job.ttl')).toContain('job.ttl');
    expect(await read('podsim://lifecycles/job')).toContain('IN_QUEUE');
    expect(await read('podsim://operations/run')).toContain('POST /v2/{endpoint_id}/run');
    expect(await read('podsim://docs/scenarios')).toContain('# ');
    const { resources } = await client.listResources();
    for (const { uri } of resources) expect((await read(uri)).length).toBeGreaterThan(100);
    await expect(read('podsim://docs/../package.json')).rejects.toThrow('there is no resource');
  });

  test('is given the way to an answer that is often asked for', async () => {
    const { client } = await connected();
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toStrictEqual(['why-is-it-stuck', 'what-will-it-cost']);
    const { messages } = await client.getPrompt({ name: 'why-is-it-stuck', arguments: { entity: 'job-1' } });
    expect(JSON.stringify(messages)).toContain('Find out why job-1 is stuck');
    await expect(client.getPrompt({ name: 'why-is-it-stuck', arguments: {} })).rejects.toThrow('needs the argument entity');
  });

  test('is told in the words of the protocol that there is no such tool', async () => {
    const { client } = await connected();
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow('there is no tool delete_everything');
  });

  test('gets a short answer, however large the world is', async () => {
    const { call } = await connected();
    for (let k = 0; k < 60; k++)
      await call('call', { operation: 'run', params: { endpoint_id: 'ep-a' }, body: { input: { text: 'x'.repeat(2_000) } } });
    for (const [name, args] of [
      ['explain', {}],
      ['next', { limit: 1_000 }],
      ['advance', { by: '1h' }],
      ['call', { operation: 'listBilling' }],
    ] as const)
      expect((await call(name, args)).text.length).toBeLessThan(13_000);
  });
});
