import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import type { Rejection } from '../../engine/cloud/index.ts';
import { isLoopback } from '../host/loopback.ts';
import { type Door, isInvited } from './accessControl.ts';
import { refuse, send } from './answers.ts';
import { findLocals } from './routes.ts';

/**
 * Keeps out pages from elsewhere: a browser sends this machine any request of any page. The door refuses pages of another origin, and
 * requests by a name that is not this machine's, because a page may let its own name lead here (server.names).
 */
export const guardDoor = (door: Door): RequestHandler => {
  const share = cors({ origin: [...(door.cors ?? [])], exposedHeaders, maxAge: 600, preflightContinue: true });
  return (req, res, next) => {
    const no = whyNotIn(door, req);
    if (no !== undefined) return refuse(res, no, undefined, findLocals(res).requestId);
    if (!isInvited(door, req)) return next();
    share(req, res, () => {
      if (req.headers['access-control-request-method'] === undefined || req.method !== 'OPTIONS') return next();
      send(res, { status: 204 }, undefined, findLocals(res).requestId);
    });
  };
};

const whyNotIn = (door: Door, req: Request): Rejection | undefined => {
  const { host = '', origin } = req.headers;
  const name = nameIn(host);
  if (door.names !== undefined && !isLoopback(name) && !isAmong(name, door.names))
    return refusal(
      `this server does not answer to the name ${host.slice(0, 100)}: podsim serve --allow-host ${name.slice(0, 100)} lets it`,
    );
  if (origin === undefined || isInvited(door, req) || isOwn(origin, name, host, door)) return undefined;
  return refusal(
    `this server does not answer pages of another origin (${origin.slice(0, 100)}): podsim serve --cors ${origin.slice(0, 100)} lets it`,
  );
};

/** Whether a page was loaded from this server: from the same port of the same name, or of another one of this machine. */
const isOwn = (origin: string, name: string, host: string, { publicUrl }: Door): boolean => {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const its = new URL(origin);
  if (publicUrl !== undefined && its.origin === new URL(publicUrl).origin) return true;
  const asked = `${its.protocol}//${host}`;
  const isSameName = its.hostname === name || (isLoopback(its.hostname) && isLoopback(name));
  return isSameName && URL.canParse(asked) && its.port === new URL(asked).port;
};

/** `*.NAME` is each name below it. */
export const isAmong = (name: string, names: readonly string[]): boolean =>
  names.some((one) => one === name || (one.startsWith('*.') && name.endsWith(one.slice(1))));

/** The name in a host header, without the port. */
export const nameIn = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');

const refusal = (detail: string): Rejection => ({ kind: 'forbidden', rule: 'server.names', detail });

/** The headers of answers that pages of other origins may read, besides those that browsers show to all. */
const exposedHeaders = [
  'date',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-podsim-kept',
  'x-podsim-rule',
  'x-podsim-seq',
  'x-podsim-time',
  'x-podsim-world',
  'x-request-id',
  'x-runpod-worker-id',
];
