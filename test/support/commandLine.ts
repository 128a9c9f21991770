import { spawnSync } from 'node:child_process';
import { expect, vi } from 'vitest';
import { main } from '../../adapters/cli/main.ts';

/** The output of the command line, and its exit code. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process. */
export const podsim = (...args: string[]): Said => {
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
    const code = main(args);
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
