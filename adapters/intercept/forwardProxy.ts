import { timingSafeEqual } from 'node:crypto';
import { lookup as lookupName } from 'node:dns/promises';
import { createServer, type IncomingMessage, request as requestPlain, type Server, type ServerResponse } from 'node:http';
import { request as requestSecure } from 'node:https';
import { type AddressInfo, connect, isIP, type Socket } from 'node:net';
import { acceptEither } from '../http/connections/secureFront.ts';
import { platformDomains } from '../http/names/platformHosts.ts';
import { sha256 } from '../store/sha256.ts';
import { isWithin } from '../tls/names.ts';
import type { ServerContexts } from '../tls/serverContexts.ts';
import { isPrivateAddress } from './privateAddresses.ts';

/** What becomes of requests to hosts that are not the platform's. */
export const othersPolicies = ['pass', 'refuse'] as const;
export type OthersPolicy = (typeof othersPolicies)[number];

export interface ProxyOptions {
  /** The server that answers in place of the platform's hosts. */
  readonly server: Server;
  readonly contexts: ServerContexts;
  readonly others: OthersPolicy;
  /** What a client must send to reach other hosts: the proxy is for the programs of one command. */
  readonly token: string;
  /** Called for each host that was refused. */
  readonly onRefused: (host: string) => void;
  /** Finds the address of a name; that of the system unless given. */
  readonly lookup?: (name: string) => Promise<{ readonly address: string }>;
}

export interface RunningProxy {
  readonly port: number;
  close(): void;
}

/** The name in the credentials of the proxy's URL. */
export const proxyUser = 'podsim';

const silentMs = 20_000;

/**
 * Starts a proxy on this machine alone. A request for a host of the platform ends here: podsim answers it, with a certificate for that
 * name. All others are refused, or passed on to clients that send the token.
 */
export const startProxy = (options: ProxyOptions): Promise<RunningProxy> =>
  new Promise((resolve, reject) => {
    const { server, contexts } = options;
    const sockets = new Set<Socket>();
    const proxy = createServer((req, res) => void answer(req, res, options).catch(() => res.destroy()));
    proxy.requestTimeout = 0;
    proxy.on('connection', (socket) => {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    proxy.on('connect', (req: IncomingMessage, socket: Socket, head: Uint8Array) => {
      socket.on('error', () => socket.destroy());
      const [, host = '', port = ''] = /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})$/i.exec(req.url ?? '') ?? [];
      if (host === '') return refuseTunnel(socket, { status: 400, words: 'write CONNECT HOST:PORT' });
      if (head.length > 0) socket.unshift(head);
      if (isWithin(host.toLowerCase(), platformDomains)) {
        socket.write(established);
        return acceptEither(server, socket, contexts, silentMs);
      }
      void openTunnel(req, socket, { host, port: Number(port) }, options).catch(() => socket.destroy());
    });
    proxy.once('error', reject);
    proxy.listen(0, '127.0.0.1', () => {
      resolve({
        port: (proxy.address() as AddressInfo).port,
        close: () => {
          proxy.close();
          for (const socket of sockets) socket.destroy();
        },
      });
    });
  });

const established = 'HTTP/1.1 200 Connection established\r\n\r\n';

interface ProxyRefusal {
  readonly status: number;
  readonly words: string;
}

interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** Many clients show no more than the reason, so it has the words. */
const refuseTunnel = (socket: Socket, { status, words }: ProxyRefusal): void => {
  const challenge = status === 407 ? `${challengeHeader}: ${challengeText}\r\n` : '';
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${challenge}content-length: 0\r\nconnection: close\r\n\r\n`);
};
const challengeHeader = 'proxy-authenticate';
const challengeText = 'Basic realm="podsim exec --intercept"';

const openTunnel = async (req: IncomingMessage, socket: Socket, target: TunnelTarget, options: ProxyOptions): Promise<void> => {
  const found = await findAddress(req, target.host, options);
  if (typeof found !== 'string') return refuseTunnel(socket, found);
  const onward = connect({ host: found, port: target.port, noDelay: true });
  const leave = () => {
    onward.destroy();
    socket.destroy();
  };
  onward.once('connect', () => {
    socket.write(established);
    onward.pipe(socket).pipe(onward);
  });
  onward.once('error', leave).once('close', leave);
  socket.once('close', leave);
};

/** Where another host is, or why this client may not reach it. */
const findAddress = async (req: IncomingMessage, host: string, options: ProxyOptions): Promise<string | ProxyRefusal> => {
  const { others, token, onRefused, lookup = lookupName } = options;
  const bare = host.replaceAll(/[[\]]/g, '');
  if (others === 'refuse') {
    onRefused(bare);
    return { status: 403, words: `podsim exec --intercept refuses ${bare}; --others pass lets it` };
  }
  if (!hasToken(req, token)) return { status: 407, words: 'this proxy is for the command of podsim exec --intercept' };
  if (isIP(bare) !== 0) return bare;
  const found = await lookup(bare).catch(() => undefined);
  if (found === undefined) return { status: 502, words: `there is no host ${bare}` };
  if (!isPrivateAddress(found.address)) return found.address;
  onRefused(bare);
  return { status: 403, words: `${bare} is a private address; name it in NO_PROXY to reach it without the proxy` };
};

const hasToken = ({ headers }: IncomingMessage, token: string): boolean => {
  const given = /^Basic (\S+)$/i.exec(headers['proxy-authorization'] ?? '')?.[1] ?? '';
  const wanted = Buffer.from(`${proxyUser}:${token}`).toString('base64');
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(wanted)));
};

/** Answers a request whose target is a whole URL: one over plain HTTP, and what axios makes of one over HTTPS. */
const answer = async (req: IncomingMessage, res: ServerResponse, options: ProxyOptions): Promise<void> => {
  const refuse = ({ status, words }: ProxyRefusal): void => {
    res.writeHead(status, { 'content-type': 'text/plain', ...(status === 407 ? { [challengeHeader]: challengeText } : {}) });
    res.end(`${words}\n`);
  };
  const target = /^https?:\/\//i.test(req.url ?? '') && URL.canParse(req.url ?? '') ? new URL(req.url ?? '') : undefined;
  if (target === undefined) return refuse({ status: 400, words: 'this is the proxy of podsim exec --intercept: set HTTPS_PROXY to it' });
  const path = `${target.pathname}${target.search}`;
  if (isWithin(target.hostname, platformDomains)) {
    // The name in the URL counts (RFC 9112, 3.2.2), so that no other one gets past it.
    req.headers.host = target.host;
    req.url = path;
    options.server.emit('request', req, res);
    return;
  }
  const found = await findAddress(req, target.hostname, options);
  if (typeof found !== 'string') return refuse(found);
  const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = req.headers;
  const requestOn = target.protocol === 'https:' ? requestSecure : requestPlain;
  const onward = requestOn({
    host: found,
    ...(target.port === '' ? {} : { port: target.port }),
    ...(target.protocol === 'https:' && isIP(target.hostname) === 0 ? { servername: target.hostname } : {}),
    method: req.method ?? 'GET',
    path,
    headers: { ...headers, host: target.host },
  });
  onward.once('response', (got) => {
    res.writeHead(got.statusCode ?? 502, got.headers);
    got.pipe(res);
  });
  onward.once('error', ({ message }) => (res.headersSent ? res.destroy() : refuse({ status: 502, words: message })));
  res.once('close', () => onward.destroy());
  req.pipe(onward);
};
