// The files of the engine that do anything: a mutant has to stand in each.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

const engine = fileURLToPath(new URL('../../engine/', import.meta.url));

/** What is left of a source without its types, its comments and what it only passes on. */
export const codeOf = (/** @type {string} */ name, /** @type {string} */ source) =>
  transformSync(name, source)
    .code.replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^import\b[^;]*;$/gm, '')
    .replaceAll(/^export (?:\*|\{[^}]*\})[^;]*;$/gm, '')
    .trim();

/** The paths below `engine/` of the files that have code, in order. */
export const filesWithCode = () =>
  readdirSync(engine, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .filter((path) => codeOf(path, readFileSync(`${engine}${path}`, 'utf8')) !== '')
    .sort();
