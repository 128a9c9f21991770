import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * Assertions that read the page themselves, each with its line. Such a one looks once, and perhaps before the page has drawn what it is about:
 * `until`, `assertText` and the others of `support.mjs` look again.
 */
const singleLooks = (name: string, text: string): string[] =>
  [...text.matchAll(/\bassert\.\w+\((?:(?!;\n)[\s\S])*?\bawait\b/g)].map(
    ({ index }) => `${name}:${text.slice(0, index).split('\n').length} looks once`,
  );

test('journeys through the console look until the page has drawn what they assert', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.browser.mjs'));
  expect(files.length).toBeGreaterThan(5);
  expect(files.flatMap((name) => singleLooks(name, readFileSync(`${folder}${name}`, 'utf8')))).toStrictEqual([]);
});

// biome-ignore format: a table
test.each([
  ['the page itself',         "assert.match(await page.textContent('.a'), /b/);\n",                             ['a:1 looks once']],
  ['what is computed of it',  "\nassert.ok(\n  Number(await page.inputValue('.a')) > 3,\n);\n",                 ['a:2 looks once']],
  ['what was expected',       "assert.equal(seen, await page.title());\n",                                      ['a:1 looks once']],
  ['what was read before',    "assert.ok(seen > 3);\nconst next = await page.title();\n",                      []],
  ['until it is so',          "await until(() => page.title(), (title) => assert.equal(title, 'a'));\n",       []],
])('an assertion about %s is found where it looks once', (_, text, found) => {
  expect(singleLooks('a', text)).toStrictEqual(found);
});
