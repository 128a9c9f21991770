import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the build writes last. */
const builtLast = 'dist/docs/swagger-ui.css';

/** Some tests start `podsim` as a process of its own: it is built first, unless it is newer than all it is made of. */
export const setup = (): void => {
  if (!existsSync(builtLast) || isOlder(builtLast, ['engine', 'adapters', 'build.mjs', 'package-lock.json'])) {
    execFileSync('npx', ['tsc', '-b', 'engine', 'adapters/console', 'adapters'], { stdio: ['ignore', 'inherit', 'ignore'] });
    execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' });
  }
};

/** Whether a file was written before any of the files at and below these paths, or before one was taken away. */
export const isOlder = (file: string, paths: readonly string[]): boolean => {
  const writtenAt = statSync(file).mtimeMs;
  return paths.flatMap(pathsAt).some((path) => statSync(path).mtimeMs > writtenAt);
};

/** A folder is written when a file in it comes or goes. */
const pathsAt = (path: string): string[] =>
  statSync(path).isDirectory()
    ? [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
    : [path];
