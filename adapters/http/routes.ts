import type { Request, RequestHandler, Response } from 'express';
import { defaultWorldId } from '../../engine/index.ts';
import type { HostedWorld } from '../host/hostedWorld.ts';
import type { WorldHost } from '../host/worldHost.ts';
import { type ControlGuard, mayControl } from './accessControl.ts';
import { refuse, send } from './answers.ts';

/** What is known of a request before its operation is. */
export interface Locals {
  /** Absent where no world has the name that the path says. */
  served: HostedWorld | undefined;
  requestId: string;
}

/** Where a response keeps them: Express's own `res.locals` is a dictionary, which costs more than all that stands in it. */
const known = Symbol('locals');

type Knowing = Response & { [known]?: Locals };

/** Of a request that names no world, the default one is meant. */
export const localsOf = (res: Response): Locals =>
  (res as Knowing)[known] ?? enter(res, (res.app.locals as AppLocals).serving.find(defaultWorldId));

/** What the app itself holds. */
export interface AppLocals {
  serving: WorldHost;
}

/** Notes whose request it is. */
export const enter = (res: Response, served: HostedWorld | undefined): Locals => {
  const locals: Locals = { served, requestId: requestIdOf(res.req) };
  (res as Knowing)[known] = locals;
  return locals;
};

/** The caller's own, where it is one; a number otherwise, so that the same calls get the same ids. */
export const requestIdOf = ({ headers }: Request): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : freshRequestId();
};

export const freshRequestId = (): string => {
  requests += 1;
  return `req-${requests}`;
};
let requests = 0;

/** Where the caller found the server; a world of its own is part of it. */
export const baseOf = (req: Request, publicUrl: string | undefined): string =>
  `${publicUrl ?? `http://${req.headers.host || '127.0.0.1'}`}${req.baseUrl}`;

/** Lets nobody pass who may not use the control plane. */
export const guardRoute =
  (guard: ControlGuard): RequestHandler =>
  (req, res, next) => {
    const no = mayControl(guard, req);
    if (no === undefined) return next();
    const { served, requestId } = localsOf(res);
    refuse(res, no, served?.stamp, requestId);
  };

/** GET brings HEAD along; but not where it waits, and may take away what nobody would get then. */
export const allowText = (methods: readonly string[], withHead = true): string =>
  [...methods, ...(withHead && methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

export const answerOptions =
  (allow: string): RequestHandler =>
  (_req, res) => {
    const { served, requestId } = localsOf(res);
    send(res, { status: 204, headers: { allow } }, served?.stamp, requestId);
  };

export const refuseMethod =
  (allow: string): RequestHandler =>
  (_req, res) => {
    const { served, requestId } = localsOf(res);
    const detail = 'The requested method is not allowed for this path.';
    refuse(res, { kind: 'no-method', rule: 'errors.unknown-route', detail }, served?.stamp, requestId, { allow });
  };

/**
 * A path of ours with a slash too many: 308, for clients that join addresses carelessly keep their method and their body on
 * the way to the right one. It is not taken as the same path: links that are relative to it would lead astray.
 */
export const withoutSlash: RequestHandler = (req, res) => {
  const { served, requestId } = localsOf(res);
  const [query = ''] = /\?[^#]*/.exec(req.originalUrl) ?? [];
  send(res, { status: 308, headers: { location: `${req.baseUrl}${req.path.slice(0, -1)}${query}` } }, served?.stamp, requestId);
};

/** Of the server as a whole (`OPTIONS *`): every method that any path takes. */
const everyMethod = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export const unknownRoute: RequestHandler = (req, res, next) => {
  if (req.method === 'OPTIONS' && req.originalUrl === '*') {
    answerOptions(everyMethod)(req, res, next);
    return;
  }
  const { served, requestId } = localsOf(res);
  refuse(res, { kind: 'unknown', rule: 'errors.unknown-route', detail: 'The requested path was not found.' }, served?.stamp, requestId);
};
