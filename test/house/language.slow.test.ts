// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sources are given as strings here
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourcesIn } from '../support/house/architecture.ts';
import {
  checkedPaths,
  exportedTypes,
  functionsIn,
  functionsOfSomething,
  participleFunctions,
  privateTypes,
  repeatedPrivateTypes,
  spellingComplaints,
  typeComplaints,
  wordComplaints,
} from '../support/house/language.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the words of the project', () => {
  const below = (folder: string) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => !path.includes('node_modules'));
  const paths = [...readdirSync(root), ...['adapters', 'docs', 'engine', 'scenarios', 'test'].flatMap(below)];
  const files = checkedPaths(paths).map((path) => ({ path, text: readFileSync(`${root}/${path}`, 'utf8') }));

  test('are read in every folder, and at the top level', () => {
    const folders = files.map(({ path }) => (path.includes('/') ? path.replace(/\/.*/, '') : 'top'));
    const sizes = ['adapters', 'docs', 'engine', 'scenarios', 'test', 'top'].map((name) => folders.filter((one) => one === name).length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(4);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(files.length);
  });

  test('are plain: no banned word is among them', () => {
    expect(wordComplaints(files)).toStrictEqual([]);
  });

  test('are spelled as in America', () => {
    expect(spellingComplaints(files)).toStrictEqual([]);
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

  // What two files mean by one name is two things, or one that both can import. There were 132 of these once.
  test('have private names of their own: no two modules declare the same one', () => {
    expect(repeatedPrivateTypes(sources)).toStrictEqual([]);
  });
});

describe('the functions of engine and adapters', () => {
  const sources = sourcesIn(root, ['engine', 'adapters']);

  test('are found', () => {
    expect(sources.flatMap(({ text }) => functionsIn(text)).length).toBeGreaterThan(5_000);
  });

  // Functions are verbs in the imperative. There were 454 of these once; their number may only fall, and it has come to none.
  test('are named by verbs, none of them by a participle', () => {
    const named = sources.flatMap(({ path, text }) => participleFunctions(text).map((name) => `${path} ${name}`));
    expect(named).toStrictEqual([]);
  });

  // `findCluster` says what it does; `clusterOf` does not. There were 876 of these once.
  test('are named by what they do: no name ends in `Of`', () => {
    const named = sources.flatMap(({ path, text }) => functionsOfSomething(text).map((name) => `${path} ${name}`));
    expect(named).toStrictEqual([]);
  });
});

test.each([
  ['a declared function', 'export function* clusterOf(id: string): Steps<Cluster> {}'],
  ['a constant', 'const clusterOf = (id: string): Cluster => find(id);'],
  ['a method', 'class Clusters {\n  clusterOf(id: string): Cluster {\n  }\n}'],
])('a name that ends in `Of` is found as that of %s', (_, text) => {
  expect(functionsOfSomething(text)).toStrictEqual(['clusterOf']);
});

test.each(['const clusterOf = 1;', '// const clusterOf = () => 1;', 'const findCluster = () => 1;', 'const ofCluster = () => 1;'])(
  'no function that ends in `Of` is in %s',
  (text) => {
    expect(functionsOfSomething(text)).toEqual([]);
  },
);

test('a private type name is found in several files, unless it is exported there or declared in one', () => {
  const texts = ['interface Path {}\ntype Own = 1;', 'type Path<T> = T;\nclass Place {}', 'export interface Place {}\n// type Own = 1;'];
  const files = texts.map((text, k) => ({ path: `engine/${k}.ts`, text }));
  expect(files.map(({ text }) => privateTypes(text))).toStrictEqual([['Path', 'Own'], ['Path', 'Place'], []]);
  expect(repeatedPrivateTypes(files)).toStrictEqual(['Path']);
});

// biome-ignore format: a table
test.each([
  ['a declared function',                 'export function written(): void {}'],
  ['a generator',                         'function* written(): Steps<void> {}'],
  ['a constant',                          'const written = (text: string): string => text;'],
  ['an exported constant',                'export const written = <Value,>(value: Value): Value => value;'],
  ['an asynchronous constant',            'const written = async () => undefined;'],
  ['a constant with a type',              'const written: (text: string) => string = (text) => text;'],
  ['a parameter without parentheses',     'const written = text => text;'],
  ['a list over several lines',           'const written = (\n  text: string,\n  by: (text: string) => string,\n): string => by(text);'],
  ['a type with braces as its result',    'const written = (text: string): { text: string } | { none: true } => ({ text });'],
  ['a method',                            'class Writer {\n  written(text: string): string {\n  }\n}'],
  ['a private method',                    'class Writer {\n  async #written({ text }: Text): Promise<{ text: string }> {\n  }\n}'],
  ['a name of several words',             'const writtenAnew = () => 1;'],
  ['a regular participle',                'const postedEvent = () => 1;'],
])('a participle is found as the name of %s', (_, text) => {
  expect(participleFunctions(text)).toHaveLength(1);
});

// biome-ignore format: a table
test.each([
  ['a value',                             'const written = 1;'],
  ['a value that a function gives',       'const written = write(() => 1);'],
  ['a getter',                            'class Writer {\n  get written(): number {\n  }\n}'],
  ['a call',                              'class Writer {\n  write() {\n    if (written(text)) {\n    }\n  }\n}'],
  ['a verb that ends like one',           'const seedWorld = () => 1;\nconst embed = () => 1;'],
  ['a verb',                              'const write = () => 1;\nconst findWritten = () => 1;'],
  ['a check',                             'const isWritten = () => true;'],
  ['a component of the page',             'const Marked = () => null;'],
])('%s is no function that is named by a participle', (_, text) => {
  expect(participleFunctions(text)).toEqual([]);
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
  ['a component of the page',         'a.tsx',  '// It is for no one.',                           'no one'],
  ['a fixture in Python',             'a.py',   '# It is for everyone.',                          'everyone'],
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

// biome-ignore format: a table
test.each([
  ['a comment',                    'a.ts',    'const a = `\n${b}`; // its neighbours',       2, 'neighbours'],
  ['an identifier',                'a.ts',    'const cpuFlavour = 1;',                       1, 'Flavour'],
  ['a comment of a scenario',      'a.yaml',  'title: The catalogue\n# the catalogue',       2, 'catalogue'],
  ['a page',                       'a.md',    'Its behaviour',                               1, 'behaviour'],
  ['a page, after its blocks',     'a.md',    '<!-- begin a -->\na centre\n<!-- end a -->\nInitialise', 4, 'Initialise'],
])('a British spelling is found in %s', (_, path, text, line, found) => {
  expect(spellingComplaints([{ path, text }])).toStrictEqual([`${path}:${line} spells '${found}'`]);
});

// biome-ignore format: a table
test.each([
  ['what is answered',             'a.ts',              "const detail = 'a data centre'; // a data center"],
  ['a status of the wire',         'a.ts',              'const isCancelled = status === CANCELLED;'],
  ['a word that ends alike',       'a.ts',              '// a precise premise: otherwise it is raised'],
  ['the title of a scenario',      'a.yaml',            'title: The catalogue'],
  ['a generated page',             'scenarios/README.md', 'The catalogue'],
])('the spelling of %s is left as it is', (_, path, text) => {
  expect(spellingComplaints([{ path, text }])).toStrictEqual([]);
});

test('a complaint names the file and the line', () => {
  const files = [
    { path: 'engine/a.ts', text: '\n// luck,\n// and nobody' },
    { path: 'docs/b.md', text: 'Someone' },
  ];
  expect(wordComplaints(files)).toStrictEqual(["engine/a.ts:2 says 'luck'", "engine/a.ts:3 says 'nobody'", "docs/b.md:1 says 'Someone'"]);
});

test('the files that are checked are those of some folders and the top level', () => {
  const some = ['vitest.config.ts', 'README.md', 'engine/a/b.ts', 'adapters/a.tsx', 'adapters/b.py', 'scenarios/a/b.scenario.yaml'];
  expect(
    checkedPaths([...some, 'engine/a.json', 'test/world/history/kept/busy.ndjson', '.ci/verify.sh', 'test/house/language.slow.test.ts']),
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
