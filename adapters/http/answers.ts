import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers';
import type { Response } from 'express';
import { type Parameters, serializeList } from 'structured-headers';
import { type Answer, type LimitState, writeProblem } from '../../engine/api/index.ts';
import type { Rejection } from '../../engine/cloud/index.ts';
import { formatInstant } from '../../engine/kernel/index.ts';
import { type BodyText, countBytes, formatBody } from '../host/call/bodyText.ts';
import type { Stamp } from '../host/call/hostedCall.ts';
import { schedulePiece } from '../host/call/turns.ts';
import { StoreProblem } from '../store/problems.ts';
import { fixedHeaders } from './accessControl.ts';

/** Sends an answer, with the headers that every answer has. Returns the text of its body. */
export const send = (res: Response, answer: Answer, stamp: Stamp | undefined, requestId: string): BodyText | undefined =>
  sendText(res, answer, () => formatBody(answer), stamp, requestId);

/** The same, where the text of its body exists already. */
export const sendText = (
  res: Response,
  answer: Answer,
  made: () => BodyText | undefined,
  stamp: Stamp | undefined,
  requestId: string,
  guards?: Readonly<Record<string, string>>,
): BodyText | undefined =>
  orGiveUp(res, requestId, () => {
    const text = made();
    if (res.headersSent || res.destroyed) return text;
    if (answer.status >= 400) (res as Refused)[detailKey] = answer.body;
    const headers = writeHeaders(answer, stamp, requestId, guards);
    if (text !== undefined && answer.headers?.['content-type'] === undefined)
      headers.push('content-type', 'application/json; charset=utf-8');
    const bytes = text === undefined ? 0 : countBytes(text);
    if (answer.status !== 204 && answer.status !== 304) headers.push('content-length', String(bytes));
    if (unsent.length === 0) setImmediate(sendUnsent);
    unsent.push({ res, status: answer.status, headers, text, bytes, requestId });
    return text;
  });

const detailKey = Symbol('detail');
type Refused = Response & { [detailKey]?: unknown };

/** Why a request was refused, in words; undefined unless it was. */
export const findDetail = (res: Response): string | undefined => {
  const { detail, errors } = ((res as Refused)[detailKey] ?? {}) as { readonly detail?: unknown; readonly errors?: unknown };
  const words = Array.isArray(errors) && errors.every((one) => typeof one === 'string') ? errors.join('; ') : detail;
  return typeof words === 'string' ? words : undefined;
};

interface Due {
  readonly res: Response;
  readonly status: number;
  readonly headers: string[];
  readonly text: BodyText | undefined;
  readonly bytes: number;
  readonly requestId: string;
}

/** The answers of one event loop turn are written together: that is cheaper than a write after each call. */
let unsent: Due[] = [];

const sendUnsent = (): void => {
  const batch = unsent;
  unsent = [];
  for (const { res, status, headers, text, bytes, requestId } of batch) {
    if (res.headersSent || res.destroyed) continue;
    orGiveUp(res, requestId, () => {
      res.writeHead(status, headers);
      if (text === undefined || res.req.method === 'HEAD') res.end();
      else if (typeof text !== 'string') sendPieces(res, text);
      // A text with as many bytes as characters is ASCII, and is sent in one piece with its head.
      else res.end(text, bytes === text.length ? 'latin1' : 'utf8');
    });
  }
};

/** Sends a body whose head is out already, no faster than the client reads. If that fails, the connection has ended. */
export const sendPieces = (res: Response, pieces: Iterable<string | Uint8Array>): void =>
  void pipeline(Readable.from(eachInATurn(pieces)), res, () => undefined);

/** One piece in each turn of the event loop, so that other work runs in between, however fast the client reads. */
async function* eachInATurn<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    yield piece;
    await new Promise<void>(schedulePiece);
  }
}

/**
 * Writes to a client outside of any route. An answer that cannot be written, for example because Node refuses a header, must neither
 * affect other answers nor stop the server. The client gets a 500, or its connection is closed.
 */
export const orGiveUp = <T>(res: Response, requestId: string, write: () => T): T | undefined => {
  try {
    return write();
  } catch (error) {
    process.stderr.write(`${error instanceof StoreProblem ? error.message : ((error as Error).stack ?? String(error))}\n`);
    if (res.headersSent || res.destroyed) res.destroy();
    else sendFault(res, requestId);
    return undefined;
  }
};

const sendFault = (res: Response, requestId: string): void => {
  const problem = writeProblem({
    kind: 'failing',
    rule: 'server.broken',
    status: 500,
    detail: 'our fault, not yours: the answer cannot be written',
  });
  const text = JSON.stringify(problem.body);
  const headers = [...writeHeaders(problem, undefined, requestId), 'content-length', String(Buffer.byteLength(text))];
  res.writeHead(problem.status, headers).end(res.req.method === 'HEAD' ? undefined : text);
};

/** Breaks the connection: at once, or after the first half of an answer (fault.socket). */
export const breakOff = (res: Response, inside: Answer | undefined, stamp: Stamp, requestId: string): undefined => {
  const text = inside === undefined ? undefined : formatBody(inside);
  if (inside === undefined || text === undefined || res.destroyed) return void res.destroy();
  const bytes = Buffer.from(typeof text === 'string' ? text : [...text].map(String).join(''));
  const headers = writeHeaders(inside, stamp, requestId);
  if (inside.headers?.['content-type'] === undefined) headers.push('content-type', 'application/json; charset=utf-8');
  res.writeHead(inside.status, [...headers, 'content-length', String(bytes.length)]);
  res.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => res.destroy());
  return undefined;
};

/** Refuses a request before its operation is known. */
export const refuse = (res: Response, rejection: Rejection, stamp: Stamp | undefined, requestId: string, more = {}): void => {
  const problem = writeProblem(rejection);
  send(res, { ...problem, headers: { ...problem.headers, ...more } }, stamp, requestId);
};

/**
 * The headers of an answer as a flat list of names and values: the cheapest form that Node accepts. The times in them are virtual.
 */
export const writeHeaders = (
  { headers, limits, rule, asGiven }: Answer,
  stamp: Stamp | undefined,
  requestId: string,
  guards?: Readonly<Record<string, string>>,
): string[] => {
  const all = guards === undefined ? fixed.slice() : Object.entries(guards).flat();
  all.push('x-request-id', requestId);
  if (asGiven === true) removeNamed(all, headers);
  if (headers?.['cache-control'] === undefined) all.push('cache-control', 'no-store');
  for (const name in headers) all.push(name, headers[name] as string);
  if (rule !== undefined) all.push('x-podsim-rule', rule);
  if (limits !== undefined && limits.length > 0)
    all.push('ratelimit', rateLimitText(limits), 'ratelimit-policy', rateLimitPolicyText(limits));
  if (stamp === undefined) return all;
  all.push('date', httpDate(stamp.instant), 'x-podsim-time', formatInstant(stamp.instant));
  all.push('x-podsim-seq', String(stamp.seq), 'x-podsim-world', stamp.world);
  if (stamp.kept !== undefined) all.push('x-podsim-kept', String(stamp.kept));
  return all;
};

/** Takes out what headers of these names say already. */
const removeNamed = (all: string[], names: Readonly<Record<string, string>> = {}): void => {
  for (let place = all.length - 2; place >= 0; place -= 2) if ((all[place]?.toLowerCase() as string) in names) all.splice(place, 2);
};

const fixed: readonly string[] = Object.entries(fixedHeaders).flat();

const rateLimitText = (limits: readonly LimitState[]): string =>
  serializeList(limits.map(({ name, remaining, resetSeconds }) => [name, parameters({ r: remaining, t: resetSeconds })]));

const rateLimitPolicyText = (limits: readonly LimitState[]): string =>
  serializeList(limits.map(({ name, quota, windowSeconds }) => [name, parameters({ q: quota, w: windowSeconds })]));

const parameters = (of: Readonly<Record<string, number>>): Parameters => new Map(Object.entries(of));

/** `Date` in HTTP's format. It has whole seconds, so one text serves many answers. */
const httpDate = (instant: number): string => {
  const second = Math.floor(instant / 1_000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(second * 1_000).toUTCString() };
  return lastDate.text;
};

let lastDate = { second: 0, text: new Date(0).toUTCString() };
