import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const app = fileURLToPath(new URL('../../adapters/console/app/', import.meta.url));
const components = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));

/** Rules for a class by itself, wherever it stands: they say how an element of it looks. Each pair is a class and its line. */
const ownRules = (sheet: string): readonly (readonly [name: string, line: number])[] => {
  const text = sheet
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    // What a narrow window or a printer changes of a class is no second class.
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, (media) => media.replace(/[^\n]/g, ' '));
  return [...text.matchAll(/(?<=^|\})\s*\.([\w-]+)\s*\{/g)].map(({ 0: rule, 1: name = '', index }) => {
    const before = text.slice(0, index + rule.indexOf('.'));
    return [name, before.split('\n').length] as const;
  });
};

const twiceIn = (sheet: string): readonly string[] => {
  const rules = ownRules(sheet);
  return rules.flatMap(([name, line], k) =>
    rules.slice(0, k).some(([other]) => other === name) ? [`${name}, again in line ${line}`] : [],
  );
};

/** The words in the `class` of elements. */
const classesIn = (source: string): ReadonlySet<string> => {
  const written = [...source.matchAll(/\bclass(?:="([^"]*)"|=\{((?:[^{}]|\{[^{}]*\})*)\})/g)];
  const texts = written.flatMap(([, plain, computed = '']) => [
    plain ?? '',
    ...[...computed.matchAll(/'([^']*)'/g)].map(([, text = '']) => text),
    ...[...computed.matchAll(/`([^`]*)`/g)].map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, ' ')),
  ]);
  return new Set(texts.flatMap((text) => text.split(/\s+/)).filter(Boolean));
};

/** What is the same wherever it is: every other class with a rule of its own belongs to one component. */
// biome-ignore format: a list
const shared = new Set<string>([
  'dim', 'small', 'sr', 'c-bad', 'mark', 'number', 'text', 'empty', 'header', 'brand', 'spring', 'key', 'link', 'badge', 'popup', 'cursor-line', 'axis', 'legend', 'bar', 'chip', 'chips', 'row', 'row-name', 'command', 'sort', 'plot', 'pair', 'log', 'why', 'why-part', 'said', 'line', 'links', 'compare', 'run-choice', 'tapes', 'trouble', 'fields', 
]);

test('a class has one rule of its own in a sheet: a second one would be for another component of the same name', () => {
  for (const name of ['page.css', 'study.css', 'twin.css'])
    expect([name, twiceIn(readFileSync(`${app}${name}`, 'utf8'))]).toStrictEqual([name, []]);
});

test('a class with a rule of its own belongs to one component, unless it is one of those that all share', () => {
  const uses = new Map(components.map((name) => [name, classesIn(readFileSync(`${app}${name}`, 'utf8'))]));
  const owned = new Set(ownRules(readFileSync(`${app}page.css`, 'utf8')).map(([name]) => name));
  const taken = [...owned]
    .filter((name) => !shared.has(name))
    .map((name) => [name, components.filter((one) => uses.get(one)?.has(name) === true).sort()] as const)
    .filter(([, users]) => users.length > 1);
  expect(taken.map(([name, users]) => `${name}: ${users.join(', ')}`)).toStrictEqual([]);
});

test('what is shared is used by several: a list that only grows says nothing', () => {
  const uses = components.map((name) => classesIn(readFileSync(`${app}${name}`, 'utf8')));
  expect([...shared].filter((name) => uses.filter((classes) => classes.has(name)).length < 2)).toStrictEqual([]);
});

test('two rules of one class are found', () => {
  expect(twiceIn('.change { margin: 4px; }\n.other { color: red; }\n.change { height: 190px; }\n')).toStrictEqual([
    'change, again in line 3',
  ]);
  expect(
    twiceIn('.change { margin: 4px; }\n@media (max-width: 820px) {\n  .change { margin: 0; }\n}\n.range .change { margin: 1px; }\n'),
  ).toStrictEqual([]);
});

test('classes are found as they are written', () => {
  const chosen = ['`change $', "{isWorse ? 'c-bad' : 'c-good'}", '`'].join('');
  const source = `<p class="dim small" /><i class={${chosen}} /><b class={k === 0 ? 'one' : 'two three'} />`;
  expect([...classesIn(source)]).toEqual(expect.arrayContaining(['dim', 'small', 'change', 'c-bad', 'c-good', 'one', 'two', 'three']));
});
