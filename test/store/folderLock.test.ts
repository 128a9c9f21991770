import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { openFileStore } from '../../adapters/store/fileStore.ts';
import { StoreLocked } from '../../adapters/store/problems.ts';
import { maybeAlive, thisProcess } from '../../adapters/store/processes.ts';
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
    expect(readdirSync(`${path}/.lock`)).toStrictEqual([]);
  });

  test('never has two owners at once, however many processes want it, also after an owner was killed', async () => {
    const path = folder.at('wanted');
    const dead = started('grow', path);
    await expect.poll(() => dead.said().length).toBeGreaterThan(0);
    await killed(dead.child);
    expect(readdirSync(`${path}/.lock`)).toHaveLength(1);
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

  test('that a process on another host owns is refused, and the message names the lock file', async () => {
    const path = folder.at('afar');
    mkdirSync(`${path}/.lock`, { recursive: true });
    writeFileSync(`${path}/.lock/17,5,abc,far-away,0123abcd`, '');
    writeFileSync(`${path}/.lock/.DS_Store`, '');
    await expect(openFileStore(path)).rejects.toThrow(
      `${path} is in use by process 17 on far-away, which cannot be seen from here: stop it first, or use another folder; if it is gone for good, remove ${path}/.lock/17,5,abc,far-away,0123abcd`,
    );
    expect(readdirSync(`${path}/.lock`)).toHaveLength(2);
  });
});

describe('a process', () => {
  const here = thisProcess();

  // biome-ignore format: a table
  test.each<[string, Partial<typeof here>, boolean]>([
    ['this one',                              {},                               true],
    ['on another host',                       { host: 'far-away', pid: 1 },     true],
    ['that is gone',                          { pid: 2 ** 22 + 1 },             false],
    ['from before the machine was restarted', { boot: 'another' },              false],
  ])('%s may be alive, or is not', (_, change, alive) => {
    expect(maybeAlive({ ...here, ...change })).toBe(alive);
  });

  test.runIf(here.started !== '')('whose number another has now is gone', () => {
    expect(maybeAlive({ ...here, started: `${Number(here.started) - 1}` })).toBe(false);
    expect(maybeAlive({ ...here, started: '' })).toBe(true);
  });

  test.runIf(here.started !== '')('that was killed is gone, though its parent has not taken note', async () => {
    const parent = spawn('bash', ['-c', 'sleep 60 & exec sh -c "echo $!; exec sleep 60"'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(String(line));
    expect(maybeAlive({ ...here, pid, started: '' })).toBe(true);
    // The shell replaces itself with a process that does not reap its children.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => maybeAlive({ ...here, pid, started: '' })).toBe(false);
    expect(process.kill(pid, 0)).toBe(true);
    await killed(parent);
  });
});
