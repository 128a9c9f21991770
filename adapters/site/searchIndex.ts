import MiniSearch from 'minisearch';
import { makeAnchor } from './anchors.ts';
import { type FoundSection, type IndexedSection, searchOptions } from './app/searchOptions.ts';
import type { SitePage } from './sitePage.ts';

/**
 * The script that brings the index: a script can be loaded by each page, wherever the site is, and needs no request of another kind. Of
 * the pages each section is found by itself.
 */
export const searchScript = (pages: readonly SitePage[]): string => {
  const index = new MiniSearch<IndexedSection>(searchOptions);
  index.addAll(pages.flatMap(listSections).map((section, id) => ({ id, ...section })));
  return `globalThis.podsimIndex=${JSON.stringify(JSON.stringify(index))};\n`;
};

const listSections = ({ path, title, markdown, kind }: SitePage): readonly (FoundSection & { readonly text: string })[] => {
  const [begin = '', ...sections] = kind === 'page' ? markdown.split(/^(?=#{2,3} )/m) : [markdown];
  const taken = new Map<string, number>();
  return [
    { path, title, kind, section: '', text: readProse(begin) },
    ...sections.map((text) => {
      const heading = /^#+ (.*)$/m.exec(text)?.[1] ?? '';
      return { path: `${path}#${makeAnchor(heading, taken)}`, title, kind, section: heading.replaceAll('`', ''), text: readProse(text) };
    }),
  ];
};

/** What is read, without marks; of scenarios without their timelines, whose words are the same in all. */
const readProse = (markdown: string): string =>
  markdown
    .replace(/^## Its timeline$.*/ms, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/&#\d+;/g, ' ');
