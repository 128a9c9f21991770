import { pipeline, Readable } from 'node:stream';
import type { Response } from 'express';
import { type Parameters, serializeList } from 'structured-headers';
import { type Answer, formatInstant, type LimitState, problemOf, type Rejection } from '../../engine/index.ts';
import { type BodyText, bytesOf, textOf } from '../host/bodyText.ts';
import type { Stamp } from '../host/hostedWorld.ts';
import { StoreProblem } from '../store/problems.ts';
import { fixedHeaders } from './accessControl.ts';

/** Sends an answer, with what every answer says of its world. Gives the text of its body. */
export const send = (res: Response, answer: Answer, stamp: Stamp | undefined, requestId: string): BodyText | undefined =>
  sendText(res, answer, () => textOf(answer), stamp, requestId);

/** The same, where the text of its body is there already. */
export const sendText = (
  res: Response,
  answer: Answer,
  made: () => BodyText | undefined,
  stamp: Stamp | undefined,
  requestId: string,
): BodyText | undefined =>
  orGiveUp(res, requestId, () => {
    const text = made();
    if (res.headersSent || res.destroyed) return text;
    const headers = headersOf(answer, stamp, requestId);
    if (text !== undefined && answer.headers?.['content-type'] === undefined)
      headers.push('content-type', 'application/json; charset=utf-8');
    const bytes = text === undefined ? 0 : bytesOf(text);
    if (answer.status !== 204) headers.push('content-length', String(bytes));
    if (due.length === 0) setImmediate(sendDue);
    due.push({ res, status: answer.status, headers, text, bytes, requestId });
    return text;
  });

interface Due {
  readonly res: Response;
  readonly status: number;
  readonly headers: string[];
  readonly text: BodyText | undefined;
  readonly bytes: number;
  readonly requestId: string;
}

/** Answers of one turn go out together: that costs less than one after each call. */
let due: Due[] = [];

const sendDue = (): void => {
  const now = due;
  due = [];
  for (const { res, status, headers, text, bytes, requestId } of now) {
    if (res.headersSent || res.destroyed) continue;
    orGiveUp(res, requestId, () => {
      res.writeHead(status, headers);
      if (text === undefined || res.req.method === 'HEAD') res.end();
      else if (typeof text !== 'string') sendPieces(res, text);
      // A text with as many bytes as signs is plain ASCII, and goes out in one piece with its head.
      else res.end(text, bytes === text.length ? 'latin1' : 'utf8');
    });
  }
};

/** Sends a body whose head is out already, no faster than it is taken; where that breaks off, its connection has ended. */
export const sendPieces = (res: Response, pieces: Iterable<string | Uint8Array>): void =>
  void pipeline(Readable.from(inTurns(pieces)), res, () => undefined);

/** A piece in each turn of the event loop: others have theirs in between, however fast these are taken. */
async function* inTurns<Piece>(pieces: Iterable<Piece>): AsyncGenerator<Piece> {
  for (const piece of pieces) {
    yield piece;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/**
 * Writes to a client where no route is around it: an answer that cannot be written, say for a header that Node refuses,
 * must stop neither others nor the server. Its client is told that it is our fault, or loses its connection.
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
  const problem = problemOf({
    kind: 'failing',
    rule: 'server.broken',
    status: 500,
    detail: 'our fault, not yours: the answer cannot be written',
  });
  const text = JSON.stringify(problem.body);
  const headers = [...headersOf(problem, undefined, requestId), 'content-length', String(Buffer.byteLength(text))];
  res.writeHead(problem.status, headers).end(res.req.method === 'HEAD' ? undefined : text);
};

/** A refusal that comes before any operation is known. */
export const refuse = (res: Response, rejection: Rejection, stamp: Stamp | undefined, requestId: string, more = {}): void => {
  const problem = problemOf(rejection);
  send(res, { ...problem, headers: { ...problem.headers, ...more } }, stamp, requestId);
};

/**
 * The headers of an answer, names and values in turn: of the ways that Node takes them, the one that costs least. Times
 * in them are virtual.
 */
export const headersOf = (
  { headers, limits, rule }: Answer,
  stamp: Stamp | undefined,
  requestId: string,
  guards?: Readonly<Record<string, string>>,
): string[] => {
  const all = guards === undefined ? fixed.slice() : Object.entries(guards).flat();
  all.push('x-request-id', requestId);
  if (headers?.['cache-control'] === undefined) all.push('cache-control', 'no-store');
  for (const name in headers) all.push(name, headers[name] as string);
  if (rule !== undefined) all.push('x-podsim-rule', rule);
  if (limits !== undefined && limits.length > 0) all.push('ratelimit', standing(limits), 'ratelimit-policy', policy(limits));
  if (stamp === undefined) return all;
  all.push('date', httpDate(stamp.instant), 'x-podsim-time', formatInstant(stamp.instant));
  all.push('x-podsim-seq', String(stamp.seq), 'x-podsim-world', stamp.world);
  if (stamp.kept !== undefined) all.push('x-podsim-kept', String(stamp.kept));
  return all;
};

const fixed: readonly string[] = Object.entries(fixedHeaders).flat();

const standing = (limits: readonly LimitState[]): string =>
  serializeList(limits.map(({ name, remaining, resetSeconds }) => [name, parameters({ r: remaining, t: resetSeconds })]));

const policy = (limits: readonly LimitState[]): string =>
  serializeList(limits.map(({ name, quota, windowSeconds }) => [name, parameters({ q: quota, w: windowSeconds })]));

const parameters = (of: Readonly<Record<string, number>>): Parameters => new Map(Object.entries(of));

/** `Date` as HTTP writes it; whole seconds, so one text serves many answers. */
const httpDate = (instant: number): string => {
  const second = Math.floor(instant / 1_000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(second * 1_000).toUTCString() };
  return lastDate.text;
};

let lastDate = { second: 0, text: new Date(0).toUTCString() };
