import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import { controlOperations, type Described, engineVersion, operations } from '../../engine/index.ts';
import { openApiDocument } from '../../engine/process/index.ts';
import { type ControlGuard, helmetHeaders } from './accessControl.ts';
import { headersOf, send } from './answers.ts';
import { consolePage, lessonsPage, toPage } from './consolePage.ts';
import { docsAssets, docsPage, docsPolicy, pageTexts } from './docsPage.ts';
import { allowText, answerOptions, baseOf, guardRoute, localsOf, refuseMethod, withoutSlash } from './routes.ts';

/** The console, the documents that describe the APIs, and a page that shows them. Each is made at the first request for it. */
export const documents = (control: ControlGuard, publicUrl: string | undefined): Router => {
  const router = Router({ caseSensitive: true, strict: true });
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
  offer('/v2/openapi.json', documentOf(platform, publicUrl));
  // The document contains nothing of a world, and the page at /docs has no token for it.
  offer('/_podsim/v1/openapi.json', guardRoute(control), documentOf(controlPlane, publicUrl));
  offer('/docs', page);
  router.all('/docs/', withoutSlash);
  for (const [name, { path, contentType }] of docsAssets) offer(`/docs/${name}`, asset(path, contentType));
  for (const [path, { path: file, contentType }] of pageTexts()) offer(path, asset(file, contentType));
  return router;
};

const allow = allowText(['GET']);

interface Documented {
  readonly title: string;
  /** Of the API, not of what serves it. */
  readonly version: string;
  readonly rows: () => readonly Described[];
}

const platform: Documented = { title: 'The platform, simulated by podsim', version: '2.0.0', rows: () => operations };
const controlPlane: Documented = { title: 'The control plane of podsim', version: engineVersion, rows: () => controlOperations };

const documentOf = ({ title, version, rows }: Documented, publicUrl: string | undefined): RequestHandler => {
  const made = new Map<string | undefined, ReturnType<typeof openApiDocument>>();
  return (req, res) => {
    const { served, requestId } = localsOf(res);
    const contract = served?.world.settings.account.contract;
    const document =
      made.get(contract) ??
      openApiDocument(rows(), { title, version, serverUrl: '', security: 'bearer', ...(contract === undefined ? {} : { contract }) });
    made.set(contract, document);
    send(res, { status: 200, body: { ...document, servers: [{ url: baseOf(req, publicUrl) }] } }, served?.stamp, requestId);
  };
};

const pageHeaders = helmetHeaders({ contentSecurityPolicy: { useDefaults: false, directives: docsPolicy }, hsts: false });

const page: RequestHandler = (req, res) => {
  const { served, requestId } = localsOf(res);
  const shown = [
    { name: 'Platform', url: 'v2/openapi.json' },
    { name: 'Control plane', url: '_podsim/v1/openapi.json' },
  ];
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' };
  const flat = headersOf({ status: 200, headers }, served?.stamp, requestId, pageHeaders);
  res.writeHead(200, flat).end(req.method === 'HEAD' ? undefined : docsPage(shown));
};

const asset = (path: string, contentType: string): RequestHandler => {
  let bytes: Buffer | undefined;
  return (req, res) => {
    const { served, requestId } = localsOf(res);
    bytes ??= readFileSync(path);
    const headers = headersOf(
      { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-cache' } },
      served?.stamp,
      requestId,
    );
    res.writeHead(200, headers).end(req.method === 'HEAD' ? undefined : bytes);
  };
};
