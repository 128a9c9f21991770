import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from 'rolldown/utils';

/** The folders of what ships, and of what tests judge it with: each has its twin below `dist/`. */
const shipped = ['engine', 'adapters'];
const rooms = [...shipped, 'test/oracle'];

/**
 * Writes each source of the rooms to `dist/` as JavaScript, one file for each: what bundles are made of, and what tests
 * run. Types are taken away and not checked, which is the work of `npm run check`. A file that is as old as its source is left as it is, and
 * one whose source is gone is removed.
 */
export const transpile = () => {
  const outputs = new Map(rooms.flatMap((room) => sourcesBelow(room).map((source) => [outputOf(source), source])));
  for (const [output, source] of outputs) if (!isCurrent(output, source)) write(output, source);
  for (const room of rooms)
    for (const path of pathsBelow(join('dist', room))) if (statSync(path).isFile() && !outputs.has(path)) rmSync(path);
};

/** What says whether a bundle is current: the sources, and what makes the bundles of them. */
export const stateOfSources = () =>
  [...shipped.flatMap(pathsBelow), 'package-lock.json'].map((path) => `${path} ${statSync(path).mtimeMs}`).join('\n');

/** The same of the texts for programs, which are made of the pages. */
export const stateOfPages = () =>
  ['README.md', 'package.json', ...pathsBelow('docs')].map((path) => `${path} ${statSync(path).mtimeMs}`).join('\n');

/** The same of the lessons, and of the scenarios that they are about. */
export const stateOfScenarios = () =>
  pathsBelow('scenarios')
    .map((path) => `${path} ${statSync(path).mtimeMs}`)
    .join('\n');

const pathsBelow = (folder) =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => !name.includes('node_modules'))
    .map((name) => join(folder, name));

const sourcesBelow = (folder) =>
  pathsBelow(folder).filter((path) => /\.(?:tsx?|json|css)$/.test(path) && !/\.d\.ts$|\.test\.ts$|\/tsconfig\.json$/.test(path));

const outputOf = (source) => join('dist', source.replace(/\.tsx?$/, '.js'));

/** A file gets the time of its source, so that an older source, as of another branch, is a change, too. */
const isCurrent = (output, source) => existsSync(output) && timeOf(output) === timeOf(source);

/** The file is there as a whole or not at all: another run may be reading it. */
const write = (output, source) => {
  mkdirSync(dirname(output), { recursive: true });
  const partial = `${output}.${process.pid}.tmp`;
  if (/\.(?:json|css)$/.test(source)) copyFileSync(source, partial);
  else writeFileSync(partial, javaScriptOf(source));
  utimesSync(partial, timeOf(source) / 1000, timeOf(source) / 1000);
  renameSync(partial, output);
};

/** When a file was changed, in whole milliseconds: a time that it was told is off by less than one of them. */
const timeOf = (path) => Math.round(statSync(path).mtimeMs);

const javaScriptOf = (source) => {
  const { code, errors } = transformSync(source, readFileSync(source, 'utf8'), {
    target: 'es2023',
    typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
    jsx: { runtime: 'automatic', importSource: 'preact' },
  });
  const [error] = errors;
  if (error !== undefined) throw new Error(`${source}: ${error.message}`);
  return code;
};
