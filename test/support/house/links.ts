import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const read = (path: string): string => readFileSync(path, 'utf8');

export const folders = ['adapters', 'docs', 'engine', 'scenarios', 'test'];
/** Every page of the repository; those of packages are not its own. */
export const pages = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)),
].filter((name) => name.endsWith('.md') && !name.includes('node_modules/'));

/** The broken relative links of a page. `has` says whether a file or folder exists, `textOf` reads a page to look for a heading in. */
export const brokenLinks = (page: string, has: (path: string) => boolean, textOf: (path: string) => string = read): readonly string[] =>
  linksOf(textOf(page)).filter((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
    return !has(target) || (anchor !== undefined && !anchorsOf(textOf(target)).includes(anchor));
  });

/** The links of a page within the project, except for those in code. */
export const linksOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));

/** The anchors of a page's headings, as GitHub makes them. */
export const anchorsOf = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

export const withoutFences = (text: string): string => text.replace(/^```.*?^```$/gms, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');
