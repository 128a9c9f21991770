import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const bundle = 'dist/bin/podsim.js';

/** Some tests start `podsim` as a process of its own: it is built first, unless it is newer than all it is made of. */
export const setup = (): void => {
  if (!existsSync(bundle) || isOlder(bundle, ['engine', 'adapters', 'build.mjs'])) {
    execFileSync('npx', ['tsc', '-b', 'engine', 'adapters/console', 'adapters'], { stdio: ['ignore', 'inherit', 'ignore'] });
    execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
  }
};

/** Whether a file was written before any of the files at and below these paths. */
export const isOlder = (file: string, paths: readonly string[]): boolean => {
  const writtenAt = statSync(file).mtimeMs;
  return paths.flatMap(filesAt).some((path) => statSync(path).mtimeMs > writtenAt);
};

const filesAt = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((name) => statSync(name).isFile())
    : [path];
