import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Disk, realDisk } from '../../adapters/store/disk.ts';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { runningKernel } from '../../adapters/store/lock/claim.ts';
import { StoreLocked } from '../../adapters/store/problems.ts';
import { bundled } from '../support/bundled.ts';
import { Folder } from '../support/folder.ts';
import { all, entries } from './entries.ts';

const folder = new Folder();
let program = '';
beforeAll(async () => {
  program = await bundled('test/store/ownerProcess.ts', folder.at('ownerProcess.mjs'));
});

const started = (role: 'grow' | 'contend', path: string) => {
  const child = spawn(process.execPath, [program, role, path], { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return { child, said: () => said.split('\n').slice(0, -1) };
};

const killed = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

describe('a data directory', () => {
  test('is refused to a second process while the first lives, and taken over without loss when it was killed', async () => {
    const path = folder.at('taken');
    let kept = 0;
    for (let round = 0; round < 3; round++) {
      const { child, said } = started('grow', path);
      await expect.poll(() => said().length).toBeGreaterThan(30 + round * 41);
      const second = openFileStore(path);
      await expect(second).rejects.toThrow(StoreLocked);
      await expect(second).rejects.toThrow(`${path} is in use by process ${child.pid} on this machine (`);
      await killed(child);
      const acknowledged = Math.max(...said().map(Number));
      const store = await openFileStore(path);
      const log = await store.open('a');
      expect(log.length).toBeGreaterThanOrEqual(acknowledged);
      expect(log.length).toBeGreaterThan(kept);
      kept = log.length;
      expect(await all(log.read())).toStrictEqual(entries(1, log.length));
      await store.close();
    }
    // Only the number of its last owner stays.
    expect(readdirSync(`${path}/.lock`)).toStrictEqual(['owner-6']);
  });

  test('never has two owners at once, however many processes want it, also after an owner was killed', async () => {
    const path = folder.at('wanted');
    const dead = started('grow', path);
    await expect.poll(() => dead.said().length).toBeGreaterThan(0);
    await killed(dead.child);
    expect(readdirSync(`${path}/.lock`)).toHaveLength(3);
    const all4 = Array.from({ length: 4 }, () => started('contend', path));
    // All of them compete until each has owned it a few times.
    await expect.poll(() => Math.min(...all4.map(({ said }) => said().length))).toBeGreaterThanOrEqual(5);
    const ended = all4.map(({ child }) => once(child, 'exit'));
    for (const { child } of all4) child.stdin.end();
    expect((await Promise.all(ended)).map(([code]) => code)).toStrictEqual([0, 0, 0, 0]);
    expect(new Set(all4.flatMap(({ said }) => said()))).toStrictEqual(new Set(['alone']));
  });

  test('is refused to a second store of this process, until the first is closed', async () => {
    const path = folder.at('twice');
    const first = await openFileStore(path);
    await expect(openFileStore(path)).rejects.toThrow(`${path} is in use by process ${process.pid} on this machine`);
    await first.close();
    await (await openFileStore(path)).close();
  });

  test('that a podsim claimed which looks at process numbers alone is refused, and the message names the file', async () => {
    const path = folder.at('old');
    mkdirSync(`${path}/.lock`, { recursive: true });
    writeFileSync(`${path}/.lock/17,5,abc,far-away,0123abcd`, '');
    writeFileSync(`${path}/.lock/.DS_Store`, '');
    await expect(openFileStore(path)).rejects.toThrow(
      `${path} is claimed by an older podsim: stop it first; if it is gone for good, remove ${path}/.lock/17,5,abc,far-away,0123abcd`,
    );
    expect(readdirSync(`${path}/.lock`)).toHaveLength(2);
  });

  test('is not taken for another whose path has the same first 107 bytes', async () => {
    const prefix = folder.at('a-long-name-'.repeat(12));
    const other = await openFileStore(`${prefix}other`);
    // What a killed owner left, which nothing answers for.
    mkdirSync(`${prefix}one/.lock`, { recursive: true });
    writeFileSync(`${prefix}one/.lock/${runningKernel()},here,17,0123456789abcdef`, '');
    const one = await openFileStore(`${prefix}one`);
    await expect(openFileStore(`${prefix}one`)).rejects.toThrow(StoreLocked);
    await one.close();
    await (await openFileStore(`${prefix}one`)).close();
    await expect(openFileStore(`${prefix}other`)).rejects.toThrow(StoreLocked);
    await other.close();
  });

  test('is not owned without the socket of its claim: an owner that takes over may remove it before there is a claim', async () => {
    const path = folder.at('bare');
    let isRemoved = false;
    const listen: Disk['listen'] = async (at) => {
      const bound = await realDisk.listen(at);
      if (!isRemoved) renameSync(`${path}/.lock/${basename(at)}`, `${path}/away`);
      isRemoved = true;
      return bound;
    };
    const first = await openFileStore(path, { disk: { ...realDisk, listen } });
    await expect(openFileStore(path)).rejects.toThrow(StoreLocked);
    await first.close();
  });

  test('is claimed again where another process that takes over has removed the new claim, whose socket it had removed before', async () => {
    const path = folder.at('swept');
    let claims = 0;
    const open: Disk['open'] = async (at, flags) => {
      if (flags === 'r+' && at.includes('/.lock/') && ++claims === 1) rmSync(at);
      return realDisk.open(at, flags);
    };
    const first = await openFileStore(path, { disk: { ...realDisk, open } });
    expect(claims).toBeGreaterThan(1);
    await expect(openFileStore(path)).rejects.toThrow(StoreLocked);
    await first.close();
  });
});
