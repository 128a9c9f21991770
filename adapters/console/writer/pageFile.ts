import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolderSync } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { PageData } from '../app/pageData.ts';
import { pageHtml } from './page.ts';
import { readPageParts } from './parts.ts';

/** As much of the words as a file's name holds. */
const wordsMax = 80;

/**
 * Writes a page into a folder, which it makes if there is none. Its name contains the words, and depends only on `identity`: a run that
 * fails again replaces its page. Returns its path.
 */
export const writePageFile = (folder: string, words: string, identity: string, data: PageData): string => {
  const readable = words.replaceAll(/[^\w.=-]+/g, '-').replaceAll(/^[.-]+|-+$/g, '');
  const path = join(folder, `${readable.slice(0, wordsMax)}-${sha256(identity).slice(0, 6)}.html`);
  const partial = `${path}.${process.pid}.tmp`;
  makeFolderSync(folder);
  writeFileSync(partial, pageHtml(readPageParts(), data));
  renameSync(partial, path);
  return path;
};
