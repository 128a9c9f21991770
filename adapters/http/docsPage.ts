import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An OpenAPI document that the page shows. */
export interface ShownDocument {
  /** What people call it. */
  readonly name: string;
  /** Where the browser gets it, as seen from the page. */
  readonly url: string;
}

/**
 * The page at `/docs`: the documents, drawn by Swagger UI from files of this server alone. It looks for its assets below
 * its own name, so that it may stand at `/docs` and at `/worlds/{id}/docs`.
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

/** What the page may do, as helmet's directives: nothing beyond this server, nothing inline but the pictures of the style sheet. */
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

/** The page's files: `dist/docs` is in a folder above this file, whether that is the source, was compiled, or was bundled. */
const assetFolder = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'dist', 'docs')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'dist', 'docs');
})();

const asset = (name: string, contentType: string) =>
  [name, { path: join(assetFolder, name), contentType: `${contentType}; charset=utf-8` }] as const;

/** The page's files, by the name below `/docs/` that it asks for; `build.mjs` puts them there. */
export const docsAssets: ReadonlyMap<string, { readonly path: string; readonly contentType: string }> = new Map([
  asset('swagger-ui-bundle.js', 'text/javascript'),
  asset('swagger-ui.css', 'text/css'),
  asset('start.mjs', 'text/javascript'),
  asset('page.css', 'text/css'),
]);

const linkTo = ({ name, url }: ShownDocument, k: number): string =>
  `<a href="?document=${k + 1}" data-document="${escaped(url)}">${escaped(name)}</a>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
