import { readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Reader } from '../../engine/index.ts';
import { BadInput } from './exit.ts';

export const scenarioEnding = '.scenario.yaml';
export const studyEnding = '.study.yaml';
const bytesMax = 4_000_000;

/** The scenario files that paths name: files themselves, and folders with everything below them, sorted by name. */
export const scenarioFiles = (paths: readonly string[], endings: readonly string[] = [scenarioEnding]): readonly string[] => {
  const files = paths.flatMap((path) => (stat(path).isDirectory() ? filesBelow(path, endings) : [path]));
  if (files.length === 0) throw new BadInput(`no ${endings.map((ending) => `*${ending}`).join(' or ')} in ${paths.join(', ')}`);
  return files;
};

/** The files below a folder whose names end so, sorted by name. */
export const filesBelow = (folder: string, endings: readonly string[]): string[] =>
  orBadInput(folder, () => readdirSync(folder, { withFileTypes: true }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((item) => {
      const path = join(folder, item.name);
      if (item.isDirectory()) return item.name === 'node_modules' ? [] : filesBelow(path, endings);
      return endings.some((ending) => item.name.endsWith(ending)) ? [path] : [];
    });

export const readText = (path: string): string => {
  const { size } = stat(path);
  if (size > bytesMax) throw new BadInput(`${path}: has ${size} bytes; a scenario file has at most ${bytesMax}`);
  return orBadInput(path, () => readFileSync(path, 'utf8'));
};

/** Writes a file completely or not at all: the old content stays until the new one is complete. */
export const writeText = (path: string, text: string): void => {
  const partial = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new BadInput(`${path}: cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
};

/** Reads the files that a scenario includes, if they are really in the scenario's folder after following links. */
export const readerFor = (scenario: string): Reader => readerIn(dirname(scenario));

/** Reads the scenario files that a lesson names, too: they may be anywhere in the folder above it. */
export const lessonReaderFor = (lesson: string): Reader => readerIn(dirname(dirname(resolve(lesson))));

const readerIn =
  (folder: string): Reader =>
  (path) => {
    try {
      const root = realpathSync(folder);
      const real = realpathSync(path);
      return real.startsWith(root + sep) && statSync(real).isFile() ? readText(real) : undefined;
    } catch (error) {
      if (error instanceof BadInput) throw error;
      return undefined;
    }
  };

const stat = (path: string) => orBadInput(path, () => statSync(path));

const orBadInput = <T>(path: string, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadInput(code === 'ENOENT' ? `${path}: there is no such file or folder` : `${path}: cannot be read (${code ?? 'unknown'})`);
  }
};
