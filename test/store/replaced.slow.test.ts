import { describe, expect, test } from 'vitest';
import type { Disk } from '../../adapters/store/disk.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { memoryStore } from '../../adapters/store/memoryStore.ts';
import { StoreConflict } from '../../adapters/store/problems.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { all, entries, headerFor } from './entries.ts';
import { FakeClock } from './fakeClock.ts';
import { SimulatedDisk } from './simulatedDisk.ts';

const [before, after] = [entries(1, 5), entries(1, 3, 'anew')];

/** The disk, whose process ends at a call to it: the `last` one of those from `begin` on. */
const endingAt = (disk: Disk, last: number, end: () => void) => {
  let [isCounted, calls] = [false, 0];
  const counted: Disk = { ...disk };
  for (const name of ['open', 'mkdir', 'readdir', 'rename', 'rm'] as const)
    Object.assign(counted, {
      [name]: async (...args: unknown[]) => {
        if (isCounted && ++calls === last) end();
        const result = await (disk[name] as (...given: unknown[]) => Promise<unknown>)(...args);
        return name === 'open' ? withSyncs(result as object) : result;
      },
    });
  const withSyncs = (file: object) => ({
    ...file,
    sync: async () => {
      if (isCounted && ++calls === last) end();
      return (file as { sync(): Promise<void> }).sync();
    },
  });
  return {
    disk: counted,
    begin: () => {
      isCounted = true;
    },
  };
};

describe.each(['killed', 'without power'])('however early a process is %s that replaces a world,', (how) => {
  test('the one or the other world is there, whole', async () => {
    const seen = new Set<string>();
    let isOver = false;
    let last = 0;
    while (!isOver) {
      last += 1;
      const disk = new SimulatedDisk(new Choice('1', `replaced ${how} ${last}`));
      const clock = new FakeClock();
      const first = endingAt(disk.mount(), last, () => (how === 'killed' ? disk.kill() : disk.losePower()));
      const store = await openFileStore('/data', { disk: first.disk, kernel: 'k', clock });
      await (await store.create('a', headerFor('a'), before)).close();
      first.begin();
      const replaced = store.create('a', headerFor('b'), after, true).then(() => 'done');
      const outcome = await Promise.race([replaced, new Promise((resolve) => setTimeout(resolve, 20))]);
      isOver = outcome === 'done';
      if (isOver) disk.kill();

      const again = await openFileStore('/data', { disk: disk.mount(), kernel: 'k', clock });
      expect(await again.worlds(), `ended at call ${last}`).toStrictEqual(['a']);
      const log = await again.open('a');
      const isNew = log.header.definition.seed === headerFor('b').definition.seed;
      expect(await all(log.read()), `ended at call ${last}`).toStrictEqual(isNew ? after : before);
      if (isOver) expect(isNew).toBe(true);
      seen.add(isNew ? 'new' : 'old');
      await again.close();
      expect((await disk.mount().readdir('/data')).sort()).toStrictEqual(['.lock', 'a']);
    }
    expect(last).toBeGreaterThan(8);
    expect([...seen].sort()).toStrictEqual(['new', 'old']);
  });
});

test('names that differ only in case are one name', async () => {
  const files = await openFileStore('/data', {
    disk: new SimulatedDisk(new Choice('1', 'case')).mount(),
    kernel: 'k',
    clock: new FakeClock(),
  });
  for (const store of [files, memoryStore()]) {
    await store.create('World', headerFor('a'));
    const second = store.create('world', headerFor('a'));
    await expect(second).rejects.toThrow(StoreConflict);
    await expect(second).rejects.toThrow("there is a world 'World' already; names that differ only in case are one name");
    await expect(store.create('wORLD', headerFor('a'), [], true)).rejects.toThrow(StoreConflict);
    expect(await store.worlds()).toStrictEqual(['World']);
    await store.close();
  }
});
