import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { isLeft } from 'fp-ts/lib/Either.js';
import {
  allPermissions,
  defaultWorldId,
  definitionWanted,
  parseScenario,
  play,
  problemText,
  type Scenario,
  World,
  type WorldDefinition,
  withFirstSecret,
} from '../../engine/index.ts';
import { type WorldFactory, WorldHost } from '../host/worldHost.ts';
import type { Listening } from '../http/listening.ts';
import { isLoopback, serveOn } from '../http/server.ts';
import { openFileStore } from '../store/fileStore.ts';
import { sha256 } from '../store/sha256.ts';
import { BadInput } from './exit.ts';
import { readerFor, readText } from './files.ts';
import { giveMemoryBack } from './idleMemory.ts';
import { watchMemory } from './memoryWatch.ts';
import {
  apiKeyOf,
  clockOf,
  controlTokenOf,
  limitsOf,
  originsOf,
  portOf,
  settingsGiven,
  stallAfterOf,
  storingOf,
  urlOf,
  type WrittenServeOptions,
} from './serveOptions.ts';

/** The key that clients send unless another is given; it opens nothing outside this simulator. */
const defaultApiKey = 'podsim-dev-key';

/** `podsim serve`: serves until it is told to stop. */
export const serve = async (options: WrittenServeOptions): Promise<number> => {
  const { server, serving, apiKey } = await started(options);
  // Heard from before it is said that this serves: who reads that may ask it to stop at once.
  const stop = signalled();
  announce(process.stdout, options, server, serving, apiKey);
  giveMemoryBack(server.server);
  watchMemory(serving);
  await stop;
  await server.close();
  await serving.release();
  return 0;
};

/** `podsim exec -- command`: serves for as long as a command runs, and ends as it does. */
export const exec = async (command: readonly string[], options: WrittenServeOptions): Promise<number> => {
  const [program, ...args] = command;
  if (program === undefined) throw new BadInput('exec needs a command: podsim exec -- npm test');
  const { server, serving, apiKey } = await started(options);
  if (options.quiet !== true) announce(process.stderr, { ...options, quiet: true }, server, serving, apiKey);
  const env = { PODSIM_URL: server.url, PODSIM_API_KEY: apiKey, RUNPOD_ENDPOINT_BASE_URL: `${server.url}/v2` };
  try {
    return await ran(program, args, env);
  } finally {
    await server.close();
    await serving.release();
  }
};

interface Started {
  readonly server: Listening;
  readonly serving: WorldHost;
  readonly apiKey: string;
}

const started = async (options: WrittenServeOptions): Promise<Started> => {
  // What is wrong with an option is said before anything is opened.
  const insisted = clockOf(options);
  const clock = insisted ?? ({ clock: 'realtime', speed: 1 } as const);
  portOf(options);
  controlTokenOf(options);
  const limits = limitsOf(options);
  if (options.publicUrl !== undefined) urlOf('--public-url', options.publicUrl);
  const { definition, scenario } = worldOf(options);
  const storing = storingOf(options);
  const serving = new WorldHost({
    clock,
    apiKey: keyOf(definition),
    limits,
    stallAfterMs: stallAfterOf(options),
    ...(storing === undefined ? {} : { store: await openFileStore(storing.folder, storing) }),
    onRecovered: (words) => process.stderr.write(`${words}\n`),
    onTrouble: (worldId, trouble) =>
      process.stderr.write(
        trouble === undefined
          ? `world ${worldId} is kept again\n`
          : `world ${worldId} cannot be kept: ${trouble.message}; it is tried again\n`,
      ),
    onBreak: (worldId, error) =>
      process.stderr.write(`world ${worldId} broke: ${error instanceof Error ? error.message : String(error)}\n`),
  });
  try {
    await serving.reopen(insisted);
    const before = serving.find(defaultWorldId)?.world.header.definition;
    if (before === undefined)
      serving.serve(
        defaultWorldId,
        scenario === undefined ? (onChange) => new World(definition, { onChange, sha256 }) : played(scenario),
        clock,
      );
    else if ([options.seed, options.scenario, options.apiKey, options.setting].some((given) => given !== undefined))
      process.stderr.write(`${storing?.folder} has this world already: --seed, --scenario, --api-key and --setting are for a new one\n`);
    const server = await listeningOn(serving, options);
    if (isClosed(options)) process.stderr.write('the control plane is closed: give --control-token to open it beyond this machine\n');
    return { server, serving, apiKey: keyOf(before ?? definition) };
  } catch (error) {
    await serving.release();
    throw error;
  }
};

const listeningOn = (serving: WorldHost, options: WrittenServeOptions): Promise<Listening> => {
  const [host, port, controlToken] = [options.host, portOf(options), controlTokenOf(options)];
  const publicUrl = options.publicUrl === undefined ? undefined : urlOf('--public-url', options.publicUrl).href;
  const given = {
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(controlToken === undefined ? {} : { controlToken }),
  };
  return serveOn(serving, { host, port, ...given }).catch((error: NodeJS.ErrnoException) => {
    throw new BadInput(notServed(error, host, port));
  });
};

/** What clients send: the default key where it opens this world, and the first key where it does not. */
const keyOf = ({ accounts }: WorldDefinition): string => {
  const secrets = accounts.flatMap(({ keys }) => keys.map(({ secret }) => secret));
  return secrets.includes(defaultApiKey) ? defaultApiKey : (secrets[0] ?? defaultApiKey);
};

/** The world of a scenario, as it is when its story is over. */
const played =
  (scenario: Scenario): WorldFactory =>
  (onChange) => {
    const { verdict, failures, unfired, world } = play(scenario, { onChange, sha256 });
    if (verdict !== 'pass')
      process.stderr.write(`${scenario.file}: ${verdict}\n${[...failures, ...unfired].map((line) => `  ${line}\n`).join('')}`);
    return world;
  };

const worldOf = (options: WrittenServeOptions): { readonly definition: WorldDefinition; readonly scenario: Scenario | undefined } => {
  const { seed, scenario: file } = options;
  const apiKey = apiKeyOf(options);
  const settings = settingsGiven(options);
  const webhooks = originsOf(options);
  const more = webhooks.length === 0 ? {} : { webhooks };
  if (file === undefined) {
    const definition = definitionWanted({ apiKey: apiKey ?? defaultApiKey, seed, settings });
    if (isLeft(definition)) throw new BadInput(`--setting: ${definition.left.errors?.join('; ')}`);
    return { definition: { ...definition.right, ...more }, scenario: undefined };
  }
  const parsed = parseScenario(file, readText(file), readerFor(file), seed === undefined ? undefined : [seed], settings);
  if (isLeft(parsed)) throw new BadInput(parsed.left.map(problemText).join('\n'));
  const [scenario] = parsed.right;
  if (scenario === undefined) throw new BadInput(`${file}: asks for no run`);
  const definition = {
    ...(apiKey === undefined ? withDefaultKey(scenario.definition) : withFirstSecret(scenario.definition, apiKey)),
    ...more,
  };
  return { definition, scenario: { ...scenario, definition } };
};

/** Whatever keys a scenario has, what the README says works: where none of them is the default one, the account of the first gets it. */
const withDefaultKey = (definition: WorldDefinition): WorldDefinition => {
  const { accounts } = definition;
  const keys = accounts.flatMap((one) => one.keys);
  const first = accounts.find((one) => one.keys.length > 0) ?? accounts[0];
  if (keys.some(({ secret }) => secret === defaultApiKey)) return definition;
  const key = {
    name: freeName('podsim-dev', keys),
    secret: defaultApiKey,
    permissions: allPermissions,
    queueEndpoints: null,
    rateLimitExempt: false,
    expiresAt: null,
  };
  return { ...definition, accounts: accounts.map((one) => (one === first ? { ...one, keys: [...one.keys, key] } : one)) };
};

const freeName = (name: string, keys: readonly { readonly name: string }[]): string =>
  keys.some((key) => key.name === name) ? freeName(`${name}-too`, keys) : name;

const notServed = ({ code, message }: NodeJS.ErrnoException, host: string, port: number): string => {
  if (code === 'EADDRINUSE') return `port ${port} is in use: give another with --port, or --port 0 for any that is free`;
  if (code === 'EACCES') return `port ${port} may not be used by this user: give one above 1023 with --port`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${host} is no address of this machine: give one with --host, such as 127.0.0.1`;
  return `cannot listen on ${host}:${port} (${code ?? message})`;
};

const announce = (
  to: NodeJS.WritableStream,
  options: WrittenServeOptions,
  { url, port }: Listening,
  serving: WorldHost,
  apiKey: string,
): void => {
  const { json, quiet } = options;
  const served = serving.find(defaultWorldId);
  const seed = served?.world.header.definition.seed ?? '';
  const policy = served?.clock.policy;
  const clock = policy?.clock === 'realtime' && policy.speed !== 1 ? `realtime × ${policy.speed}` : (policy?.clock ?? '');
  if (json === true) to.write(`${JSON.stringify({ url, port, world: defaultWorldId, seed, clock: policy, apiKey })}\n`);
  else to.write(`podsim listening on ${url} (world ${defaultWorldId}, seed ${seed}, clock ${clock})\n`);
  if (json === true || quiet === true) return;
  to.write(`  API key         ${apiKey}\n`);
  to.write(`  management API  ${url}/v2/pods\n`);
  to.write(`  queue API       ${url}/v2/ENDPOINT/run\n`);
  to.write(`  control plane   ${isClosed(options) ? 'closed: give --control-token' : `${url}/_podsim/v1/info`}\n`);
  to.write(`  reference       ${url}/docs\n`);
};

/** Beyond this machine the control plane needs a token. */
const isClosed = ({ host, controlToken }: WrittenServeOptions): boolean => !isLoopback(host) && controlToken === undefined;

/** Until somebody asks this process to stop. Asked again, it stops at once. */
const signalled = (): Promise<void> =>
  new Promise((resolve) => {
    const heard = () => {
      process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
      resolve();
    };
    process.once('SIGINT', heard).once('SIGTERM', heard);
  });

const ran = (program: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new BadInput(code === 'ENOENT' ? `there is no command ${program}` : `${program} cannot be run (${code})`)),
    );
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal as NodeJS.Signals]));
  });
