import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { main } from '../../adapters/cli/main.ts';

/** The output of the command line, and its exit code. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process. */
export const podsim = (...args: string[]): Said => heard(() => main(args));

/**
 * Runs the bundle in this process, where it is loaded once: for commands that read nothing from the terminal, use no threads, and end
 * before they return. A process of its own takes a fifth of a second to start, which is longer than most commands take.
 */
export const podsimBundled = (...args: string[]): Said => heard(() => startBundle(args));

const startBundle = (args: readonly string[]): number => {
  const { start } = createRequire(import.meta.url)(`${dirname(bundle)}/main.js`) as typeof import('../../adapters/cli/podsim.ts');
  const { argv, exitCode } = process;
  const listeners = process.stdout.listeners('error');
  process.argv = [process.execPath, bundle, ...args];
  try {
    start();
    return Number(process.exitCode);
  } finally {
    process.argv = argv;
    process.exitCode = exitCode;
    for (const own of process.stdout.listeners('error'))
      if (!listeners.includes(own)) process.stdout.off('error', own as (error: Error) => void);
  }
};

/** What some work prints in this process, and the exit code that it returns. */
const heard = (work: () => number): Said => {
  const listener = new OutputListener();
  try {
    return civil({ code: work(), ...listener.said });
  } finally {
    listener.stop();
  }
};

/** Runs a command in this process that goes on after `main` has returned, such as `study`. */
export const podsimLater = async (...args: string[]): Promise<Said> => {
  const listener = new OutputListener();
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    const refused = main(args);
    while (refused === 0 && process.exitCode === undefined) await setImmediate();
    return civil({ code: refused === 0 ? Number(process.exitCode) : refused, ...listener.said });
  } finally {
    process.exitCode = exitCode;
    listener.stop();
  }
};

/** Keeps what this process writes, instead of writing it. */
class OutputListener {
  readonly said = { out: '', err: '' };
  readonly #spies = [this.#listen(process.stdout, 'out'), this.#listen(process.stderr, 'err')];

  stop(): void {
    for (const spy of this.#spies) spy.mockRestore();
  }

  #listen(stream: NodeJS.WriteStream, name: 'out' | 'err') {
    return vi.spyOn(stream, 'write').mockImplementation((text) => {
      this.said[name] += String(text);
      return true;
    });
  }
}

/** Runs the bundle as a process of its own. */
export const podsimProcess = (
  args: readonly string[],
  {
    env = {},
    cwd,
    script = bundle,
  }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string; readonly script?: string } = {},
): Said => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 200_000_000,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return civil({ code: status, out: stdout, err: stderr });
};

export const bundle = `${process.cwd()}/dist/bin/podsim.js`;

/** No output contains a stack trace, or colors where it does not go to a terminal. */
export const civil = (said: Said): Said => {
  const words = said.out + said.err;
  expect(words).not.toMatch(/\n\s+at /);
  expect(words).not.toContain('\u001b[');
  return said;
};
