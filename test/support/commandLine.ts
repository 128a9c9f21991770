import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
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
  let [out, err] = ['', ''];
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += String(text);
      return true;
    }),
  ];
  try {
    const code = work();
    return civil({ code, out, err });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
};

/** Runs the bundle as a process of its own. */
export const podsimProcess = (
  args: readonly string[],
  { env = {}, cwd }: { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Said => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundle, ...args], {
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
