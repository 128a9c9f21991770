import type { Options } from 'minisearch';

/** The shown fields of a found section. */
export interface FoundSection {
  readonly path: string;
  readonly title: string;
  readonly section: string;
  readonly kind: 'page' | 'rule' | 'scenario' | 'lesson';
}

export interface IndexedSection extends FoundSection {
  readonly id: number;
  readonly text: string;
}

/** How sections are found. The index is written and read with the same options. */
export const searchOptions: Options<IndexedSection> = {
  fields: ['title', 'section', 'text'],
  storeFields: ['path', 'title', 'section', 'kind'],
  // `job.retry-refused` is found as a whole and by its parts.
  tokenize: (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
    return words.flatMap((word) => (/[._-]/.test(word) ? [word, ...word.split(/[._-]/)] : [word]));
  },
  // Of short words too many others are a letter away.
  searchOptions: { prefix: true, fuzzy: (word) => word.length > 5 && 0.15, combineWith: 'AND', boost: { title: 4, section: 3 } },
};
