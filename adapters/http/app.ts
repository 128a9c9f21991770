import express, { type Express, type Request, type RequestHandler, type Response, Router } from 'express';
import {
  type Answer,
  controlInputs,
  type Described,
  type DeskOperation,
  defaultWorldId,
  deskAnswer,
  deskOperations,
  InvariantViolation,
  type Operation,
  operations,
} from '../../engine/index.ts';
import { refuse, send } from './answers.ts';
import { bodyReader } from './bodies.ts';
import { documents } from './documents.ts';
import { type ControlGuard, mayControl } from './hardening.ts';
import { inputOf, requestOf } from './requests.ts';
import type { ServedWorld } from './servedWorld.ts';
import type { Serving } from './serving.ts';
import { sendFrames, sendLines } from './streams.ts';

export interface AppOptions {
  readonly control: ControlGuard;
  /** What URLs in answers begin with, where that is not what the caller used. */
  readonly publicUrl?: string;
}

/** Both APIs and the control plane of every world, over HTTP. Every operation is a row of a table; no rule is here. */
export const appOf = (serving: Serving, options: AppOptions): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  const router = Router({ caseSensitive: true, strict: true });
  for (const [path, rows] of byPath([...operations, ...controlInputs, ...deskOperations])) {
    const route = router.route(expressPath(path));
    const allow = allowed(rows);
    for (const row of rows) {
      const guard = row.api === 'control' ? [guarded(options.control)] : [];
      for (const method of row.methods) route[lower(method)](...guard, handlerOf(serving, row, options));
    }
    route.options(answerOptions(allow)).all(refuseMethod(allow));
  }
  app.use('/worlds/:world', inWorld(serving), documents(), router, unknownRoute);
  app.use(inDefaultWorld(serving), documents(), router, unknownRoute, brokenRequest);
  return app;
};

/** What is known of a request before its operation is. */
interface Locals {
  served: ServedWorld;
  requestId: string;
}

const localsOf = (res: Response): Locals => res.locals as Locals;

const handlerOf = (serving: Serving, row: Operation | DeskOperation, options: AppOptions): RequestHandler => {
  const read = bodyReader(row);
  const handle = 'answer' in row ? deskHandler(serving, row) : callHandler(row, options);
  return (req, res) => read(req, res, (body) => handle(req, res, body));
};

type Handler = (req: Request, res: Response, body: Parameters<Parameters<ReturnType<typeof bodyReader>>[2]>[0]) => void;

/** A call of an account, or of the operator, to the world itself. */
const callHandler =
  (row: Operation, { publicUrl }: AppOptions): Handler =>
  (req, res, body) => {
    const { served, requestId } = localsOf(res);
    if (res.destroyed) return;
    const { world, journal } = served;
    const input = inputOf(row, req, body, baseOf(req, publicUrl), world);
    const entry = journal.opened(row.id, input.client, input.request, world.log.length + 1, world.now);
    const respond = (answer: Answer) => {
      const { frames } = answer;
      const text = frames === undefined ? send(res, answer, served, requestId) : undefined;
      if (frames !== undefined) sendFrames(res, answer, frames, served, requestId);
      journal.closed(entry, answer.status, answer.rule, text, world.now);
    };
    const underway = served.call(row, input, respond);
    if (underway !== undefined) res.once('close', underway.leave);
  };

/** A look at a world, or something about the process that serves it. */
const deskHandler =
  (serving: Serving, row: DeskOperation): Handler =>
  (req, res, body) => {
    const { served, requestId } = localsOf(res);
    const { id: worldId, world, journal } = served;
    const answer = served.look(() => deskAnswer({ worldId, world, journal, host: serving }, row, requestOf(row, req, body)));
    if (answer.frames !== undefined) sendFrames(res, answer, answer.frames, served, requestId);
    else if (answer.lines !== undefined) sendLines(res, answer, answer.lines, served, requestId);
    else send(res, answer, serving.find(served.id) ?? served, requestId);
  };

const inDefaultWorld =
  (serving: Serving): RequestHandler =>
  (req, res, next) => {
    const served = serving.find(defaultWorldId);
    enter(req, res, served);
    next();
  };

const inWorld =
  (serving: Serving): RequestHandler =>
  (req, res, next) => {
    const { world } = req.params;
    const served = serving.find(String(world));
    enter(req, res, served);
    if (served !== undefined) return next();
    const detail = `there is no world ${String(world).slice(0, 100)}: POST /_podsim/v1/worlds makes one`;
    refuse(res, { kind: 'unknown', rule: 'control.worlds', detail }, undefined, localsOf(res).requestId);
  };

const enter = (req: Request, res: Response, served: ServedWorld | undefined): void => {
  res.locals['served'] = served;
  res.locals['requestId'] = requestIdOf(req);
};

/** The caller's own, where it is one; a number otherwise, so that the same calls get the same ids. */
const requestIdOf = ({ headers }: Request): string => {
  const given = headers['x-request-id'];
  if (typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given)) return given;
  requests += 1;
  return `req-${requests}`;
};
let requests = 0;

const guarded =
  (guard: ControlGuard): RequestHandler =>
  (req, res, next) => {
    const no = mayControl(guard, req);
    if (no === undefined) return next();
    const { served, requestId } = localsOf(res);
    refuse(res, no, served, requestId);
  };

const answerOptions =
  (allow: string): RequestHandler =>
  (_req, res) => {
    const { served, requestId } = localsOf(res);
    send(res, { status: 204, headers: { allow } }, served, requestId);
  };

const refuseMethod =
  (allow: string): RequestHandler =>
  (_req, res) => {
    const { served, requestId } = localsOf(res);
    const detail = 'The requested method is not allowed for this path.';
    refuse(res, { kind: 'no-method', rule: 'errors.unknown-route', detail }, served, requestId, { allow });
  };

const unknownRoute: RequestHandler = (_req, res) => {
  const { served, requestId } = localsOf(res);
  refuse(res, { kind: 'unknown', rule: 'errors.unknown-route', detail: 'The requested path was not found.' }, served, requestId);
};

/** Whatever is thrown ends here. Four arguments: that is how Express knows it. */
const brokenRequest = (error: Error & { readonly status?: number }, _req: Request, res: Response, _next: unknown): void => {
  const { served, requestId } = localsOf(res);
  if (error.status !== undefined && error.status < 500)
    return refuse(res, { kind: 'malformed', rule: 'errors.malformed', detail: 'the path cannot be decoded' }, served, requestId);
  const { definition } = served.world.header;
  const place = `seed ${definition.seed}, world ${served.id}, entry ${served.world.log.length}`;
  const what = error instanceof InvariantViolation ? `an invariant does not hold: ${error.message}` : 'something broke that should not';
  const detail = `our fault, not yours: ${what} (${place}); GET /_podsim/v1/log has what a report needs`;
  refuse(res, { kind: 'failing', rule: 'server.broken', status: 500, detail }, undefined, requestId);
  process.stderr.write(`${error.stack ?? String(error)}\n`);
};

/** Where the caller found the server; a world of its own is part of it. */
const baseOf = (req: Request, publicUrl: string | undefined): string => {
  const world = req.baseUrl;
  return `${publicUrl ?? `http://${req.headers.host ?? '127.0.0.1'}`}${world}`;
};

/** `/v2/pods/{id}` as Express writes it. */
export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** The rows of each path, in the order in which the paths come first. */
const byPath = <Row extends Described>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> => {
  const paths = new Map<string, Row[]>();
  for (const row of rows) paths.set(row.path, [...(paths.get(row.path) ?? []), row]);
  return paths;
};

/** GET brings HEAD along, but where an answer waits, or takes something away, only GET will do. */
const allowed = (rows: readonly Described[]): string => {
  const methods = rows.flatMap((row) => row.methods);
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
};

type Lower = 'get' | 'post' | 'put' | 'patch' | 'delete';
const lower = (method: string): Lower => method.toLowerCase() as Lower;
