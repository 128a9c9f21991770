import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { componentSheets, namesOfSheet, typesOfSheets } from '../../adapters/console/writer/sheets.ts';

const app = fileURLToPath(new URL('../../adapters/console/app/', import.meta.url));
const textsOf = (ending: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(app, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(ending))
      .map((name) => [name, readFileSync(`${app}${name}`, 'utf8')]),
  );
const components = textsOf('.tsx');
const sources = new Map([...textsOf('.ts'), ...components]);
const sheets = new Map([...textsOf('.css')].filter(([name]) => name !== 'page.css'));

/** The classes that components take from sheets, as `log.line`: by the name of the sheet, whatever the component calls it. */
const takenBy = (source: string): readonly string[] =>
  [...source.matchAll(/^import \* as (\w+) from '[^']*?(\w+)\.css';$/gm)].flatMap(([, own = '', sheet = '']) =>
    [...source.matchAll(new RegExp(`\\b${own}\\.(\\w+)`, 'g'))].map(([, name = '']) => `${sheet}.${name}`),
  );

/** The classes that elements have as words: those that all share. What is computed of a word is left out. */
const sharedIn = (source: string): ReadonlySet<string> => {
  const written = [...source.matchAll(/\bclass(?:Name)?(?:="([^"]*)"|(?:=\{|: (?=['`(]))((?:[^{},]|\{[^{}]*\})*)[},])/g)];
  const texts = written.flatMap(({ 1: plain = '', 2: code = '' }) => {
    const computed = code.replaceAll(/\w+-\$\{[^{}]*\}|=== '[^']*'/g, '');
    const inner = [...computed.matchAll(/'([^']*)'/g)].map(([, text = '']) => text);
    return [plain, ...inner, ...[...computed.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, ' '))];
  });
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean));
};

/** The classes by which code looks for elements. */
const soughtIn = (source: string): ReadonlySet<string> =>
  classesIn([...source.matchAll(/\b(?:querySelector(?:All)?(?:<\w+>)?|closest|matches)\('([^']*)'/g)].map(([, text = '']) => text).join());

const classesIn = (selectors: string): ReadonlySet<string> =>
  new Set([...selectors.replace(/\{[^{}]*\}/g, '{}').matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));

const shared = readFileSync(`${app}page.css`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const sharedBySheets = [...sheets.values()].map((sheet) => classesIn([...sheet.matchAll(/:global\(([^)]*)\)/g)].join()));

test('each class of a component’s sheet is used', () => {
  const taken = new Set([...components.values()].flatMap(takenBy));
  const names = componentSheets(app).flatMap((path) => namesOfSheet(path).map(([, scoped]) => scoped.replace('_', '.')));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !taken.has(name))).toStrictEqual([]);
});

test('a class that a component writes as a word is one of those that sheets have for all, and the other way round', () => {
  const known = new Set([classesIn(shared), ...sharedBySheets].flatMap((names) => [...names]));
  const written = new Map([
    ...[...sources].map(([name, source]) => [name, soughtIn(source)] as const),
    ...[...components].map(([name, source]) => [name, new Set([...sharedIn(source), ...soughtIn(source)])] as const),
  ]);
  expect(
    [...written].flatMap(([name, words]) => [...words].filter((word) => !known.has(word)).map((word) => `${name}: ${word}`)),
  ).toStrictEqual([]);
  const all = new Set([...written.values()].flatMap((words) => [...words]));
  expect([...known].filter((word) => !word.startsWith('c-') && !all.has(word))).toStrictEqual([]);
});

test('what page.css has for all is used by several, and has one rule of its own', () => {
  const users = [...[...components.values()].map(sharedIn), ...sharedBySheets];
  const used = (name: string): number => users.filter((words) => words.has(name)).length;
  expect([...classesIn(shared)].filter((name) => !name.startsWith('c-') && used(name) < 2)).toStrictEqual([]);
  const outsideMedia = shared.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const own = [...outsideMedia.matchAll(/(?<=^|\})\s*\.([\w-]+)\s*\{/g)].map(([, name = '']) => name);
  expect(own.filter((name, k) => own.indexOf(name) !== k)).toStrictEqual([]);
});

test('the compiler knows the sheets as they are', () => {
  expect(readFileSync(`${app}sheets.d.ts`, 'utf8')).toBe(typesOfSheets(app));
});

test('classes are found as they are written', () => {
  const chosen = ['`key $', '{css.change} $', "{isWorse ? 'c-bad' : 'c-good'}", '`'].join('');
  const source = `import * as css from './range.css';\n<p class="dim small" /><i class={${chosen}} /><b class={k === 0 ? css.one : 'two'} />`;
  expect(takenBy(source)).toStrictEqual(['range.change', 'range.one']);
  expect([...sharedIn(source)]).toEqual(expect.arrayContaining(['dim', 'small', 'key', 'c-bad', 'c-good', 'two']));
});
