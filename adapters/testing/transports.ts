import { defaultWorldId } from '../../engine/control/index.ts';
import { InvalidArgument } from '../../engine/kernel/index.ts';
import type { WorldHost } from '../host/world/worldHost.ts';
import type { Listening as Server } from '../http/listening.ts';
import type { LoggedRequest } from '../http/loggedRequest.ts';
import { checkOptions, kindOfValue } from './checks/given.ts';

/** A request over HTTP that was refused. */
export type RefusedRequest = LoggedRequest;

/** A world on a port. */
export interface ListeningWorld {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** How a world is served. */
export interface ListenOptions {
  /** The port; a free one unless given. */
  readonly port?: number;
  /** `post`: webhooks go over the network to their URLs. Unless given, their receivers are simulated. */
  readonly webhooks?: 'post';
}

/** A number is a port. */
export const readListenOptions = (options: number | ListenOptions): ListenOptions => {
  if (typeof options === 'number') return readListenOptions({ port: options });
  if (typeof options !== 'object')
    throw new InvalidArgument(`world.listen: '${String(options)}' is no port: write listen(8080), or listen({ port: 8080 })`);
  checkOptions('world.listen', options, { port: 1, webhooks: 1 });
  const { port = 0, webhooks } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgument(
      `world.listen: port is a whole number from 0 (a free one) to 65535, such as 8080, and got ${kindOfValue(port)}`,
    );
  if (webhooks !== undefined && webhooks !== 'post')
    throw new InvalidArgument(`world.listen: webhooks '${String(webhooks)}' is not 'post'; leave it out, and webhooks are simulated`);
  return options;
};

/** A report shows fewer than this. */
const refusedMax = 100;

/** Access to a world over HTTP. Most tests need none, so the HTTP modules are loaded on first use. */
export class Transports {
  readonly #serving: WorldHost;
  readonly #base: string;
  readonly #onRequest: (request: LoggedRequest) => void;
  readonly #servers = new Set<Server>();
  readonly #refused: RefusedRequest[] = [];
  #inProcess: Promise<typeof fetch> | undefined;
  #closed = false;

  constructor(serving: WorldHost, base: string, onRequest: (request: LoggedRequest) => void) {
    this.#onRequest = onRequest;
    this.#serving = serving;
    this.#base = base;
  }

  /** The first requests that were refused, unknown paths and unknown keys included: often the first cause of a failure. */
  get refused(): readonly RefusedRequest[] {
    return this.#refused;
  }

  get isListening(): boolean {
    return this.#servers.size > 0;
  }

  async fetch(resource: Parameters<typeof fetch>[0], init: Parameters<typeof fetch>[1]): Promise<Response> {
    this.#refuseWhenClosed();
    if (typeof resource === 'string' && !resource.startsWith('/') && !URL.canParse(resource))
      throw new InvalidArgument(`world.fetch: '${resource}' is no path: write '/${resource}', which begins with a slash, or a whole URL`);
    this.#inProcess ??= this.#fetchWithoutSocket();
    const through = await this.#inProcess;
    return through(typeof resource === 'string' && resource.startsWith('/') ? `${this.#base}${resource}` : resource, init);
  }

  /** Closing the port does not end the world, unlike `serveOn`. Clients wait for answers, so time runs forward to these unless the clock is kept. */
  async listen(port: number, keepsClock: boolean): Promise<ListeningWorld> {
    this.#refuseWhenClosed();
    if (!keepsClock) this.#serving.setClockPolicy(defaultWorldId, { clock: this.#hasRealWorkers() ? 'measured' : 'auto' });
    const [{ listen }, { makeApp }] = await Promise.all([import('../http/listening.ts'), import('../http/app.ts')]);
    const control = { token: undefined, closed: false, door: { names: [] } };
    const server = await listen(makeApp(this.#serving, { control, logRequest: (request) => this.#note(request) }), {
      host: '127.0.0.1',
      port,
      limits: this.#serving.limits,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new InvalidArgument(`world.listen: port ${port} is in use: leave the port out for one that is free`);
    });
    this.#servers.add(server);
    const close = async () => {
      if (this.#servers.delete(server)) await server.close();
    };
    if (this.#closed) await close();
    return { url: server.url, port: server.port, close };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const servers = [...this.#servers];
    this.#servers.clear();
    await Promise.all(servers.map((server) => server.close()));
  }

  async #fetchWithoutSocket(): Promise<typeof fetch> {
    const [{ fetchThrough }, { appWithout }] = await Promise.all([import('../http/inProcess.ts'), import('../http/server.ts')]);
    return fetchThrough(appWithout(this.#serving, { logRequest: (request) => this.#note(request) }));
  }

  #hasRealWorkers(): boolean {
    const endpoints = this.#serving.find(defaultWorldId)?.world.state.all('endpoint') ?? [];
    return [...endpoints].some(({ handler }) => handler.external !== undefined);
  }

  #note(request: LoggedRequest): void {
    this.#onRequest(request);
    if ((request.status ?? 0) >= 400 && this.#refused.length < refusedMax) this.#refused.push(request);
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Error('this world is disposed of: it can no longer be reached; make another with createWorld');
  }
}
