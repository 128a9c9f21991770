import { expect, test } from 'vitest';
import type { Disk } from '../../adapters/store/disk.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { StoreLocked, StoreLost, StoreUnwritable } from '../../adapters/store/problems.ts';
import type { Store } from '../../adapters/store/store.ts';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { all, entries, headerFor } from './entries.ts';
import { FakeClock, settled, whileTimePasses } from './fakeClock.ts';
import { SimulatedDisk } from './simulatedDisk.ts';

/** Hosts with kernels of their own that share a file system: neither can ask the other's kernel (store.one-owner). */
const shared = () => {
  const disk = new SimulatedDisk(new Choice('1', 'two hosts'));
  const host = (kernel: string, change: (disk: Disk) => Disk = (same) => same) => {
    const clock = new FakeClock();
    const said: string[] = [];
    const open = (): Promise<Store> =>
      openFileStore('/data', { disk: change(disk.mount(kernel)), kernel, clock, onWait: (words) => said.push(words) });
    return { clock, open, said };
  };
  return { disk, host };
};

const header = headerFor('a');

test('a directory on a shared file system is refused while its owner on another host renews its claim', async () => {
  const { host } = shared();
  const [a, b] = [host('kernel-a'), host('kernel-b')];
  const store = await a.open();
  const log = await store.create('a', header);
  for (let round = 0; round < 4; round++) {
    const second = whileTimePasses([a.clock, b.clock], b.open());
    await expect(second).rejects.toThrow(StoreLocked);
    await expect(second).rejects.toThrow('which renews its claim: stop it first, or use another folder');
    expect(b.said[round]).toContain('which cannot be asked from here: waiting 12.5 s for a sign of it');
    await log.append(round * 3, entries(round * 3 + 1, round * 3 + 3));
  }
  await store.close();
  // An owner that says goodbye is not waited for.
  await (await b.open()).close();
});

test('it is taken over once the lease is over, and the owner before acknowledges nothing more', async () => {
  const { host } = shared();
  const [a, b] = [host('kernel-a'), host('kernel-b')];
  const before = await (await a.open()).create('a', header);
  await before.append(0, entries(1, 5));
  await a.clock.run(60_000);
  await before.append(5, entries(6, 7));

  const store = await whileTimePasses([b.clock], b.open());
  const log = await store.open('a');
  expect(await all(log.read())).toStrictEqual(entries(1, 7));
  await log.append(7, entries(8, 9, 'later'));

  a.clock.stall(60_000);
  await expect(before.append(7, entries(8, 8))).rejects.toThrow(StoreLost);
  await expect(before.append(7, entries(8, 8))).rejects.toThrow('has another owner');
  await expect(before.saveSnapshot(7, Uint8Array.of(1))).rejects.toThrow(StoreLost);
  await a.clock.run(60_000);
  await log.append(9, entries(10, 10, 'later'));
  expect(await all(log.read())).toStrictEqual([...entries(1, 7), ...entries(8, 10, 'later')]);
  await store.close();
  const again = await (await b.open()).open('a');
  expect(await all(again.read())).toStrictEqual([...entries(1, 7), ...entries(8, 10, 'later')]);
});

test('a write that was under way when its owner was stopped for long is not acknowledged, and changes nothing', async () => {
  const { host } = shared();
  let isSlow = false;
  let goOn = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const a = host('kernel-a', (disk) => ({
    ...disk,
    open: async (path, flags) => {
      const file = await disk.open(path, flags);
      const write = async (...args: Parameters<typeof file.write>) => {
        if (isSlow && path.endsWith('log.ndjson')) await waits;
        return file.write(...args);
      };
      return { ...file, write: write as typeof file.write };
    },
  }));
  const b = host('kernel-b');
  const before = await (await a.open()).create('a', header);
  await before.append(0, entries(1, 5));
  isSlow = true;
  const slow = before.append(5, entries(6, 40));
  slow.catch(() => undefined);
  await settled();

  const store = await whileTimePasses([b.clock], b.open());
  const log = await store.open('a');
  await log.append(5, entries(6, 9, 'later'));
  a.clock.stall(60_000);
  goOn();
  await expect(slow).rejects.toThrow(StoreLost);
  await store.close();
  const again = await (await b.open()).open('a');
  expect(await all(again.read())).toStrictEqual([...entries(1, 5), ...entries(6, 9, 'later')]);
});

test('an owner that was stopped for long goes on where no other wants the directory', async () => {
  const { host } = shared();
  const a = host('kernel-a');
  const log = await (await a.open()).create('a', header);
  a.clock.stall(600_000);
  await log.append(0, entries(1, 5));
  expect(log.length).toBe(5);
});

test('while another host waits for its lease to end, an owner that wakes up late acknowledges nothing, and then keeps the directory', async () => {
  const { host } = shared();
  const [a, b] = [host('kernel-a'), host('kernel-b')];
  const log = await (await a.open()).create('a', header);
  const second = b.open();
  second.catch(() => undefined);
  await b.clock.run(11_000);
  a.clock.stall(11_000);
  await expect(log.append(0, entries(1, 5))).rejects.toThrow(StoreUnwritable);
  // The other has seen a renewal.
  await expect(whileTimePasses([b.clock], second)).rejects.toThrow(StoreLocked);
  await log.append(0, entries(1, 5));
  expect(log.length).toBe(5);
});

test('a host that was killed is waited for once, and another process of the same host not at all', async () => {
  const { disk, host } = shared();
  const a = host('kernel-a');
  await (await (await a.open()).create('a', header)).append(0, entries(1, 5));
  disk.kill();
  const again = await host('kernel-a').open();
  expect((await again.open('a')).length).toBe(5);
  disk.kill();
  const b = host('kernel-b');
  const store = await whileTimePasses([b.clock], b.open());
  expect(b.said).toHaveLength(1);
  expect((await store.open('a')).length).toBe(5);
  expect(b.clock.now()).toBeGreaterThanOrEqual(12_500);
});

test('where a file system has no sockets, the lease alone holds', async () => {
  const { host } = shared();
  const without = (disk: Disk): Disk => ({ ...disk, listen: () => Promise.reject(new Error('ENOTSUP')) });
  const [a, b] = [host('kernel-a', without), host('kernel-a', without)];
  const store = await a.open();
  await expect(whileTimePasses([a.clock, b.clock], b.open())).rejects.toThrow(StoreLocked);
  await store.close();
  await (await b.open()).close();
});
