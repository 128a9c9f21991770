import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { civil, type Said } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

/** The code cache is only a shortcut: whatever its files contain, a start works as without them. */

const folder = new Folder();
const scripts = readdirSync(dirname(bundle)).filter((name) => !name.endsWith('.cache'));
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

/** The folder after a first start, and what that printed. */
const primed = new Folder();
let first: Said;

const copyScripts = (to: Folder): void => {
  for (const name of scripts) cpSync(`${dirname(bundle)}/${name}`, to.at(name), { recursive: true });
};

beforeAll(() => {
  copyScripts(folder);
  first = played();
  cpSync(folder.path, primed.path, { recursive: true });
});

beforeEach(() => {
  rmSync(folder.path, { recursive: true, force: true });
  mkdirSync(folder.path);
  copyScripts(folder);
});

/** Brings the folder to where it is after a first start. */
const prime = (): void => cpSync(primed.path, folder.path, { recursive: true });

const played = (): Said => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [folder.at('podsim.js'), 'run', scenario], { encoding: 'utf8' });
  return civil({ code: status, out: stdout, err: stderr });
};

/** The files that a start has written, with their identities: a file that was written again has another one. */
const kept = () =>
  folder
    .names()
    .filter((name) => !scripts.includes(name))
    .map((name) => ({ name, file: statSync(folder.at(name)).ino }));

const keptFile = () => folder.at(kept()[0]?.name ?? '');

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

test('where the cache cannot be written, a start works without it', () => {
  prime();
  const file = keptFile();
  rmSync(file);
  mkdirSync(file);
  expect(played()).toStrictEqual(first);
  expect(kept()).toHaveLength(1);
});

test('other commands write no cache, because they compile too little', () => {
  const { stdout } = spawnSync(process.execPath, [folder.at('podsim.js'), '--version'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(kept()).toStrictEqual([]);
});

test('neither do runs that are refused before they play', () => {
  const { status } = spawnSync(process.execPath, [folder.at('podsim.js'), 'run', scenario, '--reporter', 'loud'], { encoding: 'utf8' });
  expect(status).toBe(3);
  expect(kept()).toStrictEqual([]);
});

test('neither do runs in threads, because the threads compile what they need; but they read it', () => {
  const inThreads = () => {
    const args = [folder.at('podsim.js'), 'run', scenario, '--seeds', '1..2', '--jobs', '2', '--reporter', 'tap'];
    return spawnSync(process.execPath, args, { encoding: 'utf8' });
  };
  const without = inThreads();
  expect(without).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('\nok 2 ') });
  expect(kept()).toStrictEqual([]);
  prime();
  const [before] = kept();
  expect(inThreads().stdout).toBe(without.stdout);
  expect(kept()).toStrictEqual([before]);
});
