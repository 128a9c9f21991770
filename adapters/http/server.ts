import type { Express } from 'express';
import { isLoopback } from '../host/loopback.ts';
import type { WorldHost } from '../host/world/worldHost.ts';
import type { ServerContexts } from '../tls/serverContexts.ts';
import type { ControlGuard, Door } from './accessControl.ts';
import { type AppOptions, makeApp } from './app.ts';
import { type Listening, listen, type Timeouts } from './listening.ts';
import type { LoggedRequest } from './loggedRequest.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly publicUrl?: string;
  /** The token of the control plane. Without one, the control plane is open on this machine, and closed beyond it. */
  readonly controlToken?: string;
  /** Names by which requests may call it, besides those of this machine, without ports. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Origins whose pages may use it. */
  readonly cors?: readonly string[] | undefined;
  /** Called for each request when it is over. */
  readonly logRequest?: ((request: LoggedRequest) => void) | undefined;
  /** Answers messages of agents at /mcp. */
  readonly answerAgent?: AppOptions['answerAgent'];
  readonly agentToken?: AppOptions['agentToken'];
  /** The certificates of a port that takes TLS, too. */
  readonly contexts?: ServerContexts | undefined;
  /** For slow clients. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Serves worlds on a port. */
export const serveOn = async (
  serving: WorldHost,
  {
    host,
    port,
    publicUrl,
    controlToken,
    allowHosts = [],
    cors,
    logRequest,
    answerAgent,
    agentToken,
    contexts,
    timeouts = {},
  }: ServerOptions,
): Promise<Listening> => {
  const door = { names: listNames(host, publicUrl, allowHosts), publicUrl, cors };
  const app = appWith(
    serving,
    door,
    { token: controlToken, closed: controlToken === undefined && !isLoopback(host) },
    { logRequest, answerAgent, agentToken },
  );
  const unwatch = serving.process.watch();
  const onClose = () => {
    unwatch();
    serving.close();
  };
  return await listen(app, { host, port, limits: serving.limits, onClose, timeouts, contexts, logRequest });
};

/** The app for calls without a socket. */
export const appWithout = (serving: WorldHost, more?: Pick<AppOptions, 'logRequest'>): Express =>
  appWith(serving, { names: undefined }, { token: undefined, closed: false }, more);

const appWith = (
  serving: WorldHost,
  door: Door,
  control: Omit<ControlGuard, 'door'>,
  more: Pick<AppOptions, 'logRequest' | 'answerAgent' | 'agentToken'> = {},
): Express =>
  makeApp(serving, {
    control: { ...control, door },
    ...more,
    ...(door.publicUrl === undefined ? {} : { publicUrl: door.publicUrl.replace(/\/+$/, '') }),
  });

/** Beyond this machine, a server may have any name, unless some are given. */
const listNames = (host: string, publicUrl: string | undefined, allowed: readonly string[]): Door['names'] => {
  if (!isLoopback(host) && allowed.length === 0) return undefined;
  const own = host.includes(':') ? `[${host}]` : host;
  return [own, ...allowed, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])].map((name) => name.toLowerCase());
};
