import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');
const inRepository = (path: string): boolean => existsSync(path) && !/^(dist|node_modules)\b/.test(path);

const folders = ['adapters', 'docs', 'engine', 'scenarios', 'test'];
/** Every page of the repository. */
const pages = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)),
].filter((name) => name.endsWith('.md'));

/** The files of the package, as `npm pack` lists them. Nothing is built or written for it. */
const packedFiles = (): readonly string[] => {
  const { stdout, stderr, status } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm pack: exit ${status}\n${stderr}`);
  const [{ files }] = JSON.parse(stdout) as [{ readonly files: readonly { readonly path: string }[] }];
  return files.map(({ path }) => path);
};

/** The broken relative links of a page. `has` says whether a file or folder exists, `textOf` reads a page to look for a heading in. */
const brokenLinks = (page: string, has: (path: string) => boolean, textOf: (path: string) => string = read): readonly string[] =>
  linksOf(textOf(page)).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
    return !has(target) || (anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor));
  });

/** The links of a page within the project, except for those in code. */
const linksOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const withoutFences = (text: string): string => text.replace(/^```.*?^```$/gms, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');

/** Files and folders that a page names as code. */
const pathsNamed = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(new RegExp(`\`((?:${folders.join('|')})/[\\w./-]*)\``, 'g'))].map(([, path = '']) => path);

describe('in the repository', () => {
  test('pages and links are found', () => {
    const expected = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/serving.md', 'engine/README.md', 'adapters/store/README.md'];
    expect(pages).toEqual(expect.arrayContaining([...expected, 'scenarios/README.md', 'test/history/README.md']));
    expect(pages.flatMap((page) => linksOf(read(page))).length).toBeGreaterThan(300);
  });

  test.each(pages)('%s: every link leads somewhere', (page) => {
    expect(brokenLinks(page, inRepository)).toStrictEqual([]);
  });

  test.each(pages)('%s: every file that it names exists', (page) => {
    expect(pathsNamed(read(page)).filter((path) => !inRepository(path))).toStrictEqual([]);
  });

  test('the README leads to every page of docs, and lists its own sections', () => {
    const links = linksOf(read('README.md'));
    expect(links).toEqual(expect.arrayContaining(readdirSync('docs').map((name) => `docs/${name}`)));
    const sections = [...withoutFences(read('README.md')).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => anchorsOf(`# ${heading}`)[0]);
    expect(links.filter((link) => link.startsWith('#'))).toStrictEqual(sections.map((anchor) => `#${anchor}`));
  });
});

describe('in the package', () => {
  const files = packedFiles();
  const known = new Set(files.flatMap((path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/'))));
  const packedPages = files.filter((path) => path.endsWith('.md'));

  test('all pages for users are included', () => {
    const ofFolders = ['docs', 'engine', 'adapters', 'scenarios'].flatMap((folder) =>
      pages.filter((page) => page.startsWith(`${folder}/`)),
    );
    expect(packedPages.sort()).toStrictEqual(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...ofFolders].sort());
  });

  test.each(packedPages)('%s: every link leads somewhere', (page) => {
    expect(brokenLinks(page, (path) => known.has(path))).toStrictEqual([]);
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
