import type { WorldHost } from '../host/worldHost.ts';
import type { Listening as Server } from '../http/listening.ts';

/** A world on a port. */
export interface ListeningWorld {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Access to a world over HTTP. Most tests need none, so the HTTP modules are loaded on first use. */
export class Transports {
  readonly #serving: WorldHost;
  readonly #base: string;
  readonly #servers = new Set<Server>();
  #inProcess: Promise<typeof fetch> | undefined;
  #closed = false;

  constructor(serving: WorldHost, base: string) {
    this.#serving = serving;
    this.#base = base;
  }

  async fetch(resource: Parameters<typeof fetch>[0], init: Parameters<typeof fetch>[1]): Promise<Response> {
    this.#refuseWhenClosed();
    this.#inProcess ??= this.#fetchWithoutSocket();
    const through = await this.#inProcess;
    return through(typeof resource === 'string' && resource.startsWith('/') ? `${this.#base}${resource}` : resource, init);
  }

  /** Closing the port does not end the world, unlike `serveOn`. */
  async listen(port: number): Promise<ListeningWorld> {
    this.#refuseWhenClosed();
    const [{ listen }, { appOf }] = await Promise.all([import('../http/listening.ts'), import('../http/app.ts')]);
    const app = appOf(this.#serving, { control: { token: undefined, closed: false, door: { names: [] } } });
    const server = await listen(app, { host: '127.0.0.1', port });
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
    return fetchThrough(appWithout(this.#serving));
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new Error('this world is disposed of: it can no longer be reached; make another with createWorld');
  }
}
