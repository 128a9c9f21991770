import express, { type RequestHandler, type Router } from 'express';
import type { Contract } from '../../../engine/api/index.ts';
import { type ControlGuard, helmetHeaders } from '../accessControl.ts';
import { allowText, answerOptions, findBase, findLocals, guardRoute, refuseMethod, withoutSlash } from '../routes.ts';
import { consolePage, lessonsPage, toPage } from './consolePage.ts';
import { type DocsFile, docsAssets, docsPage, docsPolicy, pageTexts, readDocsFile } from './docsPage.ts';
import { baseMark, controlFile, platformFile } from './documentNames.ts';
import { type FixedBody, makeEtag, makeFixed, sendFixed } from './fixedBody.ts';

/** The console, the documents that describe the APIs, and a page that shows them. Each is read, or put together, at the first request for it. */
export const documents = (control: ControlGuard, publicUrl: string | undefined): Router => {
  const router = express.Router({ caseSensitive: true, strict: true });
  const offer = (path: string, ...handlers: readonly RequestHandler[]) =>
    router
      .route(path)
      .get(...handlers)
      .options(answerOptions(allow))
      .all(refuseMethod(allow));
  offer('/', toPage);
  offer('/console', consolePage());
  router.all('/console/', withoutSlash);
  offer('/console/lessons', lessonsPage());
  router.all('/console/lessons/', withoutSlash);
  offer('/v2/openapi.json', serveDocument(platformFile, publicUrl));
  // The document contains nothing of a world, and the page at /docs has no token for it.
  offer(
    '/_podsim/v1/openapi.json',
    guardRoute(control),
    serveDocument(() => controlFile, publicUrl),
  );
  offer('/docs', page());
  router.all('/docs/', withoutSlash);
  for (const [name, file] of docsAssets) offer(`/docs/${name}`, asset(file));
  for (const [path, file] of pageTexts()) offer(path, asset(file));
  return router;
};

const allow = allowText(['GET']);

/** Each document is read once. Only the base URL in it differs from client to client. */
const serveDocument = (fileFor: (contract?: Contract) => string, publicUrl: string | undefined): RequestHandler => {
  const read = new Map<string, DocumentParts>();
  return (req, res) => {
    const file = fileFor(findLocals(res).served?.world.settings.account.contract);
    const parts = read.get(file) ?? readParts(file);
    read.set(file, parts);
    sendFixed(res, insertBase(parts, findBase(req, publicUrl)));
  };
};

/** A document as bytes, before and after the base URL. */
interface DocumentParts {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly etag: string;
}

const readParts = (file: string): DocumentParts => {
  const text = readDocsFile(file).toString();
  const [before = '', after = ''] = text.split(JSON.stringify(baseMark));
  return { before: Buffer.from(before), after: Buffer.from(after), etag: makeEtag(text) };
};

const insertBase = ({ before, after, etag }: DocumentParts, base: string): FixedBody => ({
  contentType: 'application/json; charset=utf-8',
  pieces: [before, Buffer.from(JSON.stringify(base)), after],
  etag: makeEtag(`${etag} ${base}`),
});

const pageHeaders = helmetHeaders({ contentSecurityPolicy: { useDefaults: false, directives: docsPolicy }, hsts: false });

const shown = [
  { name: 'Platform', url: 'v2/openapi.json' },
  { name: 'Control plane', url: '_podsim/v1/openapi.json' },
];

const page = (): RequestHandler => {
  const made = makeFixed('text/html; charset=utf-8', docsPage(shown));
  return (_req, res) => sendFixed(res, made, pageHeaders);
};

const asset = ({ read, contentType }: DocsFile): RequestHandler => {
  let made: FixedBody | undefined;
  return (_req, res) => {
    made ??= makeFixed(contentType, read());
    sendFixed(res, made);
  };
};
