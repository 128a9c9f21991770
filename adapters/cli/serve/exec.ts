import { join } from 'node:path';
import type { ProcessFleet } from '../../fleet/processFleet.ts';
import { buildEnvironment, ownEnvironment } from '../../host/environment.ts';
import type { Listening } from '../../http/listening.ts';
import type { Interception } from '../../intercept/interception.ts';
import { ownPackage } from '../ownFiles.ts';
import { BadInput, exitCodes } from '../terminal/exit.ts';
import { requireKnown } from '../terminal/knownName.ts';
import type { WrittenServeOptions } from './options.ts';
import { runCommand } from './runCommand.ts';
import { announce, start, waitForStop } from './serve.ts';
import { readExecOrder, startFleets } from './workers.ts';

/**
 * `podsim exec -- command`: serves for as long as a command runs, and ends with its exit code. With `--workers`, real processes replace the
 * workers of an endpoint meanwhile; if the command is theirs, it serves until the process gets a signal to stop.
 */
export const exec = async (given: readonly string[], options: WrittenServeOptions): Promise<number> => {
  const { workers, command } = readExecOrder(given, options.workers);
  if (workers.length === 0 && command === undefined) throw new BadInput('exec needs a command: podsim exec -- npm test');
  const interception = await openInterception(options, command);
  const { server, worldHost, apiKey, hasLagged } = await start(options, process.stderr, workers, interception);
  let fleets: readonly ProcessFleet[] = [];
  try {
    const stop = command === undefined ? waitForStop(options) : undefined;
    if (apiKey === undefined) throw new BadInput('the log of this world has only the digests of its keys: give one of them with --api-key');
    if (options.quiet !== true) announce(process.stderr, { ...options, quiet: command !== undefined }, server, worldHost, apiKey);
    fleets = startFleets(workers, worldHost, { url: server.url, apiKey, quiet: options.quiet === true });
    const code = command === undefined ? await stop : await runCommand(command, await buildVariables(server, apiKey, interception));
    return (code ?? 0) === 0 && hasLagged() ? exitCodes.lagged : (code ?? exitCodes.pass);
  } finally {
    interception?.end();
    await Promise.all(fleets.map((fleet) => fleet.close()));
    await server.close();
    await worldHost.release();
    if (interception !== undefined && options.quiet !== true) process.stderr.write(await interception.describe());
  }
};

/** The server that answers at the platform's hosts, with `--intercept`. */
const openInterception = async (
  { intercept, others }: WrittenServeOptions,
  command: readonly string[] | undefined,
): Promise<Interception | undefined> => {
  if (intercept !== true) {
    if (others !== undefined) throw new BadInput(`--others ${others} belongs to --intercept: add it`);
    return undefined;
  }
  if (command === undefined) throw new BadInput('--intercept needs the command of a client: podsim exec --intercept -- python client.py');
  const { Interception, othersPolicies } = await import('../../intercept/interception.ts');
  const usual = (process.env['CI'] ?? '') === '' ? 'pass' : 'refuse';
  return new Interception(
    others === undefined ? usual : requireKnown(others, othersPolicies, `--others '${others}' is neither pass nor refuse`),
    process.argv.slice(2),
  );
};

const buildVariables = async (server: Listening, apiKey: string, interception: Interception | undefined) => {
  const plain = buildEnvironment(server.url, apiKey);
  if (interception === undefined) return plain;
  // The official SDK asks the platform's host, too: its calls are counted like all others.
  const { RUNPOD_ENDPOINT_BASE_URL: _, ...rest } = plain;
  const folder = ownPackage();
  const python = folder === undefined ? undefined : join(folder, 'adapters', 'python');
  return { ...rest, ...(await interception.begin(server, apiKey, python, ownEnvironment())) };
};
