import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { civil, heard, heardUntilEnd, type Said } from './commandLine.ts';

/** The command line as it ships. */
export const bundle = `${process.cwd()}/dist/bin/podsim.js`;

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

/**
 * Runs the bundle in this process, where it is loaded once: for commands that read nothing from the terminal, use no threads, and end
 * before they return. A process of its own takes a fifth of a second to start, which is longer than most commands take.
 */
export const podsimBundled = (...args: string[]): Said => heard(() => startBundle(args));

/** The same for commands that go on after they have started: with threads, which are those of the bundle. */
export const podsimBundledLater = (...args: string[]): Promise<Said> => heardUntilEnd(() => startBundle(args));

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
