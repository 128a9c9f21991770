import { expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { answered, populatedWorld } from '../support/worlds/populatedWorld.ts';

// What tags and cost centers are attached to (label.tags, label.cost-centers); their bills stand in scenarios.

const resourcesOf = (world: ReturnType<typeof populatedWorld>['world'], tag: string, query = {}): Json =>
  (answered(world, 'listTagResources', { named: { tag }, query }).body as { readonly resources: Json }).resources;

test('a tag is attached to each kind of resource, and removed from one alone', () => {
  const { world, stage } = populatedWorld('2026-11');
  const { tag, pod, cluster, endpoint, volume } = stage;
  const all = [
    ['POD', pod],
    ['CLUSTER', cluster],
    ['SERVERLESS_ENDPOINT', endpoint],
    ['NETWORK_VOLUME', volume],
  ] as const;
  const act = (id: string, [resourceType, resourceId]: readonly [string, string]) =>
    answered(world, id, { named: { tag, resourceType, resourceId } }).status;
  expect(all.map((one) => act('attachTag', one))).toStrictEqual([204, 204, 204, 204]);
  expect(resourcesOf(world, tag)).toHaveLength(4);
  expect(act('detachTag', all[1])).toBe(204);
  expect(resourcesOf(world, tag)).toStrictEqual(
    expect.arrayContaining([all[0], all[2], all[3]].map(([resourceType, resourceId]) => ({ resourceType, resourceId }))),
  );
  // An id is of one kind.
  expect(act('attachTag', ['CLUSTER', pod])).toBe(404);
});

test('the key of a tag is trimmed when it is changed, too, and its value is not', () => {
  const { world, stage } = populatedWorld('2026-11');
  const { body } = answered(world, 'updateTag', { named: { tag: stage.tag }, body: { key: ' squad ', value: ' ml ' } });
  expect(body).toMatchObject({ key: 'squad', value: ' ml ' });
});

test('no tag is attached to a resource of another account', () => {
  const { world, stage } = populatedWorld('2026-11');
  const { body } = answered(world, 'createTag', { as: 'bob', body: { key: 'mine', value: '' } });
  const named = { tag: (body as { readonly id: string }).id, resourceType: 'POD', resourceId: stage.pod };
  expect(answered(world, 'attachTag', { as: 'bob', named })).toMatchObject({ status: 404, rule: 'auth.tenancy' });
});

test('what it is attached to is walked by cursor', () => {
  const { world, stage } = populatedWorld('2026-11');
  const { tag, pod, volume } = stage;
  for (const [resourceType, resourceId] of [
    ['POD', pod],
    ['NETWORK_VOLUME', volume],
  ] as const)
    answered(world, 'attachTag', { named: { tag, resourceType, resourceId } });
  const first = answered(world, 'listTagResources', { named: { tag }, query: { limit: '1' } }).body as {
    readonly pagination: { readonly nextCursor: string };
  };
  const second = resourcesOf(world, tag, { limit: '1', cursor: first.pagination.nextCursor });
  expect([first, second]).toMatchObject([{ resources: [{}], pagination: { hasNextPage: true } }, [{}]]);
  expect(second).not.toStrictEqual((first as unknown as { readonly resources: Json }).resources);
  // A cursor belongs to one tag.
  const { body } = answered(world, 'createTag', { body: { key: 'other', value: '' } });
  const other = { tag: (body as { readonly id: string }).id };
  const { nextCursor: cursor } = first.pagination;
  expect(answered(world, 'listTagResources', { named: other, query: { limit: '1', cursor } })).toMatchObject({ status: 422 });
});
