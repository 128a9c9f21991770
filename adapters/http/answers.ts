import type { Response } from 'express';
import { type Parameters, serializeList } from 'structured-headers';
import { type Answer, formatInstant, problemOf, type Rejection } from '../../engine/index.ts';
import { fixedHeaders } from './hardening.ts';
import type { ServedWorld } from './servedWorld.ts';

/** Sends an answer, with what every answer says of its world. Gives the text of its body. */
export const send = (res: Response, answer: Answer, served: ServedWorld | undefined, requestId: string): string | undefined => {
  const text = answer.body === undefined ? undefined : JSON.stringify(answer.body);
  if (res.headersSent || res.destroyed) return text;
  const headers = headersOf(answer, served, requestId);
  if (text === undefined) {
    if (answer.status !== 204) headers['content-length'] = 0;
    res.writeHead(answer.status, headers).end();
    return text;
  }
  headers['content-type'] ??= 'application/json; charset=utf-8';
  headers['content-length'] = Buffer.byteLength(text);
  res.writeHead(answer.status, headers).end(res.req.method === 'HEAD' ? undefined : text);
  return text;
};

/** A refusal that comes before any operation is known. */
export const refuse = (res: Response, rejection: Rejection, served: ServedWorld | undefined, requestId: string, more = {}): void => {
  const problem = problemOf(rejection);
  send(res, { ...problem, headers: { ...problem.headers, ...more } }, served, requestId);
};

/** The headers of an answer; times in it are virtual. */
export const headersOf = (
  { headers, limits, rule }: Answer,
  served: ServedWorld | undefined,
  requestId: string,
): Record<string, string | number> => {
  const all: Record<string, string | number> = { ...fixedHeaders, 'x-request-id': requestId, ...headers };
  if (rule !== undefined) all['x-podsim-rule'] = rule;
  if (limits !== undefined && limits.length > 0) {
    all['ratelimit'] = serializeList(
      limits.map(({ name, remaining, resetSeconds }) => [name, parameters({ r: remaining, t: resetSeconds })]),
    );
    all['ratelimit-policy'] = serializeList(
      limits.map(({ name, quota, windowSeconds }) => [name, parameters({ q: quota, w: windowSeconds })]),
    );
  }
  if (served === undefined) return all;
  const { world, id } = served;
  const instant = world.header.definition.startMs + world.now;
  all['date'] = httpDate(instant);
  all['x-podsim-time'] = formatInstant(instant);
  all['x-podsim-seq'] = world.log.length;
  all['x-podsim-world'] = id;
  return all;
};

const parameters = (of: Readonly<Record<string, number>>): Parameters => new Map(Object.entries(of));

/** `Date` as HTTP writes it; whole seconds, so one text serves many answers. */
const httpDate = (instant: number): string => {
  const second = Math.floor(instant / 1_000);
  if (second !== lastDate.second) lastDate = { second, text: new Date(second * 1_000).toUTCString() };
  return lastDate.text;
};

let lastDate = { second: 0, text: new Date(0).toUTCString() };
