import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SitePage } from '../sitePage.ts';

/** The pages of the repository, in the order in which docs/README.md lists them. Those about the tests of podsim itself are left out. */
export const documents = (): readonly SitePage[] => {
  const list = readFileSync('docs/README.md', 'utf8').matchAll(/^\| .*\]\(.*$/gm);
  const named = [...list].flatMap(([row]) =>
    [...row.matchAll(/\]\(([\w/.-]+\.md)(?:#[^)]*)?\)/g)].map(([, path = '']) => join('docs', path)),
  );
  return [...new Set(['README.md', ...named, ...pagesBelow('docs'), ...pagesBelow('adapters'), 'engine/README.md'])].map(readDocument);
};

/** Where a page of the repository is in the site. */
export const pageOfDocument = (source: string): string => source.replace(/README\.md$/, 'index.html').replace(/\.md$/, '.html');

const readDocument = (source: string): SitePage => {
  const markdown = readFileSync(source, 'utf8');
  return { path: pageOfDocument(source), source, title: titleIn(markdown) ?? source, markdown, kind: 'page' };
};

const titleIn = (markdown: string): string | undefined => /^# (.*)$/m.exec(markdown)?.[1]?.replaceAll('`', '');

const pagesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`)
    .sort();
