import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { civil, type Said } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

/** The code cache is only a shortcut: whatever its files contain, a start works as without them. */

const folder = new Folder();
const caches = new Folder();
const scripts = readdirSync(dirname(bundle));
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

/** The folder of caches after a first start, and what that printed. */
const primed = new Folder();
let first: Said;

const copyScripts = (): void => {
  for (const name of scripts) cpSync(`${dirname(bundle)}/${name}`, folder.at(name), { recursive: true });
};

beforeAll(() => {
  copyScripts();
  first = played();
  cpSync(caches.path, primed.path, { recursive: true });
});

beforeEach(() => {
  rmSync(folder.path, { recursive: true, force: true });
  mkdirSync(folder.path);
  copyScripts();
  rmSync(caches.path, { recursive: true, force: true });
  mkdirSync(caches.path);
});

/** Brings the folder of caches to where it is after a first start. */
const prime = (): void => cpSync(primed.path, caches.path, { recursive: true });

const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, [folder.at('podsim.js'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: caches.path, ...env },
  });

const played = (env: NodeJS.ProcessEnv = {}): Said => {
  const { status, stdout, stderr } = start(['run', scenario], env);
  return civil({ code: status, out: stdout, err: stderr });
};

/** The files that a start has written, with their identities: a file that was written again has another one. */
const kept = () => {
  const mine = caches.at('podsim');
  return (existsSync(mine) ? readdirSync(mine) : []).map((name) => ({ name, file: statSync(`${mine}/${name}`).ino }));
};

const keptFile = () => caches.at(`podsim/${kept()[0]?.name ?? ''}`);

/** The content of a cache file: the checksums of the script and of the code, and the code. */
const framed = (code: Uint8Array) => {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(crc32(readFileSync(folder.at('main.js'))), 0);
  header.writeUInt32LE(crc32(code), 4);
  return Buffer.concat([header, code]);
};

test('the first start writes the cache, and the next ones use it', () => {
  expect(played()).toStrictEqual(first);
  expect(first).toMatchObject({ code: 0, err: '', out: expect.stringContaining('1 passed, 0 failed') });
  const after = kept();
  expect(after).toHaveLength(1);
  expect(played()).toStrictEqual(first);
  expect(kept()).toStrictEqual(after);
});

test.each<[string, (file: string, kept: Buffer) => void]>([
  ['nothing', (file) => writeFileSync(file, '')],
  ['half of it', (file, code) => writeFileSync(file, code.subarray(0, code.length / 2))],
  [
    'what has one bit turned',
    (file, code) =>
      writeFileSync(
        file,
        code.map((byte, k) => (k === code.length >> 1 ? byte ^ 1 : byte)),
      ),
  ],
  ['what another V8 made', (file, code) => writeFileSync(file, framed(code.subarray(8).map((byte, k) => (k === 4 ? byte ^ 1 : byte))))],
  ['what is no code', (file) => writeFileSync(file, framed(Buffer.from('no code')))],
])('%s is written again', (_, spoil) => {
  prime();
  const [before] = kept();
  const whole = readFileSync(keptFile());
  spoil(keptFile(), whole);
  expect(played()).toStrictEqual(first);
  expect(kept()).toHaveLength(1);
  expect(kept()[0]?.file).not.toBe(before?.file);
  expect(readFileSync(keptFile()).length).toBeGreaterThan(whole.length / 2);
});

test('code of another script of the same length is not used', () => {
  prime();
  const changed = folder.read('main.js').replaceAll(' passed, ', ' PASSED, ');
  folder.write('main.js', changed);
  expect(played().out).toContain('1 PASSED, 0 failed');
  expect(played().out).toContain('1 PASSED, 0 failed');
});

test('nor is code of another script under the name of this one', () => {
  prime();
  const code = readFileSync(keptFile());
  folder.write('main.js', folder.read('main.js').replaceAll(' passed, ', ' PASSED, '));
  played();
  for (const { name } of kept()) writeFileSync(caches.at(`podsim/${name}`), code);
  expect(played().out).toContain('1 PASSED, 0 failed');
});

test('code that others than its user can write is not used', () => {
  prime();
  chmodSync(keptFile(), 0o666);
  const [before] = kept();
  expect(played()).toStrictEqual(first);
  // It was compiled, and written anew under modes of its own.
  expect(kept()[0]?.file).not.toBe(before?.file);
  expect(statSync(keptFile()).mode & 0o077).toBe(0);
});

test('nothing is written beside the scripts, nor anywhere if there is no folder for caches', () => {
  expect(played({ XDG_CACHE_HOME: '/proc/nowhere', HOME: '/proc' })).toStrictEqual(first);
  expect(played()).toStrictEqual(first);
  expect(folder.names().toSorted()).toStrictEqual(scripts.toSorted());
});

test('of many caches the newest twelve stay', () => {
  prime();
  rmSync(keptFile());
  for (let k = 0; k < 20; k++) caches.write(`podsim/main.js-${k}.cache`, 'old');
  played();
  expect(kept()).toHaveLength(12);
  expect(kept().filter(({ name }) => name.includes('.run-node-'))).toHaveLength(1);
});

test('where the cache cannot be written, a start works without it', () => {
  prime();
  const file = keptFile();
  rmSync(file);
  mkdirSync(file);
  expect(played()).toStrictEqual(first);
  expect(kept()).toHaveLength(1);
});

test('other commands write no cache, because they compile too little', () => {
  const { stdout } = start(['--version']);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toStrictEqual([]);
});

test('neither do runs that are refused before they play', () => {
  const { status } = start(['run', scenario, '--reporter', 'loud']);
  expect(status).toBe(3);
  expect(kept()).toStrictEqual([]);
});

test('neither do runs in threads, because the threads compile what they need; but they read it', () => {
  const inThreads = () => start(['run', scenario, '--seeds', '1..2', '--jobs', '2', '--reporter', 'tap']);
  const without = inThreads();
  expect(without).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('\nok 2 ') });
  expect(kept()).toStrictEqual([]);
  prime();
  const [before] = kept();
  expect(inThreads().stdout).toBe(without.stdout);
  expect(kept()).toStrictEqual([before]);
});
