import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import type { Reader } from '../../engine/scenario/index.ts';
import { explainMissing } from '../store/missingFile.ts';
import { explainUnreadable, findRemedy } from '../store/problems.ts';
import { whyWorkbook } from '../twin/records/workbook.ts';
import { BadInput } from './terminal/exit.ts';

export const scenarioEnding = '.scenario.yaml';
export const studyEnding = '.study.yaml';
export const observationEnding = '.observation.yaml';
/** Of jobs that `observe` submits. */
export const jobsEnding = '.jobs.yaml';
export const taskEnding = '.task.yaml';
const bytesMax = 4_000_000;

/** The scenario files that paths name: files themselves, and folders with everything below them, sorted by name. */
export const scenarioFiles = (paths: readonly string[], endings: readonly string[] = [scenarioEnding]): readonly string[] => {
  const files = paths.flatMap((path) => (stat(path).isDirectory() ? filesBelow(path, endings) : [path]));
  if (files.length > 0) return files;
  const wanted = endings.map((ending) => `*${ending}`).join(' or ');
  const [other] = paths.flatMap((path) => filesBelow(path, ['.yaml', '.yml']));
  const why = other === undefined ? undefined : whyOtherKind(other, '');
  const rename = why === undefined ? 'rename it, or name the file itself' : `it ${why}`;
  throw new BadInput(
    `no ${wanted} in ${paths.join(', ')}; ${other === undefined ? 'name another folder, or a file' : `there is ${other}: ${rename}`}`,
  );
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

/** The text of a file of YAML. Throws where it cannot be one. */
export const readText = (path: string): string => {
  const text = readAnyText(path);
  const other = notYaml(path, text);
  if (other !== undefined) throw new BadInput(`${path}: ${other}`);
  return text;
};

/** Files that a command may be given for another kind, and what plays them. */
const kindsOfFiles: readonly (readonly [ending: RegExp, what: string, command: string])[] = [
  [/\.scenario\.ya?ml$/, 'a scenario', 'run'],
  [/\.study\.ya?ml$/, 'a study', 'study'],
  [/\.lesson\.ya?ml$/, 'a lesson', 'learn'],
  [/\.task\.ya?ml$/, 'a task', 'task run'],
  [/\.(?:csv|tsv|ndjson|jsonl)(?:\.gz)?$/i, 'a table of records', 'study'],
];

/** Why a command that wants another kind of file cannot read this one, and which command does; undefined if its name says nothing else. */
export const whyOtherKind = (path: string, command: string): string | undefined => {
  const other = kindsOfFiles.find(([ending]) => ending.test(path));
  if (other === undefined || other[2] === command) return undefined;
  return `is ${other[1]}: \`podsim ${other[2]} ${path}\` reads it`;
};

/** What a file has instead of YAML, and what to do; undefined if it may be YAML. */
export const notYaml = (path: string, text: string): string | undefined => {
  if (text.split('\n').every((line) => /^\s*(?:#|$)/.test(line))) return 'is empty: `podsim new` writes files to start from';
  return text.startsWith('{"definition":')
    ? `is a log, not a scenario: \`podsim log record ${path} --out NAME${scenarioEnding}\` writes it as one`
    : undefined;
};

export const readAnyText = (path: string): string => {
  const { size } = stat(path);
  if (size > bytesMax) throw new BadInput(`${path}: has ${size} bytes; a scenario file has at most ${bytesMax}`);
  const bytes = orBadInput(path, () => readFileSync(path));
  const workbook = whyWorkbook(bytes);
  if (workbook !== undefined) throw new BadInput(`${path}: ${workbook}`);
  const first = bytes.subarray(0, encodedMax);
  // UTF-16 with a mark, or without one: every other byte of a text in English is zero.
  if (first.includes(0) && (/^(?:fffe|feff)/.test(first.toString('hex')) || first.filter((byte) => byte === 0).length * 3 > first.length))
    throw new BadInput(`${path}: is written in UTF-16; save it as UTF-8: iconv -f UTF-16 -t UTF-8 ${path} > NEW`);
  return bytes.toString('utf8');
};

/** How much of a file says how it is encoded. */
const encodedMax = 256;

/** Writes a file completely or not at all: the old content stays until the new one is complete. */
export const writeText = (path: string, text: string | Uint8Array): void => {
  const partial = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(partial, text);
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw cannotBeWritten(path, error);
  }
};

/** What the person can do where a file cannot be written. */
export const cannotBeWritten = (path: string, error: unknown): BadInput => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new BadInput(`${path}: cannot be written (${code})${findRemedy(code)}`);
};

/** Throws if a command would write over a file that it reads. */
export const checkOther = (out: string, read: readonly string[], option = '--out'): void => {
  const isOut = existsSync(out) ? realpathSync(out) : undefined;
  const same = isOut === undefined ? undefined : read.find((path) => existsSync(path) && realpathSync(path) === isOut);
  if (same !== undefined) throw new BadInput(`${option} ${out} would overwrite what is read: name another file`);
};

/** Throws if files with other contents would be lost: their owner may have changed them. */
export const checkUnchanged = (folder: string, files: readonly { readonly name: string; readonly text: string }[]): void => {
  const changed = files
    .map(({ name, text }) => [join(folder, name), text] as const)
    .find(([path, text]) => existsSync(path) && readText(path) !== text);
  if (changed !== undefined)
    throw new BadInput(
      `${changed[0]} is there, and is not what would be written: it may have your changes, or come of other options, such as another --goal. Name another folder, or write over it with --force`,
    );
};

/** Throws if a page would be written under a name that says it is something else. */
export const checkPageName = (out: string, option = '--out'): void => {
  const ending = extname(out);
  const isFolder = existsSync(out) && statSync(out).isDirectory();
  if (!existsSync(dirname(out))) throw cannotBeWritten(out, { code: 'ENOENT' });
  if (isFolder || ['.html', '.htm'].includes(ending.toLowerCase())) return;
  const [said, name] = ending === '' ? ['', out] : [`, and no ${ending.slice(1)}`, out.slice(0, -ending.length)];
  throw new BadInput(`${option} ${out}: a page is HTML${said}: write it to ${name}.html, and open that in a browser`);
};

/** Throws if files cannot be written into a folder, before long work is done for them. The folder need not exist. */
export const checkFolder = (folder: string): void => {
  let existing = resolve(folder);
  while (!existsSync(existing)) existing = dirname(existing);
  if (!statSync(existing).isDirectory()) throw new BadInput(`${existing} is a file, so ${folder} cannot be a folder: name another one`);
  try {
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw cannotBeWritten(folder, error);
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
      return real.startsWith(root + sep) && statSync(real).isFile() ? readAnyText(real) : undefined;
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
    throw new BadInput(`${path}: ${code === 'ENOENT' ? explainMissing(path) : (unreadable[code ?? ''] ?? explainUnreadable(code))}`);
  }
};

// biome-ignore format: a table
const unreadable: Readonly<Record<string, string>> = {
  EISDIR:  'is a folder, not a file',
  ENOTDIR: 'is no folder: name another one',
  EACCES:  'the permission to read it is missing (EACCES): let this user read it',
};
