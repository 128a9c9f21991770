import { expect, test } from 'vitest';
import { memoryText, memoryWatch } from '../../adapters/cli/serve/memoryWatch.ts';
import { oldSpaceLimit } from '../../adapters/host/vitals.ts';
import { World } from '../../engine/world/world.ts';
import { worldOf } from '../support/worlds/worlds.ts';

test('a heap that is nearly full is reported once, and again only after there was room', () => {
  const said: number[] = [];
  let usedBytes = 0;
  const check = memoryWatch(
    () => ({ usedBytes, limitBytes: 100 }),
    (heap) => said.push(heap.usedBytes),
  );
  for (usedBytes of [50, 79, 80, 95, 70, 92, 66, 99, 65, 79, 81]) check();
  expect(said).toStrictEqual([80, 81]);
});

// V8 reports 112 MB for the first: that includes room for new objects, which 64 MB of old ones never reach.
test.each([
  [['--max-old-space-size=64'], 64 * 2 ** 20],
  [['--expose-gc', '--trace-warnings --max_old_space_size=192 --inspect'], 192 * 2 ** 20],
  [['--max-semi-space-size=64', ''], undefined],
])('the limit is that of the old generation: %j', (options, bytes) => {
  expect(oldSpaceLimit(options)).toBe(bytes);
});

test('the message names what filled the heap, and what to do', () => {
  const world = new World(worldOf());
  const hosted = (id: string) => ({ id, world, clock: { clock: 'manual' } as const });
  const text = memoryText({ usedBytes: 180_000_000, limitBytes: 200_000_000 }, { worlds: () => [hosted('a'), hosted('b')] });
  const { length } = world.log;
  expect(text).toBe(
    `podsim: memory is nearly full: 180 of 200 MB of heap are used, by 2 worlds with ${2 * length} log entries in memory (most of them in a: ${length}); ` +
      'drop or reset worlds, or start with a lower --limit logEntriesInMemory=N, or with NODE_OPTIONS=--max-old-space-size=N (MB); otherwise this process ends soon\n',
  );
});
