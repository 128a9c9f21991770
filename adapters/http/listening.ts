import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express, Request, Response } from 'express';
import type { Limits } from '../../engine/api/index.ts';
import type { ServerContexts } from '../tls/serverContexts.ts';
import { refuse } from './answers.ts';
import { createFront } from './connections/secureFront.ts';
import { tendConnections } from './connections/tendConnections.ts';
import { drainable } from './draining.ts';
import type { LoggedRequest } from './loggedRequest.ts';
import { withRealTimers } from './realTimers.ts';
import { readRequestId } from './routes.ts';

export interface Listening {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Accepts no more requests, waits for those in flight, and closes. */
  close(): Promise<void>;
}

/**
 * How long a client may take, in ms: for the head of a request, for all of it, and between two requests. `checkMs`: how often that is
 * checked.
 */
export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  readonly checkMs: number;
}

const defaultTimeouts: Timeouts = { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, checkMs: 1_000 };

export interface ListeningOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly limits: Pick<Limits, 'pipelined'>;
  readonly onClose?: () => void;
  readonly timeouts?: Partial<Timeouts>;
  /** Called for each request that is refused before the app sees it. */
  readonly logRequest?: ((request: LoggedRequest) => void) | undefined;
  /** With these, the port takes TLS as well as plain HTTP. */
  readonly contexts?: ServerContexts | undefined;
}

/** Serves the app on a port. Rejects when the port cannot be used. */
export const listen = (
  app: Express,
  { host, port, limits, onClose, timeouts: given, contexts, logRequest }: ListeningOptions,
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const { headersMs, requestMs, keepAliveMs, checkMs } = { ...defaultTimeouts, ...given };
    const server = createServer({ connectionsCheckingInterval: checkMs, noDelay: true, requireHostHeader: false, ...classesFor(app) });
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.keepAliveTimeout = keepAliveMs;
    tendConnections(server, listenerFor(app), limits, logRequest);
    const front = contexts === undefined ? server : createFront(server, contexts, headersMs);
    const drain = drainable(server, front);
    front.once('error', reject);
    front.listen(port, host, () => {
      const { port: actual } = front.address() as AddressInfo;
      resolve({
        server,
        host,
        port: actual,
        url: `http://${reachable(host)}:${actual}`,
        close: () => drain(onClose),
      });
    });
  });

/**
 * Classes whose instances have, from the start, the prototypes that Express would set. Changing the prototype of an object makes every
 * later access slow: with these classes a request takes a third of the time.
 */
const classesFor = (app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> => {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
};

/** Answers requests without a route here, because Express would answer in HTML. */
const listenerFor = (app: Express): RequestListener => {
  const refuseTarget = (req: Request, res: Response, detail: string) =>
    refuse(res, { kind: 'malformed', rule: 'errors.malformed', detail }, undefined, readRequestId(req));
  return (incoming, outgoing) => {
    const [req, res] = [incoming as Request, outgoing as Response];
    const { host } = incoming.headers;
    if (host === undefined && incoming.httpVersionMinor > 0) return refuseTarget(req, res, 'the header host is missing');
    if (countHosts(incoming.rawHeaders) > 1) return refuseTarget(req, res, 'the header host is there more than once');
    // URLs in answers are built from it.
    if (host !== undefined && !hostPattern.test(host)) return refuseTarget(req, res, 'the header host names no host');
    const next = (error?: unknown) => {
      if (error === undefined) refuseTarget(req, res, 'the target of the request is no URL');
      else outgoing.destroy();
    };
    withRealTimers(() => app(req, res, next));
  };
};

/** Node keeps the first of several, and a proxy may have read another (RFC 9112, 3.2). */
const countHosts = (raw: readonly string[]): number => {
  let count = 0;
  for (let k = 0; k < raw.length; k += 2) if (raw[k]?.length === 4 && raw[k]?.toLowerCase() === 'host') count += 1;
  return count;
};

/** A name or an address, with or without a port. */
const hostPattern = /^(?:[\w.~-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** An address that a client can use: a server that listens on all addresses is called at the loopback address. */
const reachable = (host: string): string => {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return address.includes(':') ? `[${address}]` : address;
};
