import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { civil, heard, type Said } from './commandLine.ts';

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
 * Runs the bundle in this process, where it is loaded once: for commands that read nothing from the terminal. A process of its own takes a
 * fifth of a second to start, which is longer than most commands take.
 */
export const podsimBundled = (...args: string[]): Promise<Said> => heard(() => loadBundle().main(args));

const loadBundle = () => createRequire(import.meta.url)(`${dirname(bundle)}/main.js`) as typeof import('../../adapters/cli/podsim.ts');
