import type { RequestHandler } from 'express';
import { engineVersion } from '../../engine/index.ts';
import type { PageData } from '../console/app/pageData.ts';
import { pageToServe } from '../console/writer/page.ts';
import { readPageParts } from '../console/writer/parts.ts';
import { helmetHeaders } from './accessControl.ts';
import { headersOf, send } from './answers.ts';
import { localsOf } from './routes.ts';

/**
 * The page at `/console` and at `/worlds/{id}/console`. It contains nothing of a world: it asks the control plane, from the place where
 * it was opened.
 */
export const consolePage = (): RequestHandler => pageOf(() => ({ engine: engineVersion, scenarios: [], live: true }));

/** The course, at `/console/lessons`. It asks the server nothing. What reads lessons is loaded at the first request for it. */
export const lessonsPage = (): RequestHandler =>
  pageOf(async () => {
    const { courseFiles, lessonText } = await import('../cli/learn/lessonFiles.ts');
    return { engine: engineVersion, scenarios: [], lessons: courseFiles().map(lessonText), isServed: true };
  });

/** A page that is made at the first request for it. */
const pageOf = (data: () => PageData | Promise<PageData>): RequestHandler => {
  let made: { readonly bytes: Buffer; readonly guards: Readonly<Record<string, string>> } | undefined;
  const make = async () => {
    const { html, policy } = pageToServe(readPageParts(), await data());
    const guards = helmetHeaders({ contentSecurityPolicy: { useDefaults: false, directives: policy }, hsts: false });
    return { bytes: Buffer.from(html), guards };
  };
  return async (req, res) => {
    const { served, requestId } = localsOf(res);
    made ??= await make();
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(made.bytes.length),
      'cache-control': 'no-cache',
    };
    const flat = headersOf({ status: 200, headers }, served?.stamp, requestId, made.guards);
    res.writeHead(200, flat).end(req.method === 'HEAD' ? undefined : made.bytes);
  };
};

/** The root path leads a browser to the console, and any other client to the documents. */
export const toPage: RequestHandler = (req, res) => {
  const { served, requestId } = localsOf(res);
  const isBrowser = /\btext\/html\b/i.test(req.headers.accept ?? '');
  const headers = { location: `${req.baseUrl}/${isBrowser ? 'console' : 'docs'}`, vary: 'accept' };
  send(res, { status: 302, headers }, served?.stamp, requestId);
};
