import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Rejection } from '../../engine/cloud/index.ts';
import { sha256 } from '../store/sha256.ts';

/** The headers that helmet sets. Computed once, because they are the same for every answer. */
export const helmetHeaders = (options: HelmetOptions): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return headers;
};

/**
 * The headers of the APIs. No HSTS: the server usually runs on a developer's machine, without TLS. Headers that matter for pages only
 * are set by the page at /docs.
 */
export const fixedHeaders = helmetHeaders({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  hsts: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  // The policy above implies it.
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Which requests a server answers at all, whatever they ask for. */
export interface Door {
  /** Host names, without ports, by which requests may call the server, besides those of this machine; undefined if any name is allowed. */
  readonly names: readonly string[] | undefined;
  /** The public URL of the server: a page from there is its own. */
  readonly publicUrl?: string | undefined;
  /** Origins whose pages may use the server, as browsers write them: `http://localhost:3000`. */
  readonly cors?: readonly string[] | undefined;
}

export interface ControlGuard {
  /** The token that `authorization: Bearer` must carry; undefined where none is required. */
  readonly token: string | undefined;
  /** The control plane is closed to all callers: the server listens beyond this machine, and has no token. */
  readonly closed: boolean;
  readonly door: Door;
}

/** The same guard for public information. Pages of other origins are still refused. */
export const open = (guard: ControlGuard): ControlGuard => ({ ...guard, token: undefined, closed: false });

/**
 * Explains why a request must not use the control plane; undefined if it may. The door has refused every request of a foreign page with an
 * `origin`. A picture or a link of a page sends none, but the browser marks it as foreign.
 */
export const mayControl = ({ token, closed, door }: ControlGuard, req: Request): Rejection | undefined => {
  const { headers } = req;
  if (closed)
    return refusal(
      'forbidden',
      'the control plane is closed, because the server listens beyond this machine: start it with --control-token',
    );
  if (/^(?:cross|same)-site$/.test(String(headers['sec-fetch-site'] ?? '')) && !isInvited(door, req))
    return refusal('forbidden', 'the control plane does not answer pages of another origin (sec-fetch-site)');
  if (token === undefined) return undefined;
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return isSame(given, token)
    ? undefined
    : refusal('unauthenticated', 'the control plane needs the header authorization: Bearer <control token>');
};

/** Whether a page makes this request that `--cors` has invited. */
export const isInvited = ({ cors: invited = [] }: Door, { headers: { origin } }: Pick<Request, 'headers'>): boolean =>
  origin !== undefined && invited.includes(origin);

/**
 * Whether a request may use the `x-podsim-` additions, such as its time of arrival. `authorization` carries the API key there, so the
 * control token has a header of its own.
 */
export const mayAdd = ({ token, closed }: ControlGuard, { headers }: Request): boolean =>
  !closed && (token === undefined || isSame(String(headers['x-podsim-token'] ?? ''), token));

const refusal = (kind: Rejection['kind'], detail: string): Rejection => ({ kind, rule: 'control.access', detail });

/** Compares digests of equal length in constant time, so that the duration reveals nothing about the token. */
const isSame = (given: string, wanted: string): boolean =>
  given !== '' && timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));
