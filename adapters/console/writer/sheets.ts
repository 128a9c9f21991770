import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transform } from 'lightningcss';

/** The sheets of pages, and the folders whose components they style. A page has `page.css` before its own. */
const sheets: readonly (readonly [name: string, folders: readonly string[]])[] = [
  ['page.css', ['charts', 'views']],
  ['study.css', ['study']],
  ['reports.css', ['coverage', 'twin']],
];

/** The style sheets of the pages, by name. */
export const pageSheets = (app: string): readonly (readonly [name: string, text: string])[] => {
  const paths = componentSheets(app);
  const isBelow = (path: string, folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(join(app, folder, '/')));
  const unused = paths.find((path) => !sheets.some(([, folders]) => isBelow(path, folders)));
  if (unused !== undefined) throw new Error(`no page has the sheet ${unused}: add its folder to \`sheets\``);
  return sheets.map(([name, folders]) => {
    const texts = paths.filter((path) => isBelow(path, folders)).map((path) => readSheet(path).text);
    return [name, [...(name === shared ? [readShared(app)] : []), ...texts].join('\n')];
  });
};

/** The style sheets of components, each next to its component. No two have the same name, so no two classes of a page do. */
export const componentSheets = (app: string): readonly string[] => {
  const paths = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && name !== shared)
    .sort();
  const twice = paths.filter((path, k) => paths.findIndex((other) => basename(other) === basename(path)) !== k);
  if (twice.length > 0) throw new Error(`another sheet has the name of ${twice.join(', ')}: classes are named by it`);
  return paths.map((path) => join(app, path));
};

/** The classes of a component's sheet, and their names in the page. */
export const namesOfSheet = (path: string): readonly (readonly [name: string, scoped: string])[] => readSheet(path).names;

/** Declares the sheets to the compiler: a class that a sheet does not have is an error at its use. */
export const typesOfSheets = (app: string): string =>
  [
    '// The classes that each component’s style sheet has: `npm run generate` writes it.',
    ...componentSheets(app).flatMap((path) => [
      `declare module '*/${basename(path)}' {`,
      ...namesOfSheet(path).map(([name, scoped]) => `  export const ${name}: '${scoped}';`),
      '}',
    ]),
    '',
  ].join('\n');

const shared = 'page.css';

// As in the scripts, comments and whitespace are for those who read the sources.
const readShared = (app: string): string =>
  transform({ filename: shared, code: readFileSync(join(app, shared)), minify: true }).code.toString();

const readSheet = (path: string) => {
  const scoping = { pattern: '[name]_[local]', pure: true, animation: false, container: false, customIdents: false, grid: false };
  const { code, exports = {} } = transform({ filename: basename(path), code: readFileSync(path), minify: true, cssModules: scoping });
  const names = Object.entries(exports).map(([name, { name: scoped }]) => [name, scoped] as const);
  const unfit = names.find(([name]) => !/^[a-z][a-zA-Z0-9]*$/.test(name));
  if (unfit !== undefined) throw new Error(`${path}: components import .${unfit[0]} by name, so write it as one word, such as .oneTape`);
  return { text: code.toString(), names: names.sort(([a], [b]) => (a < b ? -1 : 1)) };
};
