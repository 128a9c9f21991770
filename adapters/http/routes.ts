import type { Request, RequestHandler, Response } from 'express';
import { answerUnknownPath, type Described, isGraphql, isOffered, refuseProtocol, refuseUnknownMethod } from '../../engine/api/index.ts';
import { controlOperations, defaultWorldId } from '../../engine/control/index.ts';
import type { HostedWorld } from '../host/world/hostedWorld.ts';
import type { WorldHost } from '../host/world/worldHost.ts';
import { isWithin } from '../tls/names.ts';
import { type ControlGuard, mayControl } from './accessControl.ts';
import { refuse, send } from './answers.ts';
import type { BodiesRead } from './bodyBytes.ts';
import { chooseHost, platformDomains } from './names/platformHosts.ts';

/** What is known of a request before its operation is. */
export interface Locals {
  /** Undefined where no world has the name in the path. */
  served: HostedWorld | undefined;
  requestId: string;
}

/** The property of a response that holds its locals. Express's own `res.locals` is a dictionary, which costs more than its content. */
const localsKey = Symbol('locals');

type WithLocals = Response & { [localsKey]?: Locals };

/** A request whose path names no world is for the default one. */
export const findLocals = (res: Response): Locals =>
  (res as WithLocals)[localsKey] ?? enter(res, (res.app.locals as AppLocals).serving.find(defaultWorldId));

/** The app's own locals. */
export interface AppLocals {
  serving: WorldHost;
  bodies: BodiesRead;
}

/** Sets the world and the id of a request. */
export const enter = (res: Response, served: HostedWorld | undefined): Locals => {
  const locals: Locals = { served, requestId: readRequestId(res.req) };
  (res as WithLocals)[localsKey] = locals;
  return locals;
};

/** The caller's own request id, where it is valid; a counter otherwise, so that the same calls get the same ids. */
export const readRequestId = ({ headers }: Request): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : freshRequestId();
};

export const freshRequestId = (): string => {
  requests += 1;
  return `req-${requests}`;
};
let requests = 0;

/** The base URL that the caller used, with its scheme; the prefix of a named world is part of it. */
export const findBase = (req: Request, publicUrl: string | undefined): string =>
  `${publicUrl ?? `${req.protocol}://${req.headers.host || '127.0.0.1'}`}${req.baseUrl}`;

/** The base URL of the queue API for this caller: at one of the platform's hosts, the platform's own (endpoint.request-urls). */
export const findQueueBase = (req: Request, publicUrl: string | undefined): string => {
  const base = findBase(req, publicUrl);
  // Most requests come by another name, and pay for no more than this.
  if (publicUrl !== undefined || !/runpod/i.test(base)) return base;
  const [, scheme = '', name = '', rest = ''] = /^(https?:\/\/)([^/:]+)(.*)$/i.exec(base) ?? [];
  return isWithin(name.toLowerCase(), platformDomains) ? `${scheme}${chooseHost(false)}${rest}` : base;
};

/** Lets a request pass only if it may use the control plane. */
export const guardRoute =
  (guard: ControlGuard): RequestHandler =>
  (req, res, next) => {
    const no = mayControl(guard, req);
    if (no === undefined) return next();
    const { served, requestId } = findLocals(res);
    refuse(res, no, served?.stamp, requestId);
  };

/** GET includes HEAD, except where the answer waits: there a HEAD could consume what only a GET delivers. */
export const allowText = (methods: readonly string[], withHead = true): string =>
  [...methods, ...(withHead && methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

export const answerOptions =
  (allow: string): RequestHandler =>
  (_req, res) => {
    const { served, requestId } = findLocals(res);
    send(res, { status: 204, headers: { allow } }, served?.stamp, requestId);
  };

export const refuseMethod =
  (allow: string): RequestHandler =>
  (req, res) => {
    const { served, requestId } = findLocals(res);
    const known = allow.split(', ').filter((one) => one !== 'HEAD' && one !== 'OPTIONS');
    refuse(res, refuseUnknownMethod(req.method, req.path, known), served?.stamp, requestId, { allow });
  };

/**
 * One of our paths with a trailing slash. The answer is 308, so that a client which joins URLs carelessly keeps its method and body. The
 * path itself is not served, because relative links would then point to the wrong place.
 */
export const withoutSlash: RequestHandler = (req, res) => {
  const { served, requestId } = findLocals(res);
  const [query = ''] = /\?[^#]*/.exec(req.originalUrl) ?? [];
  send(res, { status: 308, headers: { location: `${req.baseUrl}${req.path.slice(0, -1)}${query}` } }, served?.stamp, requestId);
};

/** Refuses what speaks a protocol that podsim does not, whatever it asks for. */
export const refuseProtocols: RequestHandler = (req, res, next) => {
  const refusal = refuseProtocol(req.headers);
  if (refusal === undefined) return next();
  const { served, requestId } = findLocals(res);
  refuse(res, refusal, served?.stamp, requestId);
};

/** For the server as a whole (`OPTIONS *`): the methods of all paths. */
const everyMethod = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export const unknownRoute: RequestHandler = (req, res, next) => {
  if (req.method === 'OPTIONS' && req.originalUrl === '*') {
    answerOptions(everyMethod)(req, res, next);
    return;
  }
  const { served, requestId } = findLocals(res);
  const answer = (body?: string) =>
    send(res, answerUnknownPath(req.path, served?.world.settings, controlPaths, body), served?.stamp, requestId);
  if (isGraphql(req.path) && req.method === 'POST') readBeginning(req, answer);
  else answer();
};

/** Reads how a body begins that is to be refused: what an SDK asks for stands there. */
const readBeginning = (req: Request, take: (text: string) => void): void => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const end = () => {
    req.off('data', add).off('end', end).off('error', end);
    req.resume();
    take(Buffer.concat(pieces).toString('utf8', 0, beginningMax));
  };
  const add = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.length;
    if (length >= beginningMax) end();
  };
  req.on('data', add).once('end', end).once('error', end);
};

const beginningMax = 4_096;

const controlPaths = controlOperations.map(({ path }) => path);

/** A path of later operations alone is none where the contract of the world has none of them (contract.dated). */
export const passUnlessOffered =
  (rows: readonly Pick<Described, 'since'>[]): RequestHandler =>
  (_req, res, next) => {
    const contract = findLocals(res).served?.world.settings.account.contract;
    if (contract === undefined || rows.some((row) => isOffered(row, contract))) next();
    else next('route');
  };
