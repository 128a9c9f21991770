import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import helmet, { type HelmetOptions } from 'helmet';
import type { Rejection } from '../../engine/index.ts';
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

export interface ControlGuard {
  /** The token that `authorization: Bearer` must carry; undefined where none is required. */
  readonly token: string | undefined;
  /** The control plane is closed to everyone: the server listens beyond this machine, and has no token. */
  readonly closed: boolean;
  /** The names of this server with their ports; undefined while it has no socket. */
  readonly hosts: () => readonly string[] | undefined;
  /** Requests without an `origin` are accepted under any host name. */
  readonly anyName?: boolean;
}

/** The same guard for public information. Pages of other origins are still refused. */
export const open = (guard: ControlGuard): ControlGuard => ({
  ...guard,
  token: undefined,
  closed: false,
  anyName: guard.closed || guard.token !== undefined,
});

/**
 * Why a request must not use the control plane; undefined where it may. A page of another origin must not. Nor may a page whose own
 * host name resolves to this machine's address (DNS rebinding): a request must use one of the server's names.
 */
export const mayControl = ({ token, closed, hosts, anyName = false }: ControlGuard, { headers }: Request): Rejection | undefined => {
  if (closed)
    return refusal(
      'forbidden',
      'the control plane is closed, because the server listens beyond this machine: start it with --control-token',
    );
  const known = hosts();
  const { origin, host } = headers;
  // With a token, any host name counts as the server's: a foreign page does not know the token.
  const names = [...(known ?? []), ...(token === undefined || host === undefined ? [] : [host])];
  if (origin !== undefined && !names.some((name) => origin === `http://${name}` || origin === `https://${name}`))
    return refusal('forbidden', `the control plane does not answer pages of another origin (${origin.slice(0, 100)})`);
  if (token === undefined) {
    return anyName || known === undefined || known.includes(host ?? '')
      ? undefined
      : refusal('forbidden', `the control plane does not answer to the name ${(host ?? '').slice(0, 100)}`);
  }
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return isSame(given, token)
    ? undefined
    : refusal('unauthenticated', 'the control plane needs the header authorization: Bearer <control token>');
};

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
