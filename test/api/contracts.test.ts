import { describe, expect, test } from 'vitest';
import { additions, type Contract } from '../../engine/api/contract/additions.ts';
import { underContract } from '../../engine/api/contract/underContract.ts';
import { openApiDocument } from '../../engine/api/openapi/openapi.ts';
import { operations } from '../../engine/api/table.ts';
import { contracts, isSince } from '../../engine/cloud/account/contracts.ts';
import type { FaultSpec } from '../../engine/cloud/fault/events.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { worldStart } from '../../engine/kernel/time.ts';
import { World } from '../../engine/world/world.ts';
import { answered, type PopulatedWorld, populatedWorld } from '../support/worlds/populatedWorld.ts';
import { callOf, gpuHost, worldOf } from '../support/worlds/worlds.ts';

type Fields = { readonly [name: string]: Json };

describe('what the platform has added to its API', () => {
  test('has a date and a source in one table', () => {
    const rows = Object.entries(additions).map(([name, { since, source }]) => `${name}: since ${since}, ${source}`);
    expect(rows).toStrictEqual([
      'pagination: since 2026-11, pages of the reference, 13 October and 3 November 2026',
      "launch: since 2026-11, the platform's command line, autumn 2026",
      'gpuFilters: since 2026-11, clients of pod creates, autumn 2026',
      "gpuTotals: since 2026-11, the platform's command line, autumn 2026",
      'secrets: since 2026-11, reference, account/*-secret pages, September and October 2026',
      'tags: since 2026-11, reference, tags/* pages, 18 November 2026',
      'costCenters: since 2026-11, reference, cost-centers/* pages, 3 November 2026',
      'globalVolumes: since 2026-11, reference, global-volumes/* pages, 13 October 2026, and the page of global volumes',
      'batches: since 2026-11, page of batch jobs, beta, 19 August 2026',
      'balance: since 2026-11, newest document (POST /v2/pods), and the page of sandboxes, autumn 2026',
      'atOnce: since 2026-11, rate limits page of serverless, August 2026',
      'clusterTemplates: since 2026-11, newest document (POST /v2/clusters), autumn 2026',
      'bodySize: since 2026-11, newest document (POST /v2/pods), autumn 2026',
      'registryNames: since 2026-11, newest document (POST /v2/registries), autumn 2026',
      'end of v1: since 2026-11, release notes, 18 August 2026: on 15 November; a newer page says 1 December',
      "openai: since 2026-11, requests of the openai SDK, and the platform's own worker of language models",
    ]);
  });

  test.each(contracts)('is documented in the contract that has it, and in no other: %s', (contract) => {
    const document = openApiDocument(operations, { title: 'x', version: '1', serverUrl: '', security: null, contract });
    const schemas = (document['components'] as { readonly schemas: Readonly<Record<string, { readonly required?: readonly string[] }>> })
      .schemas;
    const isNew = isSince(contract, '2026-11');
    expect(schemas['ListPodsResponse']?.required?.includes('pagination')).toBe(isNew);
    expect(schemas['Pod']?.required?.includes('entrypoint')).toBe(isNew);
    const words = JSON.stringify(schemas);
    // The rule that came with an addition stands where the addition does.
    expect(JSON.stringify(document['paths']).includes('`list.short-pages`')).toBe(isNew);
    for (const name of ['minRamPerGpu', 'minVcpuCountPerGpu', '"entrypoint":', '"vcpuCount":{"type":"integer","minimum":1}'])
      expect(`${name}: ${words.includes(name)}`).toBe(`${name}: ${isNew}`);
  });
});

describe.each(contracts)('in a world of contract %s', (contract) => {
  const { world, stage } = populatedWorld(contract);
  const gpu = { id: 'NVIDIA GeForce RTX 4090', count: 2, minVcpuCountPerGpu: 4, minRamPerGpu: 24 };

  // biome-ignore format: a table
  test.each<[string, string, keyof PopulatedWorld | undefined, Json | undefined]>([
    ['a launch with filters of the host',  'createPod',      undefined,  { name: 'head', image: 'i:1', gpu, startSsh: true, ports: ['22/tcp'] }],
    ['a pod with words of its own',        'createPod',      undefined,  { name: 'b', image: 'i:1', gpu: { id: gpu.id }, cmd: ['python', 'x.py'], entrypoint: ['/bin/bash', '-c'] }],
    ['a change of these words',            'updatePod',      'pod',      { cmd: ['sleep', '1'] }],
    ['an endpoint with words of its own',  'updateEndpoint', 'endpoint', { cmd: ['sleep', '1'] }],
    ['a template with words of its own',   'updateTemplate', 'template', { entrypoint: ['sleep'] }],
  ])('%s is taken since 2026-11', (_, operation, named, body) => {
    const { status } = answered(world, operation, { ...(named === undefined ? {} : { named: { [named]: stage[named] } }), ...(body === undefined ? {} : { body }) });
    expect(status < 300).toBe(isSince(contract, '2026-11'));
  });

  test.each(['listPods', 'listEndpoints', 'listTemplates', 'listClusters', 'listPublicTemplates'])(
    '%s answers what its schema says',
    (id) => {
      expect(complaints(contract, id, answered(world, id, {}).body)).toStrictEqual([]);
    },
  );

  test.each([
    ['getPod', 'pod'],
    ['getEndpoint', 'endpoint'],
    ['getTemplate', 'template'],
    ['listClusterPods', 'cluster'],
  ] as const)('%s answers what its schema says', (id, kind) => {
    expect(complaints(contract, id, answered(world, id, { named: { [kind]: stage[kind] } }).body)).toStrictEqual([]);
  });
});

test('a list is walked by cursor, by each client with the same question', () => {
  const { world } = populatedWorld('2026-11');
  const page = (query: Readonly<Record<string, string>>, as = 'alice') => answered(world, 'listPods', { query, as });
  const { nextCursor } = (page({ limit: '1', includeClusterPods: 'true' }).body as { readonly pagination: Fields }).pagination as {
    readonly nextCursor: string;
  };
  expect(page({ limit: '500', includeClusterPods: 'true', cursor: nextCursor }).status).toBe(200);
  expect(page({ limit: '1', cursor: nextCursor })).toMatchObject({ status: 422, rule: 'list.pages' });
  expect(page({ includeClusterPods: 'true', cursor: nextCursor }, 'bob')).toMatchObject({ status: 422, rule: 'list.pages' });
  expect(page({ cursor: 'zzz' })).toMatchObject({ status: 422, rule: 'list.pages' });
});

test('members of clusters are left out after a page is cut: a page may be short, even empty, and the walk goes on', () => {
  const { world } = populatedWorld('2026-11');
  const page = (query: Readonly<Record<string, string>>) =>
    answered(world, 'listPods', { query }).body as { readonly pods: readonly Fields[]; readonly pagination: Fields };
  const walk = (query: Readonly<Record<string, string>>): readonly number[] => {
    const first = page(query);
    const sizes = [first.pods.length];
    for (let at = first.pagination['nextCursor']; at !== null; ) {
      const next = page({ ...query, cursor: at as string });
      sizes.push(next.pods.length);
      at = next.pagination['nextCursor'] ?? null;
    }
    return sizes;
  };
  // Two members of a cluster stand among the pods of the account, and one pod that is none.
  expect(walk({ limit: '1', includeClusterPods: 'true' })).toStrictEqual([1, 1, 1]);
  const alone = walk({ limit: '1' });
  expect(alone.toSorted()).toStrictEqual([0, 0, 1]);
  expect(walk({ limit: '2' }).reduce((sum, size) => sum + size)).toBe(1);
  expect(page({ limit: '1000' })).toMatchObject({ pods: [{ name: 'p' }], pagination: { hasNextPage: false, nextCursor: null } });
});

test('in the first contract members are left out first: a list that shows none of the young ones does not lag behind for them', () => {
  const lag: FaultSpec = {
    ...{ fault: 'list-lag', match: { operation: 'listPods' }, from: worldStart, atOnce: false, until: null },
    ...{ chance: null, limit: 1, delayMs: 60_000, status: 500 },
  };
  const world = new World(worldOf({ faults: [lag], hosts: [gpuHost('host-a', 4)], endpoints: [] }));
  const compute = { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 };
  const pods = (at: number): unknown => {
    const reply = world.call(callOf('listPods', {}, { at }));
    return 'answer' in reply ? (reply.answer.body as Fields)['pods'] : reply;
  };
  world.call(callOf('createCluster', {}, { at: 0, body: { name: 'c', type: 'TRAINING', image: 'i:1', compute } }));
  expect(pods(1_000)).toStrictEqual([]);
  world.call(callOf('createPod', {}, { at: 2_000, body: { name: 'alone', image: 'i:1', gpu: { id: compute.gpuTypeId } } }));
  expect(pods(3_000)).toStrictEqual([]);
  expect(pods(4_000)).toMatchObject([{ name: 'alone' }]);
});

test('a part of a path that names no resource may be refused, and the document of a contract says so', () => {
  const document = openApiDocument(operations, { title: 'x', version: '1', serverUrl: '', security: null, contract: '2026-11' });
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, { readonly responses: Fields }>>>>;
  const rows = operations.filter(({ params }) => params !== undefined);
  const refused = rows.map(({ id, path, methods }) => [
    id,
    paths[path]?.[String(methods[0]).toLowerCase()]?.responses['422'] !== undefined,
  ]);
  expect(refused).toStrictEqual([
    ['attachTag', true],
    ['detachTag', true],
    ['attachCostCenter', true],
    ['detachCostCenter', true],
  ]);
  const { world, stage } = populatedWorld('2026-11');
  for (const { id } of rows) {
    const named = { tag: stage.tag, costCenter: stage.costCenter, resourceType: 'VOLCANO', resourceId: stage.pod };
    expect([id, answered(world, id, { named }).status]).toStrictEqual([id, 422]);
  }
});

/** What of an answer is not as the contract says: schemas of answers are strict both ways. */
function complaints(contract: Contract, id: string, body: Json | undefined): readonly string[] {
  const schema = operations.find((row) => row.id === id)?.success.schema;
  if (schema === undefined) throw new Error(`${id} has no schema`);
  return (underContract(schema, contract).safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}
