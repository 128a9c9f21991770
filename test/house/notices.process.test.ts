import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');

/** The packages that the compiled sources below some folders import, `import type` aside: the bundler has to put them into the bundles. */
const importedBelow = (folder: string, leftOut: RegExp): readonly string[] => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js') && !leftOut.test(path));
  const named = sources.flatMap((path) =>
    [...read(`${folder}/${path}`).matchAll(/(?:from|import) ?\(?['"]((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g)].map(
      ([, name = '']) => name,
    ),
  );
  return [...new Set(named)].sort();
};

/** What only others load: `external` in `adapters/build/bundles.mjs`. */
const external = ['bullmq', 'ioredis', 'vitest', 'elkjs'];
const bundled = (names: readonly string[]) => names.filter((name) => !external.includes(name));

const ofEngine = bundled(importedBelow('dist/engine', /^$/));
const ofConsole = bundled(importedBelow('dist/adapters/console/app', /^(?:editor|study)\//));
const ofEditor = bundled(importedBelow('dist/adapters/console/app/editor', /load|port/));
// Only the build and what generates files read the pages' style sheets.
const ofAdapters = bundled(importedBelow('dist/adapters', /^(?:console\/app\/|console\/writer\/sheets\.js|docs\/|site\/|vitest\/)/));

/** What is wrong with a text of notices: packages that it does not name, or whose copyright it does not have. */
const missing = (text: string, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => {
    const folder = `node_modules/${name}`;
    const { version } = JSON.parse(read(`${folder}/package.json`));
    if (!text.includes(`\n${name} ${version} (`)) return [`${name} ${version} is not named`];
    const [file] = readdirSync(folder).filter((one) => /^licen[cs]e/i.test(one));
    const own = /^\s*(copyright .*\S)\s*$/im.exec(read(`${folder}/${file ?? 'README.md'}`))?.[1] ?? 'Permission is hereby granted';
    return text.includes(own) ? [] : [`${name}: '${own}' is not there`];
  });

describe('the notices of the packages that are bundled', () => {
  test('are looked for in lists that have them', () => {
    expect(ofEngine).toEqual(expect.arrayContaining(['fp-ts', 'immer', 'seedrandom', 'xstate', 'yaml', 'zod']));
    expect(ofConsole).toEqual(expect.arrayContaining(['@preact/signals', 'preact']));
    expect(ofEditor).toEqual(expect.arrayContaining(['@codemirror/state', '@codemirror/view']));
    expect(ofAdapters).toEqual(expect.arrayContaining(['commander', 'express', 'helmet', 'tinypool']));
    expect(missing('\nzod 0.0.0 (MIT)\n', ['zod'])).toStrictEqual([expect.stringMatching(/^zod \S+ is not named$/)]);
  });

  test('are beside the bundles, those of what these packages need among them', () => {
    expect(missing(read('dist/lib/NOTICES.txt'), ofEngine)).toStrictEqual([]);
    const ofBin = read('dist/bin/NOTICES.txt');
    expect(missing(ofBin, [...ofEngine, ...ofAdapters, 'body-parser', 'router', 'rolldown'])).toStrictEqual([]);
    expect(ofBin).toContain('Permission is hereby granted, free of charge');
  });

  // biome-ignore format: a table
  test.each([
    ['page',   ofConsole],
    ['course', ofConsole.filter((name) => name !== 'elkjs')],
    ['editor', ofEditor],
    ['study',  ['preact', '@preact/signals']],
  ])('are in the script %s itself, after its code: a page is one file', (name, packages) => {
    const script = read(`dist/console/${name}.js`);
    const notice = script.slice(script.lastIndexOf('\n/*!\n'));
    expect(notice).toMatch(/^\n\/\*!\nThese files contain code of other packages, whose licenses follow\.\n[\s\S]*\*\/\n$/);
    expect(missing(notice, packages)).toStrictEqual([]);
  });
});
