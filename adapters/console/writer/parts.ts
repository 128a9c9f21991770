import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PageParts } from './page.ts';

/** The page's scripts and style. `dist/console` is in a folder above this file, whether this is the source, compiled or bundled. */
export const readPageParts = (): PageParts => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'dist', 'console')) && dirname(folder) !== folder) folder = dirname(folder);
  const part = (name: string): string => readFileSync(join(folder, 'dist', 'console', name), 'utf8');
  return { script: part('page.js'), course: part('course.js'), style: part('page.css'), editor: part('editor.js') };
};
