import { defaultWorldId } from '../../../engine/control/index.ts';
import type { FleetCommand } from '../../fleet/fleetProcess.ts';
import { ProcessFleet } from '../../fleet/processFleet.ts';
import { explainSimulated, workerEnvironment } from '../../fleet/workerEnvironment.ts';
import type { WorldHost } from '../../host/world/worldHost.ts';
import { BadInput } from '../terminal/exit.ts';

/** An endpoint with real workers, and the command that each of them runs. */
export interface WorkersAsked {
  /** Undefined: the only endpoint of the world. */
  readonly endpointId: string | undefined;
  readonly program: string;
  readonly args: readonly string[];
}

/** The orders of `exec`: workers, and perhaps a command during which it serves. */
export interface ExecOrder {
  readonly workers: readonly WorkersAsked[];
  readonly command: readonly string[] | undefined;
}

/**
 * `--workers ep-a -- python handler.py`: each worker of ep-a runs the command. `--workers "ep-a=python handler.py" -- npm test`: the
 * command runs once, next to the workers. `--workers "python handler.py"`: the workers of the only endpoint.
 */
export const readExecOrder = (command: readonly string[], workers: readonly string[] = []): ExecOrder => {
  const [program, ...args] = command;
  const lines = workers.filter((one) => /[=\s]/.test(one)).map(parseLine);
  const [endpointId, second] = workers.filter((one) => !/[=\s]/.test(one));
  if (second !== undefined)
    throw new BadInput(
      `--workers ${endpointId} --workers ${second}: only one endpoint can take the command after --; write --workers "ENDPOINT=COMMAND"`,
    );
  if (endpointId === undefined) return { workers: lines, command: program === undefined ? undefined : command };
  if (program === undefined)
    throw new BadInput(`--workers ${endpointId} needs the command of a worker: podsim exec --workers ${endpointId} -- python handler.py`);
  return { workers: [...lines, { endpointId, program, args }], command: undefined };
};

/** `ENDPOINT=COMMAND`, or a command by itself. */
const parseLine = (written: string): WorkersAsked => {
  const [, endpointId, line = written] = /^([\w.-]+)=(.*)$/s.exec(written) ?? [];
  if (line.trim() === '' || written.startsWith('=')) throw new BadInput(`--workers '${written}': write --workers "ENDPOINT=COMMAND"`);
  return { endpointId, ...runInShell(line) };
};

/**
 * The command of a worker is a line for a shell. One command, with variables before it or not, takes the place of the shell, so that it gets
 * the signals itself. Several (`cd folder && exec python handler.py`) are run as they are written.
 */
const runInShell = (line: string): Pick<WorkersAsked, 'program' | 'args'> =>
  process.platform === 'win32'
    ? { program: 'cmd', args: ['/d', '/s', '/c', line] }
    : { program: 'sh', args: ['-c', isOneCommand(line) ? line.replace(variables, '$&exec ') : line] };

/** Parts of a line in which separators of commands are ordinary text: escapes, quotes, substitutions, redirections. */
const noSeparators = /\\.|'[^']*'|"(?:\\.|[^"\\])*"|\$\([^)]*\)|[<>]&/;

const isOneCommand = (line: string): boolean =>
  !/[;&|\n]|^\s*[({]|^\s*(?:\.|cd|exec|export|set|source|trap|ulimit|umask)\s/.test(line.replace(new RegExp(noSeparators, 'gs'), ''));

/** The variables at the beginning of a line. */
const variables = new RegExp(`^(?:\\s*\\w+=(?:${noSeparators.source}|\\S)*)*\\s*`, 's');

/** Finds the named endpoint among those of a world. */
export const findEndpoint = <Endpoint extends { readonly id: string }>(
  all: readonly Endpoint[],
  { endpointId }: WorkersAsked,
): Endpoint => {
  const [only, second] = all;
  if (endpointId === undefined && only !== undefined && second === undefined) return only;
  const found = all.find(({ id }) => id === endpointId);
  if (found !== undefined) return found;
  const there = `there are: ${all.map(({ id }) => id).join(', ')}; write --workers "ENDPOINT=COMMAND"`;
  throw new BadInput(
    endpointId === undefined ? `--workers names no endpoint, and ${there}` : `there is no endpoint ${endpointId}; ${there}`,
  );
};

/** Starts real processes for workers of the default world. Their lines go to stderr, each with the name of its worker. */
export const startFleets = (
  workers: readonly WorkersAsked[],
  worldHost: WorldHost,
  { url, apiKey, quiet }: { readonly url: string; readonly apiKey: string; readonly quiet: boolean },
): readonly ProcessFleet[] => {
  const served = worldHost.find(defaultWorldId);
  if (served === undefined) return [];
  const all = [...served.world.state.all('endpoint')];
  const asked = workers.map((one) => ({ ...one, endpoint: findEndpoint(all, one) }));
  const twice = asked.find(({ endpoint }, k) => asked.findIndex((one) => one.endpoint === endpoint) !== k);
  if (twice !== undefined)
    throw new BadInput(`--workers has two commands for ${twice.endpoint.id}: each of its workers runs one; leave one out`);
  for (const { endpoint } of asked) if (endpoint.handler.external === undefined) throw new BadInput(explainSimulated(endpoint.id));
  const waiting = all.find(({ id, handler }) => handler.external !== undefined && asked.every(({ endpoint }) => endpoint.id !== id));
  if (waiting !== undefined && !quiet)
    process.stderr.write(
      `the workers of ${waiting.id} are real, and podsim starts none: --workers "${waiting.id}=COMMAND" does, and podsim worker-env ${waiting.id} says how another process is one\n`,
    );
  return asked.map(({ endpoint: { id: endpointId }, program, args }) => {
    const commandFor = (workerId: string): FleetCommand => ({
      program,
      args,
      env: workerEnvironment({ url, endpointId, workerId, apiKey, pingIntervalMs: served.world.settings.worker.pingInterval }),
    });
    const onLine = (workerId: string, line: string) => void (quiet || process.stderr.write(`${workerId} | ${line}\n`));
    const said = new Set<string>();
    const onUnheard = (workerId: string, how: string): void => {
      // A crash loop is reported once.
      if (said.has(how)) return;
      said.add(how);
      const next = quiet ? 'without --quiet, what it prints is shown' : 'is its command right?';
      process.stderr.write(`${workerId} | ${how} before it asked for work: ${next}\n`);
    };
    return new ProcessFleet(served, { endpointId, commandFor, onLine, onUnheard });
  });
};
