import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { watch } from 'chokidar';
import { pluralize } from '../../../engine/process/index.ts';
import { readAnyText, scenarioFiles } from '../files.ts';
import { reportError } from '../terminal/errors.ts';
import { BadInput } from '../terminal/exit.ts';
import { selectAffected } from './affected.ts';
import type { RunOptions } from './options.ts';
import { run } from './run.ts';

/** How long it stays quiet before what has changed is played: an editor writes a file in several steps. */
const quietMs = 150;

/** `podsim run … --watch`: plays the files, and then again what changes of them, until the process ends. */
export const runWatching = (paths: readonly string[], options: RunOptions): Promise<never> => {
  if (options.reporter !== 'pretty') throw new BadInput(`--watch goes on, and '${options.reporter}' is a whole file: leave out --reporter`);
  if (options.log !== undefined) throw new BadInput('--watch plays many times, and --log writes the log of one run: leave one of them out');
  // What --update writes beside the files is no change of theirs.
  const isIgnored = (file: string): boolean => options.update === true && file.endsWith('.timeline.txt');
  return watchRuns(paths, (files) => run(files, options), isIgnored);
};

/** Plays the files, and then again what changes of them, until the process ends. */
const watchRuns = async (
  paths: readonly string[],
  play: (files: readonly string[]) => number | Promise<number>,
  isIgnored: (file: string) => boolean,
): Promise<never> => {
  const changed = new Set<string>();
  let wake = (): void => {};
  const folders = paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path)));
  const watcher = watch(folders, { ignoreInitial: true, ignored: (path) => /(?:^|[\\/])(?:node_modules|\.git)(?:[\\/]|$)/.test(path) });
  watcher.on('all', (_event, path) => {
    if (isIgnored(path)) return;
    changed.add(path);
    wake();
  });
  const ready = new Promise<void>((resolve) => watcher.once('ready', resolve));
  await playSafely(() => play(paths));
  await ready;
  for (;;) {
    process.stderr.write('watching; Ctrl-C ends\n');
    await new Promise<void>((resolve) => {
      wake = resolve;
      if (changed.size > 0) resolve();
    });
    await settle(changed);
    const again = await playSafely(() => selectFiles(paths, changed));
    changed.clear();
    if (again === undefined || again.length === 0) continue;
    process.stderr.write(`changed: ${again.length === 1 ? again[0] : pluralize(again.length, 'scenario file')}\n`);
    await playSafely(() => play(again));
  }
};

const selectFiles = (paths: readonly string[], changed: ReadonlySet<string>): readonly string[] => {
  const files = scenarioFiles(paths);
  return [...new Set([...changed].flatMap((path) => selectAffected(path, files, readAnyText)))];
};

/** Waits until nothing more changes for a moment. */
const settle = async (changed: ReadonlySet<string>): Promise<void> => {
  for (let before = -1; before !== changed.size; ) {
    before = changed.size;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
};

/** A file that cannot be read now may be mended by the next change. */
const playSafely = async <Value>(work: () => Value | Promise<Value>): Promise<Value | undefined> => {
  try {
    return await work();
  } catch (error) {
    reportError(error, process.argv.slice(2));
    return undefined;
  }
};
