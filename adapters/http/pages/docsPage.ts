import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBuilt, readBuilt } from '../../console/writer/builtFile.ts';

/** An OpenAPI document that the page shows. */
export interface ShownDocument {
  /** The name that the page shows. */
  readonly name: string;
  /** Its URL, relative to the page. */
  readonly url: string;
}

/**
 * The page at `/docs`: the OpenAPI documents, rendered by Swagger UI, only from files of this server. Its assets are relative to its own
 * name, so that it works at `/docs` and at `/worlds/{id}/docs`.
 */
export const docsPage = (documents: readonly ShownDocument[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>podsim: API documents</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/page.css">
</head>
<body>
<nav><strong>podsim</strong>${documents.map(linkTo).join('')}</nav>
<div id="document"></div>
<noscript>This page needs JavaScript; the documents themselves do not.</noscript>
<script src="docs/swagger-ui-bundle.js"></script>
<script type="module" src="docs/start.mjs"></script>
</body>
</html>
`;

/** The page's content security policy, for helmet: nothing beyond this server, nothing inline except images in the style sheet. */
export const docsPolicy: Readonly<Record<string, readonly string[]>> = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
};

const assetFolder = findBuilt('docs');

/** A file that the server sends as it is. */
export interface DocsFile {
  readonly read: () => Uint8Array;
  readonly contentType: string;
}

/** A file that the build has made for the page, or for programs. */
export const readDocsFile = (name: string): Buffer => readBuilt(join(assetFolder, name));

const asset = (name: string, contentType: string) =>
  [name, { read: () => readDocsFile(name), contentType: `${contentType}; charset=utf-8` }] as const;

/** The page's files by their names below `/docs/`; the build copies them. */
export const docsAssets: ReadonlyMap<string, DocsFile> = new Map([
  asset('swagger-ui-bundle.js', 'text/javascript'),
  asset('swagger-ui.css', 'text/css'),
  asset('start.mjs', 'text/javascript'),
  asset('page.css', 'text/css'),
]);

/** Texts for programs that look for `llms.txt`, by their paths: a list of the pages, which the build makes, all pages as one text, and each page. */
export const pageTexts = (): ReadonlyMap<string, DocsFile> => {
  const pages = ['', 'start/'].flatMap((below) => namesIn(join(packageFolder, 'docs', below)).map((name) => `docs/${below}${name}`));
  return new Map<string, DocsFile>([
    ['/llms.txt', { read: () => readDocsFile('llms.txt'), contentType: plainText }],
    ['/llms-full.txt', { read: readAllPages, contentType: plainText }],
    ...pages.map((path) => [`/${path}`, { read: () => readPage(path), contentType: 'text/markdown; charset=utf-8' }] as const),
  ]);
};

const packageFolder = join(assetFolder, '..', '..');

const readPage = (path: string): Buffer => readFileSync(join(packageFolder, path));

/** The README, and the pages as the list has them. */
const readAllPages = (): Buffer => {
  const listed = readDocsFile('llms.txt')
    .toString()
    .matchAll(/\]\((docs\/[\w/-]+\.md)\)/g);
  const paths = ['README.md', ...[...listed].map(([, path = '']) => path)];
  return Buffer.from(paths.map((path) => `<!-- ${path} -->\n\n${readPage(path)}`).join('\n'));
};

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];

const plainText = 'text/plain; charset=utf-8';

const linkTo = ({ name, url }: ShownDocument, k: number): string =>
  `<a href="?document=${k + 1}" data-document="${escapeHtml(url)}">${escapeHtml(name)}</a>`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
