import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realDisk } from '../../adapters/store/disk.ts';
import { makeFolder, makeFolderSync } from '../../adapters/store/files.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
// biome-ignore format: a table
const ways: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
  ['asynchronously', (path) => makeFolder(realDisk, path)],
  ['synchronously',  async (path) => makeFolderSync(path)],
];

describe.each(ways)('a folder that is made %s', (how, make) => {
  test('is there with those above it, also when it was there before', async () => {
    const path = folder.at(`${how}/a/b/c`);
    await make(path);
    await make(path);
    expect(statSync(path).isDirectory()).toBe(true);
  });

  test.each(['/proc/x', '/proc/x/y/z', '/dev/null', '/dev/null/x'])('is an error at once below %s', async (path) => {
    await expect(make(path)).rejects.toThrow(/ENOENT|EEXIST|ENOTDIR/);
  });
});

test('no adapter makes folders in the recursive way of Node 20, which does not end below /proc', () => {
  const sources = readdirSync('adapters', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const found = sources.filter((name) => /mkdir(Sync)?\([^;]*recursive/.test(readFileSync(join('adapters', name), 'utf8')));
  expect(found).toStrictEqual([]);
});
