import { rmSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isOlder } from './build.ts';
import { Folder } from './folder.ts';

/** Everything was written at the second 1,000, and the build made at 2,000. */
const built = () => {
  const folder = new Folder();
  const source = folder.write('engine/job/decide.ts', '');
  const build = folder.write('dist/built', '');
  for (const path of ['engine/job/decide.ts', 'engine/job', 'engine']) utimesSync(folder.at(path), 1_000, 1_000);
  utimesSync(build, 2_000, 2_000);
  return { source, isStale: () => isOlder(build, [folder.at('engine')]) };
};

test('a build is stale once a source is written after it', () => {
  const { source, isStale } = built();
  expect(isStale()).toBe(false);
  utimesSync(source, 3_000, 3_000);
  expect(isStale()).toBe(true);
});

test('a build is stale once a source is taken away after it', () => {
  const { source, isStale } = built();
  rmSync(source);
  expect(isStale()).toBe(true);
});
