import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { passing } from '../cli/stories.ts';
import { bundle } from '../support/bundle.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();
for (let k = 0; k < 20; k++) folder.write(`${k}.scenario.yaml`, passing);

/** Runs podsim in a process that may open `most` files. Where Node itself cannot start, the result is undefined. */
const runWith = (most: number, ...args: string[]) => {
  const command = ['-c', `ulimit -n ${most}; exec "$0" "$@"`, process.execPath, bundle, ...args];
  // What serves ends when its standard input does.
  const { status, signal, stderr } = spawnSync('bash', command, { encoding: 'utf8', input: '', timeout: 60_000, killSignal: 'SIGKILL' });
  const isOfNode = signal === 'SIGSEGV' || signal === 'SIGABRT' || /open '[^']*podsim\.js'/.test(stderr);
  return isOfNode ? undefined : { status, stderr };
};

/** From where Node itself just starts to where all goes well. */
const limits = [18, 19, 20, 21, 22, 23, 24, 25, 26, 30];

describe('podsim, in a process that may open few files,', () => {
  // biome-ignore format: a table
  test.each([
    ['runs scenarios in threads', ['run', folder.path, '--jobs', '3']],
    ['runs one scenario',         ['run', folder.at('0.scenario.yaml')]],
    ['serves',                    ['serve', '--port', '0', '--until-stdin-closes']],
    ['keeps what it serves',      ['serve', '--port', '0', '--data-dir', folder.at('data'), '--until-stdin-closes']],
  ])('%s, or says what to do', (_, args) => {
    const said = limits.map((most) => runWith(most, ...args)).filter((one) => one !== undefined);
    expect(said.length).toBeGreaterThan(4);
    expect(said.at(-1)?.status).toBe(0);
    for (const { status, stderr } of said) {
      expect(stderr).not.toMatch(/\n {4}at /);
      if (status !== 0) expect(stderr).toMatch(/ulimit -n 4096/);
    }
  });
});
