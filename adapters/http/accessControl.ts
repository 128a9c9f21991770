import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Rejection } from '../../engine/index.ts';
import { sha256 } from '../store/sha256.ts';

/** The headers that helmet sets, asked for once: they are the same for every answer. */
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

/** Those of the APIs. No HSTS: this is a server on somebody's own machine, without TLS. What only pages need is left to the page at /docs. */
export const fixedHeaders = helmetHeaders({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  hsts: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  // The policy above says it already.
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

export interface ControlGuard {
  /** What `authorization: Bearer` must carry; undefined where none is needed. */
  readonly token: string | undefined;
  /** Nobody may use the control plane: the server is open to others, and has no token. */
  readonly closed: boolean;
  /** The hosts, with their ports, that this server goes by; undefined while it has no socket. */
  readonly hosts: () => readonly string[] | undefined;
  /** It may be called by whatever name, by who is no page. */
  readonly anyName?: boolean;
}

/** The same, for what anybody may know; pages of other origins still may not. */
export const open = (guard: ControlGuard): ControlGuard => ({
  ...guard,
  token: undefined,
  closed: false,
  anyName: guard.closed || guard.token !== undefined,
});

/**
 * Whether a request may use the control plane. A page of another origin may not, nor one that has given its own name
 * this machine's address: it must call the server by a name that is the server's.
 */
export const mayControl = ({ token, closed, hosts, anyName = false }: ControlGuard, { headers }: Request): Rejection | undefined => {
  if (closed) return no('forbidden', 'the control plane is closed: the server listens beyond this machine; start it with --control-token');
  const known = hosts();
  const { origin, host } = headers;
  // Beside a token, whatever name the server was called by is its own: a page elsewhere does not know the token.
  const names = [...(known ?? []), ...(token === undefined || host === undefined ? [] : [host])];
  if (origin !== undefined && !names.some((name) => origin === `http://${name}` || origin === `https://${name}`))
    return no('forbidden', `the control plane does not answer pages of another origin (${origin.slice(0, 100)})`);
  if (token === undefined) {
    return anyName || known === undefined || known.includes(host ?? '')
      ? undefined
      : no('forbidden', `the control plane does not answer to the name ${(host ?? '').slice(0, 100)}`);
  }
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return isSame(given, token)
    ? undefined
    : no('unauthenticated', 'the control plane needs the header authorization: Bearer <control token>');
};

/**
 * Whether a request may say more than the APIs have words for, such as when it arrives. Its `authorization` is the API
 * key's: where the control plane asks for a token, it goes in a header of its own.
 */
export const mayAdd = ({ token, closed }: ControlGuard, { headers }: Request): boolean =>
  !closed && (token === undefined || isSame(String(headers['x-podsim-token'] ?? ''), token));

const no = (kind: Rejection['kind'], detail: string): Rejection => ({ kind, rule: 'control.access', detail });

/** Compares digests of equal length in constant time, so that nothing can be learnt from how long it takes. */
const isSame = (given: string, wanted: string): boolean =>
  given !== '' && timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));
