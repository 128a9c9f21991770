import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ownEnvironment } from '../host/environment.ts';
import { hasGroups, killGroup } from './processGroup.ts';

/** The inputs of a process's start. */
export interface FleetCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended. */
export type ProcessEnd =
  /** `code` is null if a signal ended it. */
  { readonly code: number | null; readonly signal: NodeJS.Signals | null } | { readonly error: NodeJS.ErrnoException };

/** How long to wait for the remaining output of an ended process, in wall-clock time: a process that left its group may hold the pipe. */
const readMsMax = 1_000;

/**
 * A worker's process, with all that it starts: it leads a process group. A worker that crashes leaves its pinging process behind, which
 * would ping for ever: so the group is killed when the process ends, however it ends.
 */
export class FleetProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #guard: ChildProcess | undefined;
  #grace: NodeJS.Timeout | undefined;
  #hasExited = false;

  constructor({ program, args, env }: FleetCommand, onLine: (line: string) => void) {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: hasGroups, env: { ...ownEnvironment(), ...env } });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
    const exited = new Promise<ProcessEnd>((resolve) => {
      child.once('error', (error) => resolve({ error }));
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    const closed = new Promise((resolve) => child.once('close', resolve));
    this.#guard = startGuard(child.pid);
    this.ended = exited.then(async (how) => {
      clearTimeout(this.#grace);
      this.kill();
      this.#hasExited = true;
      this.#guard?.kill('SIGKILL');
      // Its last output says why it ended.
      if (!('error' in how)) await Promise.race([closed, pause(readMsMax, undefined, { ref: false })]);
      return how;
    });
  }

  /** Undefined if it could not be started. */
  get id(): number | undefined {
    return this.#child.pid;
  }

  /** Gives it that long to finish; then kills it. */
  stop(graceMs: number): void {
    if (this.#grace !== undefined || this.#hasExited) return;
    this.#child.kill('SIGTERM');
    this.#grace = setTimeout(() => this.kill(), graceMs);
  }

  kill(): void {
    killGroup(this.#child.pid);
  }
}

/**
 * A shell that waits for the end of this process, and then kills the group: a process that is itself killed can do nothing more. It is
 * ended with the group, so that it never finds another one with the same id.
 */
const startGuard = (group: number | undefined): ChildProcess | undefined => {
  if (group === undefined || !hasGroups) return undefined;
  const guard = spawn('sh', ['-c', 'read -r _; kill -KILL "-$0"', String(group)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell there is no guard, but everything else works.
  guard.on('error', () => undefined);
  return guard;
};
