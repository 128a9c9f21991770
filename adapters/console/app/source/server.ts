import { curlCommand } from '../../../../engine/compare/index.ts';
import { defaultWorld, type ServerRequest } from './named.ts';

/** The place where a page was opened: the server, and the world of the console. */
export interface Opened {
  /** The URL of the server's root, with a slash at its end. */
  readonly root: string;
  readonly world: string;
}

/** `/console` belongs to the default world, `/worlds/{id}/console` to another; a proxy may have put a path before both. */
export const readAddress = (href: string): Opened => {
  const url = new URL(href);
  const [, before = '/', world] = /^(.*\/)worlds\/([^/]+)\/console$/.exec(url.pathname) ?? /^(.*\/)/.exec(url.pathname) ?? [];
  return { root: `${url.origin}${before}`, world: world === undefined ? defaultWorld : decodeURIComponent(world) };
};

/** The server's answer. */
export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
  /** The rule that refused it. */
  readonly rule: string | undefined;
}

/** The server does not answer as it should. */
export class ServerTrouble extends Error {
  /** 0 if there is no answer at all. */
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The server that serves the page. Only this object holds the control token, which disappears with the tab. */
export class Server {
  readonly root: string;
  readonly #fetch: typeof fetch;
  #token: string | undefined;

  constructor(root: string, fetching: typeof fetch = (resource, init) => fetch(resource, init)) {
    this.root = root;
    this.#fetch = fetching;
  }

  useToken(token: string): void {
    this.#token = token;
  }

  /** The URL under which the paths of a world begin, with no slash at its end. */
  findBase(world: string): string {
    return `${this.root}${world === defaultWorld ? '' : `worlds/${encodeURIComponent(world)}`}`.replace(/\/$/, '');
  }

  /** The command that sends the same request from a shell. */
  command(world: string, { method, path, body, key }: ServerRequest): string {
    const keyVariable = this.#token === undefined ? undefined : 'PODSIM_CONTROL_TOKEN';
    const call = { method, path: withSlash(path), ...(body === undefined ? {} : { body }) };
    return curlCommand(call, { base: this.findBase(world), key, keyVariable });
  }

  /** Sends a request; an answer of any status is an answer. */
  async send(world: string, { method, path, body, key }: ServerRequest): Promise<ServerAnswer & { readonly newest: number }> {
    const response = await this.open(world, path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const rule = response.headers.get('x-podsim-rule') ?? undefined;
    return { status: response.status, text: await response.text(), rule, newest: readNewest(response) };
  }

  /** Reads from the control plane; anything but a success is trouble. */
  async read<Body>(world: string, path: string): Promise<{ readonly body: Body; readonly newest: number }> {
    const { status, text, newest } = await this.send(world, { method: 'GET', path });
    if (status !== 200) throw new ServerTrouble(status, readDetail(status, text));
    return { body: JSON.parse(text) as Body, newest };
  }

  /** The most items that one answer of a world has. */
  async readPageLimit(world: string): Promise<number> {
    const { body } = await this.read<{ readonly limits: { readonly answerItems: number } }>(world, '_podsim/v1/info');
    return body.limits.answerItems;
  }

  /** Opens an answer that may go on for long. */
  async open(world: string, path: string, init: RequestInit): Promise<Response> {
    const token = this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
    try {
      return await this.#fetch(`${this.findBase(world)}${withSlash(path)}`, {
        ...init,
        headers: { ...token, ...init.headers },
        cache: 'no-store',
      });
    } catch (error) {
      throw new ServerTrouble(0, error instanceof Error ? error.message : String(error));
    }
  }
}

const withSlash = (path: string): string => (path.startsWith('/') ? path : `/${path}`);

/** Reads the number of the world's newest entry, which every answer has. */
export const readNewest = ({ headers }: Pick<Response, 'headers'>): number => Number(headers.get('x-podsim-seq') ?? 0);

/** Reads the detail of a problem document, or names its status. */
export const readDetail = (status: number, text: string): string => {
  try {
    const { detail } = JSON.parse(text) as { readonly detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // The answer may be of a proxy, and no JSON.
  }
  return `the server answers ${status}`;
};
