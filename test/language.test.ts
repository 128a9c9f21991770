import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourcesIn } from './support/architecture.ts';
import { checkedPaths, exportedTypes, typeComplaints, wordComplaints } from './support/language.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the words of the project', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trimEnd().split('\n');
  const files = checkedPaths(tracked).map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));

  test('are read in every folder, and at the top level', () => {
    const folders = files.map(({ path }) => (path.includes('/') ? path.replace(/\/.*/, '') : 'top'));
    const sizes = ['adapters', 'docs', 'engine', 'scenarios', 'test', 'top'].map((name) => folders.filter((one) => one === name).length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(4);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(files.length);
  });

  test('are plain: no banned word is among them', () => {
    expect(wordComplaints(files)).toStrictEqual([]);
  });
});

describe('the types of engine and adapters', () => {
  const sources = sourcesIn(root, ['engine', 'adapters']);

  test('are found', () => {
    expect(sources.flatMap(({ text }) => exportedTypes(text)).length).toBeGreaterThan(300);
  });

  test('have a name each: no two modules export the same one', () => {
    expect(typeComplaints(sources)).toStrictEqual([]);
  });
});

// biome-ignore format: a table
test.each([
  ['a comment',                       'a.ts',   '// Whoever calls waits.',                       'Whoever'],
  ['a comment over two lines',        'a.ts',   '/** The world comes\n * to be here. */',         'comes to be'],
  ['a line comment over two lines',   'a.ts',   '// how it came\n// to be',                       'came to be'],
  ['a string',                        'a.ts',   "const words = 'it is told what to do';",         'it is told'],
  ['a string with more than the keyword', 'a.ts', "throw new Error('nobody waits');",              'nobody'],
  ['a template',                      'a.ts',   'const words = `somebody else`;',          'somebody'],
  ['an identifier that it begins',    'a.ts',   'const nobodyWaits = 0;',                         'nobody'],
  ['an identifier that it ends',      'a.ts',   'const forEverybody = 0;',                        'Everybody'],
  ['the name of a constant',          'a.mjs',  'const LUCK_MAX = 0;',                            'LUCK'],
  ['an identifier of several words',  'a.ts',   'const howItCameToBe = 0;',                       'Came To Be'],
  ['a page',                          'a.md',   '# What someone needs',                           'someone'],
  ['a comment of a scenario',         'a.yaml', 'steps: [] # whomever',                           'whomever'],
  ['the title of a scenario',         'a.yaml', 'title: Anybody may read it',                     'Anybody'],
])('a banned word is found in %s', (_, path, text, found) => {
  expect(wordComplaints([{ path, text }])).toStrictEqual([expect.stringMatching(new RegExp(`^${path}:\\d says '${found}'$`))]);
});

// biome-ignore format: a table
test.each([
  ['part of another word',              'a.ts',   "const noBody = 'a cluck, plucked; somebodys';"],
  ['the keyword of the scenario format', 'a.ts',  "if (name === 'nobody') return; // `nobody` sends no key; as: nobody"],
  ['data of a scenario',                'a.yaml', 'seed: nobody\nworld: { error: no luck }'],
])('a word is allowed as %s', (_, path, text) => {
  expect(wordComplaints([{ path, text }])).toStrictEqual([]);
});

test('a complaint names the file and the line', () => {
  const files = [
    { path: 'engine/a.ts', text: '\n// luck,\n// and nobody' },
    { path: 'docs/b.md', text: 'Someone' },
  ];
  expect(wordComplaints(files)).toStrictEqual(["engine/a.ts:2 says 'luck'", "engine/a.ts:3 says 'nobody'", "docs/b.md:1 says 'Someone'"]);
});

test('the files that are checked are those of some folders and the top level', () => {
  const some = ['vitest.config.ts', 'README.md', 'engine/a/b.ts', 'scenarios/a/b.scenario.yaml'];
  expect(
    checkedPaths([...some, 'engine/a.json', 'test/world/history/format-1.ndjson', '.ci/verify.sh', 'test/language.test.ts']),
  ).toStrictEqual(some);
});

// biome-ignore format: a table
test.each([
  ['two interfaces',         'export interface Place {}',            'export interface Place {}'],
  ['an interface and a type', 'export interface Place {}',           'export type Place = string;'],
  ['a class and an enum',    'export abstract class Place {}',       'export const enum Place {}'],
  ['generic types',          'export type Place<T> = T;',            'export declare class Place<T> {}'],
])('a type name is exported twice by %s', (_, one, other) => {
  const files = [{ path: 'engine/a.ts', text: one }, { path: 'adapters/b.ts', text: `import 'x';\n${other}` }];
  expect(typeComplaints(files)).toStrictEqual(['Place is exported by engine/a.ts and adapters/b.ts']);
});

// biome-ignore format: a table
test.each([
  ['is private to one module',          'interface Place {}'],
  ['is exported from another module',   "export type { Place } from './a.ts';"],
  ['is in a comment',                   '/*\nexport interface Place {}\n*/'],
  ['is the name of a value',            'export const Place = 1;'],
])('a type name may occur again where it %s', (_, other) => {
  expect(typeComplaints([{ path: 'engine/a.ts', text: 'export interface Place {}' }, { path: 'engine/b.ts', text: other }])).toStrictEqual([]);
});
