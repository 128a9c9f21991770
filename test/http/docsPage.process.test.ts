import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { docsAssets, docsPage, docsPolicy, pageTexts } from '../../adapters/http/pages/docsPage.ts';

const page = docsPage([
  { name: 'Management', url: '/v2/openapi.json' },
  { name: '"Control" <plane> & more', url: '/_podsim/v1/openapi.json?a="b"' },
]);

test('the page loads only its own assets, below its own path', () => {
  const asked = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url).filter((url) => !/^(\?|data:)/.test(url));
  expect(asked.sort()).toStrictEqual([...docsAssets.keys()].map((name) => `docs/${name}`).sort());
});

test('its assets are where the build puts them', () => {
  expect(docsAssets.size).toBeGreaterThan(2);
  for (const [name, { read, contentType }] of docsAssets) {
    expect(read().length, name).toBeGreaterThan(100);
    expect(contentType).toMatch(/^text\/(javascript|css); charset=utf-8$/);
  }
});

test('nothing in it is inline, so the policy need not allow inline code', () => {
  expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script>/);
  expect(JSON.stringify(docsPolicy)).not.toContain('unsafe');
});

test('it shows each document by its name, with every character escaped', () => {
  expect(page).toContain('<a href="?document=1" data-document="/v2/openapi.json">Management</a>');
  expect(page).toContain('data-document="/_podsim/v1/openapi.json?a=&#34;b&#34;">&#34;Control&#34; &#60;plane&#62; &#38; more</a>');
});

test('programs find all pages listed in one text, each of them, and all as one', () => {
  const texts = pageTexts();
  const read = (path: string) => String(texts.get(path)?.read());
  const list = read('/llms.txt');
  const pages = [...list.matchAll(/\]\((docs\/[\w/-]+\.md)\)/g)].map(([, path = '']) => path);
  expect(pages.sort()).toStrictEqual(
    [...texts.keys()]
      // The list of the pages is none of those that it lists.
      .filter((path) => path.endsWith('.md') && path !== '/docs/README.md')
      .map((path) => path.slice(1))
      .sort(),
  );
  const whole = read('/llms-full.txt');
  for (const page of pages) expect(whole).toContain(readFileSync(page, 'utf8').slice(0, 500));
});
