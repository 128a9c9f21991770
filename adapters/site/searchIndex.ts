import MiniSearch from 'minisearch';
import { anchorOf } from './anchors.ts';
import { type FoundSection, type IndexedSection, searchOptions } from './app/searchOptions.ts';
import type { SitePage } from './sitePage.ts';

/**
 * The script that brings the index: a script can be loaded by each page, wherever the site is, and needs no request of another kind. Of
 * the pages each section is found by itself.
 */
export const searchScript = (pages: readonly SitePage[]): string => {
  const index = new MiniSearch<IndexedSection>(searchOptions);
  index.addAll(pages.flatMap(sectionsOf).map((section, id) => ({ id, ...section })));
  return `globalThis.podsimIndex=${JSON.stringify(JSON.stringify(index))};\n`;
};

const sectionsOf = ({ path, title, markdown, kind }: SitePage): readonly (FoundSection & { readonly text: string })[] => {
  const [begin = '', ...sections] = kind === 'page' ? markdown.split(/^(?=#{2,3} )/m) : [markdown];
  const taken = new Map<string, number>();
  return [
    { path, title, kind, section: '', text: textOf(begin) },
    ...sections.map((text) => {
      const heading = /^#+ (.*)$/m.exec(text)?.[1] ?? '';
      return { path: `${path}#${anchorOf(heading, taken)}`, title, kind, section: heading.replaceAll('`', ''), text: textOf(text) };
    }),
  ];
};

/** What is read, without marks; of scenarios without their timelines, whose words are the same in all. */
const textOf = (markdown: string): string =>
  markdown
    .replace(/^## Its timeline$.*/ms, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/&#\d+;/g, ' ');
