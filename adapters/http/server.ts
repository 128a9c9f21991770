import type { Express } from 'express';
import type { WorldHost } from '../host/worldHost.ts';
import { type AppOptions, appOf } from './app.ts';
import { type Listening, listen, type Timeouts } from './listening.ts';
import { isLoopback, loopback } from './loopback.ts';
import type { LoggedRequest } from './requestLog.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly publicUrl?: string;
  /** The token of the control plane. Without one, the control plane is open on this machine, and closed beyond it. */
  readonly controlToken?: string;
  /** Called for each request when it is over. */
  readonly logRequest?: ((request: LoggedRequest) => void) | undefined;
  /** For slow clients. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Serves worlds on a port. */
export const serveOn = async (
  serving: WorldHost,
  { host, port, publicUrl, controlToken, logRequest, timeouts = {} }: ServerOptions,
): Promise<Listening> => {
  let names: readonly string[] = [];
  const app = appWith(serving, () => names, host, { publicUrl, token: controlToken, logRequest });
  const unwatch = serving.process.watch();
  const onClose = () => {
    unwatch();
    serving.close();
  };
  const server = await listen(app, { host, port, onClose, timeouts });
  names = namesOf(host, server.port, publicUrl);
  return server;
};

/** The app for calls without a socket. */
export const appWithout = (serving: WorldHost): Express => appWith(serving, () => undefined, loopback[0], {});

const appWith = (
  serving: WorldHost,
  hosts: () => readonly string[] | undefined,
  host: string,
  {
    publicUrl,
    token,
    logRequest,
  }: Pick<AppOptions, 'logRequest'> & { readonly publicUrl?: string | undefined; readonly token?: string | undefined },
): Express =>
  appOf(serving, {
    control: { token, closed: token === undefined && !isLoopback(host), hosts },
    logRequest,
    ...(publicUrl === undefined ? {} : { publicUrl: publicUrl.replace(/\/+$/, '') }),
  });

/** The names of the server for callers on this machine, and its public name. */
const namesOf = (host: string, port: number, publicUrl: string | undefined): readonly string[] => [
  ...new Set(
    [...loopback, host.includes(':') ? `[${host}]` : host].flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])),
  ),
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).host]),
];
