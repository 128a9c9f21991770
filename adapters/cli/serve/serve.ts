import { markText } from '../../../engine/cloud/index.ts';
import { defaultWorldId } from '../../../engine/control/index.ts';
import { findFirstKey, type LogHeader } from '../../../engine/simulator/index.ts';
import { WorldHost } from '../../host/world/worldHost.ts';
import type { Listening } from '../../http/listening.ts';
import { type LoggedRequest, requestLines } from '../../http/loggedRequest.ts';
import { serveOn } from '../../http/server.ts';
import { openFileStore } from '../../store/fileStore.ts';
import { findRemedy } from '../../store/problems.ts';
import type { ServerContexts } from '../../tls/serverContexts.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { defaultApiKey, isBeyondMachine, warningBeyond } from './beyondMachine.ts';
import { firstClock, readClock, readLagMax, readStallAfter } from './clock.ts';
import { findClientKey, hasKey, makeFirstWorld } from './firstWorld.ts';
import { giveMemoryBack } from './idleMemory.ts';
import { watchMemory } from './memoryWatch.ts';
import { warnOfMistyped } from './mistypedVariables.ts';
import {
  readAllowedHosts,
  readControlToken,
  readCors,
  readLimits,
  readLogFormat,
  readPort,
  readStoring,
  readUrl,
  type WrittenServeOptions,
} from './options.ts';
import { reportSilences } from './silences.ts';
import { openContexts, usesTls } from './tls.ts';
import type { WorkersAsked } from './workers.ts';

/** `podsim serve`: serves until the process gets a signal to stop, or its standard input ends. */
export const serve = async (options: WrittenServeOptions): Promise<number> => {
  const { server, worldHost, apiKey, hasLagged } = await start(options, process.stdout);
  try {
    // Registered before the announcement: its reader may send a signal at once.
    const stop = waitForStop(options);
    announce(process.stdout, options, server, worldHost, apiKey);
    giveMemoryBack(server.server);
    watchMemory(worldHost);
    await stop;
    return hasLagged() ? exitCodes.lagged : exitCodes.pass;
  } finally {
    await server.close();
    await worldHost.release();
  }
};

interface StartedServer {
  readonly server: Listening;
  readonly worldHost: WorldHost;
  /** Undefined if the log of a stored world has only the key's digest, and no option gives the key. */
  readonly apiKey: string | undefined;
  /** Whether virtual time of a world could not follow its clock. */
  readonly hasLagged: () => boolean;
}

/** What a server of the platform's own hosts needs in addition. */
export interface Intercepting {
  readonly contexts: ServerContexts;
  readonly hosts: readonly string[];
  readonly onRequest: (request: LoggedRequest) => void;
}

/** `output`: the stream of the request log. */
export const start = async (
  options: WrittenServeOptions,
  output: NodeJS.WriteStream,
  workers: readonly WorkersAsked[] = [],
  intercepting?: Intercepting,
): Promise<StartedServer> => {
  warnOfMistyped();
  // Options are checked before anything is opened.
  const insisted = readClock(options);
  readPort(options);
  readControlToken(options);
  readAllowedHosts(options);
  readCors(options);
  const limits = readLimits(options);
  const lagMaxMs = readLagMax(options);
  let hasLagged = false;
  if (options.publicUrl !== undefined) readUrl('--public-url', options.publicUrl);
  const { definition, make } = makeFirstWorld(options, workers);
  const clock = firstClock(insisted, definition);
  const storing = readStoring(options);
  const logFormat = readLogFormat(options, output.isTTY);
  const contexts = intercepting?.contexts ?? openContexts(options);
  const worldHost = new WorldHost({
    clock,
    apiKey: findClientKey(definition) ?? defaultApiKey,
    limits,
    stallAfterMs: readStallAfter(options),
    watchesSilence: true,
    ...(lagMaxMs === undefined ? {} : { lagMaxMs }),
    onLag: (worldId, because) => {
      hasLagged = true;
      process.stderr.write(`world ${worldId}: ${because}\n`);
    },
    ...(storing === undefined
      ? {}
      : { store: await openFileStore(storing.folder, { ...storing, onWait: (words) => process.stderr.write(`${words}\n`) }) }),
    isStrict: storing?.isStrict === true,
    onDamaged: (worldId, words) => process.stderr.write(`world ${worldId} is damaged, and not served: ${words}\n`),
    onRecovered: (words) => process.stderr.write(`${words}\n`),
    onWriteError: (worldId, error) =>
      process.stderr.write(
        error === undefined
          ? `world ${worldId}: its log can be written again\n`
          : `world ${worldId}: its log cannot be written: ${error.message}; podsim tries again\n`,
      ),
    silences: (worldId) =>
      reportSilences(worldId, (line) =>
        process.stderr.write(`${line}
`),
      ),
    onBreak: (worldId, error) =>
      process.stderr.write(`world ${worldId} broke: ${error instanceof Error ? error.message : String(error)}\n`),
  });
  try {
    await worldHost.reopen(insisted);
    const known = options.apiKey === undefined ? [] : [options.apiKey];
    const before = worldHost.find(defaultWorldId)?.world.header.definition;
    // New worlds next to a stored one have its key, if the server knows it.
    if (before !== undefined && options.apiKey === undefined) worldHost.apiKey = findClientKey(before) ?? worldHost.apiKey;
    if (before === undefined && worldHost.whyDamaged(defaultWorldId) === undefined) worldHost.serve(defaultWorldId, make, clock);
    else if (
      [options.seed, options.scenario, options.log, options.timing, options.setting].some((given) => given !== undefined) ||
      (before !== undefined && !known.every((key) => hasKey(before, key)))
    )
      process.stderr.write(
        `${storing?.folder} already contains this world: --seed, --scenario, --log, --api-key, --timing and --setting apply to a new one, which another --data-dir makes\n`,
      );
    const log = requestLines(logFormat, (text) => output.write(text));
    const server = await listenOn(worldHost, options, log, contexts, intercepting);
    process.stderr.write(warningBeyond(options, server.port, before ?? definition) ?? '');
    return { server, worldHost, apiKey: findClientKey(before ?? definition, known), hasLagged: () => hasLagged };
  } catch (error) {
    await worldHost.release();
    throw error;
  }
};

const listenOn = async (
  worldHost: WorldHost,
  options: WrittenServeOptions,
  log: ReturnType<typeof requestLines>,
  contexts: ServerContexts | undefined,
  intercepting: Intercepting | undefined,
): Promise<Listening> => {
  const [host, port, controlToken] = [options.host, readPort(options), readControlToken(options)];
  const publicUrl = options.publicUrl === undefined ? undefined : readUrl('--public-url', options.publicUrl).href;
  const given = {
    allowHosts: [...readAllowedHosts(options), ...(intercepting?.hosts ?? [])],
    contexts,
    cors: readCors(options),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(options.mcp === true ? { answerAgent: (await import('./agents.ts')).answerAgents(worldHost) } : {}),
  };
  const logRequest =
    intercepting === undefined
      ? log
      : (request: LoggedRequest) => {
          intercepting.onRequest(request);
          log?.(request);
        };
  return serveOn(worldHost, { host, port, logRequest, ...given }).catch((error: NodeJS.ErrnoException) => {
    throw new BadInput(listenErrorText(error, host, port));
  });
};

const listenErrorText = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  if (code === 'EADDRINUSE') return `port ${port} is in use: give another with --port, or --port 0 for any free port`;
  if (code === 'EACCES') return `port ${port} may not be used by this user: give one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is not an address of this machine: give one with --host, such as 127.0.0.1`;
  return `cannot listen on ${host}:${port} (${code ?? message})${findRemedy(code ?? '')}`;
};

export const announce = (
  to: NodeJS.WritableStream,
  options: WrittenServeOptions,
  server: Listening,
  worldHost: WorldHost,
  apiKey: string | undefined,
): void => {
  const { json, quiet } = options;
  const { port } = server;
  const url = usesTls(options) ? server.url.replace(/^http:/, 'https:') : server.url;
  const hosted = worldHost.find(defaultWorldId);
  const seed = hosted?.world.header.definition.seed ?? '';
  const policy = hosted?.clock.policy;
  const clock = policy?.clock === 'realtime' && policy.speed !== 1 ? `realtime × ${policy.speed}` : (policy?.clock ?? '');
  if (json === true) to.write(`${JSON.stringify({ url, port, world: defaultWorldId, seed, clock: policy, apiKey: apiKey ?? null })}\n`);
  else if (hosted === undefined) to.write(`podsim listening on ${url} (world ${defaultWorldId} is damaged, and not served)\n`);
  else to.write(`podsim listening on ${url} (world ${defaultWorldId}, seed ${seed}, clock ${clock})\n`);
  if (json === true || quiet === true) return;
  to.write(`  API key         ${apiKey ?? unknownKey(hosted?.world.header.definition)}\n`);
  to.write(`  management API  ${url}/v2/pods\n`);
  to.write(`  queue API       ${url}/v2/ENDPOINT/run\n`);
  to.write(`  control plane   ${isClosed(options) ? 'closed: give --control-token' : `${url}/_podsim/v1/info`}\n`);
  if (options.mcp === true) to.write(`  agents          ${isClosed(options) ? 'closed: give --control-token' : `${url}/mcp`}\n`);
  to.write(`  console         ${url}/console\n`);
  to.write(`  reference       ${url}/docs\n`);
};

/** The log of a stored world has only digests of its keys. */
const unknownKey = (definition: LogHeader['definition'] | undefined): string => {
  const first = definition && findFirstKey(definition);
  return `${first === undefined ? 'none' : markText(first)} (as it was given when this world was made: its log has only the end)`;
};

/** Beyond this machine, the control plane needs a token. */
const isClosed = (options: WrittenServeOptions): boolean => isBeyondMachine(options) && options.controlToken === undefined;

/**
 * Resolves at the first signal to stop, or when the standard input ends, if an option asks for that: the input ends with its writer,
 * however that ends. A second signal ends the process at once.
 */
export const waitForStop = ({ untilStdinCloses }: WrittenServeOptions): Promise<void> =>
  new Promise((resolve) => {
    const { stdin } = process;
    const onStop = () => {
      process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
      // An input that is still read would keep this process going.
      if (untilStdinCloses === true) stdin.destroy();
      resolve();
    };
    process.once('SIGINT', onStop).once('SIGTERM', onStop);
    if (untilStdinCloses === true) stdin.once('end', onStop).once('error', onStop).resume();
  });
