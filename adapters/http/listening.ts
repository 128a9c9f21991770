import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express, Request, Response } from 'express';
import { refuse } from './answers.ts';
import { tendConnections } from './connections.ts';
import { drainable } from './draining.ts';
import { requestIdOf } from './routes.ts';

export interface Listening {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** Takes no more requests, waits for those in flight, and ends. */
  close(): Promise<void>;
}

/** How long a client may take, in ms: to send the head of a request, all of it, and between two; and how often that is looked at. */
export interface Timeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly keepAliveMs: number;
  readonly checkMs: number;
}

const defaultTimeouts: Timeouts = { headersMs: 20_000, requestMs: 60_000, keepAliveMs: 65_000, checkMs: 1_000 };

export interface ListeningOptions {
  readonly host: string;
  /** 0 = any that is free. */
  readonly port: number;
  readonly onClose?: () => void;
  readonly timeouts?: Partial<Timeouts>;
}

/** Serves the app on a port; rejects when the port cannot be had. */
export const listen = (app: Express, { host, port, onClose, timeouts: given }: ListeningOptions): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const { headersMs, requestMs, keepAliveMs, checkMs } = { ...defaultTimeouts, ...given };
    const server = createServer(
      {
        connectionsCheckingInterval: checkMs,
        noDelay: true,
        requireHostHeader: false,
        ...bornForExpress(app),
      },
      receiverFor(app),
    );
    server.headersTimeout = headersMs;
    server.requestTimeout = requestMs;
    server.keepAliveTimeout = keepAliveMs;
    tendConnections(server);
    const drained = drainable(server);
    server.once('error', reject);
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo;
      resolve({
        server,
        host,
        port: actual,
        url: `http://${reachable(host)}:${actual}`,
        close: () => drained(onClose),
      });
    });
  });

/**
 * Classes whose instances have from the start what Express sets as their prototype. An object whose prototype is changed loses
 * its shape, and all that is done with it is slow: with these a request costs a third of what it costs without.
 */
const bornForExpress = (app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> => {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response);
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse as typeof ServerResponse };
};

/** What Express cannot make sense of is not for it to answer: it would do so in HTML. */
const receiverFor = (app: Express): RequestListener => {
  const refuseTarget = (req: Request, res: Response, detail: string) =>
    refuse(res, { kind: 'malformed', rule: 'errors.malformed', detail }, undefined, requestIdOf(req));
  return (incoming, outgoing) => {
    const [req, res] = [incoming as Request, outgoing as Response];
    const { host } = incoming.headers;
    if (host === undefined && incoming.httpVersionMinor > 0) return refuseTarget(req, res, 'the header host is missing');
    // URLs in answers are made of it.
    if (host !== undefined && !hostPattern.test(host)) return refuseTarget(req, res, 'the header host names no host');
    app(req, res, (error?: unknown) => {
      if (error === undefined) refuseTarget(req, res, 'the target of the request is no URL');
      else outgoing.destroy();
    });
  };
};

/** A name or an address, and perhaps a port. */
const hostPattern = /^(?:[\w.~-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** An address that one can call: a server that listens on all of them is called by this machine's own. */
const reachable = (host: string): string => {
  const called = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return called.includes(':') ? `[${called}]` : called;
};
