import { lazily } from '../../kernel/collections/lazily.ts';
import type { Described } from '../operation.ts';
import { operations } from '../table.ts';
import { fits } from './nearestPath.ts';

/** The APIs that have an operation of this path: none, if it is unknown. */
export const findApis = (path: string): readonly Described['api'][] => {
  const parts = path.split('/');
  return [...new Set(templates().flatMap(({ api, words }) => (fits(words, parts) ? [api] : [])))];
};

const templates = lazily(() => operations.map(({ api, path }) => ({ api, words: path.split('/') })));
