import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { brokenLinks, folders, isPacked, linksOf, pages, staysInRepository, withoutFences } from '../support/house/links.ts';

/** The package itself is tested in `package.long.test.ts`. */

const read = (path: string): string => readFileSync(path, 'utf8');
const inRepository = (path: string): boolean => existsSync(path) && !/^(dist|node_modules)\b/.test(path);

/** Files and folders that a page names as code. */
const pathsNamed = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(new RegExp(`\`((?:${folders.join('|')})/[\\w./-]*)\``, 'g'))].map(([, path = '']) => path);

describe('in the repository', () => {
  test('pages and links are found', () => {
    const expected = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/serving.md', 'engine/README.md', 'adapters/store/README.md'];
    expect(pages).toEqual(expect.arrayContaining([...expected, 'scenarios/README.md', 'test/world/history/README.md']));
    expect(pages.flatMap((page) => linksOf(read(page))).length).toBeGreaterThan(300);
  });

  test.each(pages)('%s: every link leads somewhere', (page) => {
    expect(brokenLinks(page, inRepository)).toStrictEqual([]);
  });

  test.each(pages)('%s: every file that it names exists', (page) => {
    expect(pathsNamed(read(page)).filter((path) => !inRepository(path))).toStrictEqual([]);
  });

  test('what is packed is found', () => {
    expect(['README.md', 'docs/start/python.md', 'engine/FIDELITY.md', 'scenarios/jobs'].filter(isPacked)).toHaveLength(4);
    expect(['CONTRIBUTING.md', 'engine/README.md', 'docs/pictures/run.svg', 'test/house'].filter(isPacked)).toStrictEqual([]);
  });

  test.each(pages.filter(isPacked))(
    '%s: every link leads to something that is packed with it, or that is for builders or too large',
    (page) => {
      expect(brokenLinks(page, (path) => isPacked(path) || staysInRepository(path))).toStrictEqual([]);
    },
  );

  test('the README leads to every page of docs, and so does the list of all pages', () => {
    const pages = ['', 'start/'].flatMap((folder) => readdirSync(`docs/${folder}`).map((name) => `${folder}${name}`));
    const guides = pages.filter((name) => name.endsWith('.md'));
    expect(linksOf(read('README.md'))).toEqual(expect.arrayContaining(guides.map((name) => `docs/${name}`)));
    expect(linksOf(read('docs/README.md'))).toEqual(expect.arrayContaining(guides.filter((name) => name !== 'README.md')));
  });
});

describe('a link is broken', () => {
  const texts = new Map([
    [
      'docs/a.md',
      '# A page\n\n[b](b.md) [b](b.md#two-words) [own](#a-page) [top](../README.md) [folder](../docs/) [web](https://example.org/x)',
    ],
    ['docs/b.md', '## Two `words`!\n\n```sh\n# no heading\n```\n'],
    ['README.md', ''],
  ]);
  const has = (path: string): boolean => path === 'docs' || texts.has(path);
  const brokenIn = (text: string) => brokenLinks('docs/a.md', has, (path) => (path === 'docs/a.md' ? text : (texts.get(path) ?? '')));

  test('unless it leads to a page, a heading, or a folder', () => {
    expect(linksOf(texts.get('docs/a.md') ?? '')).toHaveLength(5);
    expect(brokenIn(texts.get('docs/a.md') ?? '')).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['leads to no page',         '[x](c.md)',            ['c.md']],
    ['leads out of the project', '[x](../../c.md)',      ['../../c.md']],
    ['has no such heading',      '[x](b.md#three)',      ['b.md#three']],
    ['leads to a comment',       '[x](b.md#no-heading)', ['b.md#no-heading']],
    ['has none on its own page', '[x](#b)',              ['#b']],
  ])('that %s', (_, text, broken) => {
    expect(brokenIn(text)).toStrictEqual(broken);
  });

  test('but not if it is in code', () => {
    expect(brokenIn('`[x](c.md)`\n\n```md\n[x](c.md)\n```')).toStrictEqual([]);
  });
});
