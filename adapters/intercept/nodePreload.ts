// Loaded into each Node of a command under `podsim exec --intercept`, before its own code (NODE_OPTIONS). Node has no proxy of its own
// accord, and clients have sockets by many ways: fetch, https, a package of undici, HTTP/2. All end in one function, which is replaced.
import net from 'node:net';
import { platformDomains } from '../http/names/platformHosts.ts';
import { isWithin } from '../tls/names.ts';

const [serverPort = '', proxyPort = '', others = ''] = (process.env['PODSIM_INTERCEPTED'] ?? '').split(',');

const own = ['localhost', '::1', '0.0.0.0', '::'];

/** Hosts that are reached without a proxy. */
const listDirect = (): readonly string[] =>
  (process.env['NO_PROXY'] ?? '').split(',').map((one) =>
    one
      .trim()
      .replace(/^\*?\./, '')
      .toLowerCase(),
  );

interface Destination {
  readonly host?: unknown;
  readonly port?: unknown;
  readonly path?: unknown;
}

/** What becomes of a connection: other options, an error, or nothing. */
const decide = (destination: Destination): Destination | Error | undefined => {
  const { host, port, path } = destination;
  if (typeof host !== 'string' || (typeof path === 'string' && path !== '')) return undefined;
  const name = host.toLowerCase();
  if (isWithin(name, platformDomains)) return { ...destination, host: '127.0.0.1', port: Number(serverPort) };
  // What is neither HTTP nor HTTPS is not touched.
  if (others !== 'refuse' || !['80', '443'].includes(String(port))) return undefined;
  if (own.includes(name) || /^127\./.test(name) || isWithin(name, listDirect())) return undefined;
  report(name, String(port));
  const words = `podsim exec --intercept refuses ${name}:${port}; --others pass lets it`;
  return Object.assign(new Error(words), { code: 'ECONNREFUSED' });
};

/** The proxy counts what is refused. */
const report = (host: string, port: string): void => {
  const socket = new net.Socket();
  socket.on('error', () => socket.destroy());
  connect.call(socket, { host: '127.0.0.1', port: Number(proxyPort) }, () =>
    socket.end(`CONNECT ${host}:${port} HTTP/1.1\r\nhost: ${host}\r\n\r\n`),
  );
  socket.resume().unref();
};

type Connect = (this: net.Socket, ...args: unknown[]) => net.Socket;
const { connect } = net.Socket.prototype as unknown as { readonly connect: Connect };

const connectElsewhere: Connect = function (...args) {
  const [first, second] = args;
  // Node hands on its own arguments as a list, which it knows by a symbol.
  const isList = Array.isArray(first);
  const given = isList ? first[0] : typeof first === 'object' ? first : { port: first, host: second };
  const decided = typeof given === 'object' && given !== null ? decide(given as Destination) : undefined;
  if (decided === undefined) return connect.apply(this, args);
  if (decided instanceof Error) {
    setImmediate(() => this.destroy(decided));
    return this;
  }
  if (isList) {
    first[0] = decided;
    return connect.apply(this, args);
  }
  return connect.call(
    this,
    decided,
    args.find((one) => typeof one === 'function'),
  );
};

if (serverPort !== '') Object.assign(net.Socket.prototype, { connect: connectElsewhere });
