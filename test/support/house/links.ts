import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const read = (path: string): string => readFileSync(path, 'utf8');

export const folders = ['adapters', 'docs', 'engine', 'scenarios', 'test'];
/** Every page of the repository; those of packages are not its own. */
export const pages = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)),
].filter((name) => name.endsWith('.md') && !name.includes('node_modules/'));

const { files } = JSON.parse(read('package.json')) as { readonly files: readonly string[] };

/** A folder in `files` stands for all below it. */
const toPattern = (glob: string): RegExp =>
  new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('**/', '(?:.+/)?').replaceAll('*', '[^/]*')}(?:/|$)`);

/** npm packs these always. */
const packed = ['README.md', 'LICENSE', 'package.json', ...files.filter((one) => !one.startsWith('!'))].map(toPattern);
const leftOut = files.flatMap((one) => (one.startsWith('!') ? [toPattern(one.slice(1))] : []));

/** Whether a file, or a folder of pages, is in the package. */
export const isPacked = (path: string): boolean =>
  existsSync(path) && (packed.some((one) => one.test(path)) || /^docs(?:\/[a-z]+)?$/.test(path)) && !leftOut.some((one) => one.test(path));

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
const anchorsOf = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

export const withoutFences = (text: string): string => text.replace(/^```.*?^```$/gms, '');
const withoutCode = (text: string): string => withoutFences(text).replace(/`[^`\n]*`/g, '');

/** What pages of the package lead to, and only the repository has: how podsim is built, and pictures, which would be a tenth of the package. */
export const staysInRepository = (path: string): boolean =>
  /^(?:engine|adapters)\/|^(?:CONTRIBUTING|CHANGELOG|docs\/gallery|docs\/contributing-facts)\.md$|^docs\/pictures\/\w+\.(?:png|svg)$/.test(
    path,
  );
