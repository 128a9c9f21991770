import { expect, test } from 'vitest';
import type { Json } from '../../engine/kernel/canonical.ts';
import { seconds } from '../../engine/kernel/time.ts';
import { World } from '../../engine/world/world.ts';
import { answered } from '../support/worlds/populatedWorld.ts';
import { cpuHost, worldOf } from '../support/worlds/worlds.ts';

const podCount = 600;

/** A world with so many pods, some of each instant, and their ids. */
const worldWithPods = (count: number, ofInstant: number): { readonly world: World; readonly ids: readonly string[] } => {
  const world = new World(worldOf({ hosts: [cpuHost('host-a', 100_000)], settings: { account: { contract: '2026-11' } } }));
  const ids = Array.from({ length: count }, (_, k) => {
    // Pods of one instant have their place by their ids.
    if (k % ofInstant === 0) world.advance({ by: seconds(1) });
    return createPod(world, `p-${k}`);
  });
  return { world, ids };
};

const createPod = (world: World, name: string): string => {
  const body = { name, image: 'i:1', cpu: { id: 'cpu3c', vcpuCount: 2 } };
  return (answered(world, 'createPod', { body }).body as { readonly id: string }).id;
};

interface PodPage {
  readonly pods: readonly { readonly id: string }[];
  readonly pagination: { readonly nextCursor: string | null; readonly hasNextPage: boolean };
}

const pageAfter = (world: World, cursor: string | null, limit: string): PodPage => {
  const { status, body } = answered(world, 'listPods', { query: { limit, ...(cursor === null ? {} : { cursor }) } });
  expect(status).toBe(200);
  return body as Json as unknown as PodPage;
};

test('600 pods are walked by cursor while pods come and go: none twice, and none missed of those that lived throughout', () => {
  const { world, ids } = worldWithPods(podCount, 7);
  const seen: string[] = [];
  const gone = new Set<string>();
  let cursor: string | null = null;
  for (let pages = 0; pages < podCount; pages++) {
    const { pods, pagination }: PodPage = pageAfter(world, cursor, '23');
    seen.push(...pods.map(({ id }) => id));
    expect(pagination.hasNextPage).toBe(pagination.nextCursor !== null);
    cursor = pagination.nextCursor;
    if (cursor === null) break;
    // One comes; of those that are there three go: the last that was given, where the walk goes on, one ahead of it, and one behind.
    createPod(world, `late-${pages}`);
    for (const id of [pages % 2 === 0 ? pods.at(-1)?.id : undefined, ids[pages * 11], ids[podCount - 1 - pages * 3]]) {
      if (id === undefined || gone.has(id)) continue;
      expect(answered(world, 'deletePod', { named: { pod: id } }).status).toBe(204);
      gone.add(id);
    }
    world.advance({ by: seconds(1) });
  }
  expect(seen.length).toBeGreaterThan(560);
  expect(gone.size).toBeGreaterThan(60);
  expect(new Set(seen).size).toBe(seen.length);
  const met = new Set(seen);
  expect(ids.filter((id) => !gone.has(id) && !met.has(id))).toStrictEqual([]);
});

test('without a limit a page has 1,000', () => {
  const { world } = worldWithPods(1_001, 500);
  const { body } = answered(world, 'listPods', {});
  expect((body as Json as unknown as PodPage).pods).toHaveLength(1_000);
  expect((body as Json as unknown as PodPage).pagination.hasNextPage).toBe(true);
});
