import type { RequestHandler } from 'express';
import { engineVersion } from '../../../engine/simulator/index.ts';
import type { PageData } from '../../console/app/pageData.ts';
import { pageToServe } from '../../console/writer/page.ts';
import { readCourse, readCourseParts } from '../../console/writer/parts.ts';
import { helmetHeaders } from '../accessControl.ts';
import { send } from '../answers.ts';
import { findLocals } from '../routes.ts';
import { makeEtag, makeFixed, sendFixed } from './fixedBody.ts';

/**
 * The page at `/console` and at `/worlds/{id}/console`. It contains nothing of a world: it asks the control plane, from the place where
 * it was opened.
 */
export const consolePage = (): RequestHandler => servePage(() => ({ engine: engineVersion, scenarios: [], live: true }));

/** The course, at `/console/lessons`. It asks the server nothing. */
export const lessonsPage = (): RequestHandler =>
  servePage(() => ({ engine: engineVersion, scenarios: [], lessons: readCourse(), isServed: true }));

/** A page that is put together at the first request for it. */
const servePage = (data: () => PageData): RequestHandler => {
  const make = () => {
    const given = data();
    const { html, policy } = pageToServe(readCourseParts(), given);
    const guards = helmetHeaders({ contentSecurityPolicy: { useDefaults: false, directives: policy }, hsts: false });
    // The policy has the digests of all that is long in the page.
    return { body: makeFixed('text/html; charset=utf-8', html, makeEtag(JSON.stringify([policy, given]))), guards };
  };
  let made: ReturnType<typeof make> | undefined;
  return (_req, res) => {
    made ??= make();
    const { body, guards } = made;
    sendFixed(res, body, guards);
  };
};

/** The root path leads a browser to the console, and any other client to the documents. */
export const toPage: RequestHandler = (req, res) => {
  const { served, requestId } = findLocals(res);
  const isBrowser = /\btext\/html\b/i.test(req.headers.accept ?? '');
  const headers = { location: `${req.baseUrl}/${isBrowser ? 'console' : 'docs'}`, vary: 'accept' };
  send(res, { status: 302, headers }, served?.stamp, requestId);
};
