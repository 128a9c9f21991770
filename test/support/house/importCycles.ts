import { posix } from 'node:path';
import type { SourceFile } from './architecture.ts';

/** The groups of files that import each other in a ring, types included; each sorted, the largest first. */
export const importCycles = (files: readonly SourceFile[]): readonly (readonly string[])[] => {
  const imports = new Map(files.map(({ path, text }) => [path, importedBy(path, text)]));
  const found: string[][] = [];
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): void => {
    numbers.set(path, numbers.size);
    lowest.set(path, numbers.get(path) ?? 0);
    open.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!numbers.has(target)) visit(target);
      if (open.includes(target)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(target) ?? 0));
    }
    if (lowest.get(path) !== numbers.get(path)) return;
    const ring = open.splice(open.indexOf(path));
    if (ring.length > 1) found.push(ring.sort());
  };
  for (const { path } of files) if (!numbers.has(path)) visit(path);
  return found.sort((a, b) => b.length - a.length);
};

/** The files that are loaded with one, itself included: those it imports, those that they import, and so on; not those that only give types. */
export const closureOf = (files: readonly SourceFile[], path: string): readonly string[] => {
  const texts = new Map(files.map((file) => [file.path, file.text]));
  const loaded = new Set<string>();
  const load = (one: string): void => {
    const text = texts.get(one);
    if (text === undefined || loaded.has(one)) return;
    loaded.add(one);
    for (const target of importedBy(one, text.replaceAll(/^(?:import|export) type\b[^;]*;/gm, ''))) load(target);
  };
  load(path);
  return [...loaded];
};

const importedBy = (path: string, text: string): readonly string[] =>
  [...text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'/gm)].map(([, specifier]) =>
    posix.normalize(posix.join(posix.dirname(path), specifier ?? '')),
  );
