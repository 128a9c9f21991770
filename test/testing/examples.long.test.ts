import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// biome-ignore format: a table
test.each([
  ['node:test', ['--test', 'test/examples/node.test.mjs']],
  // Only the runner of Jest is missing here: its `expect` is Jest's own.
  ['Jest',      ['--import', './test/testing/jestGlobals.mjs', '--test', 'test/examples/jest.test.mjs']],
])('the example for %s passes', (_, args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([status, stderr]).toStrictEqual([0, '']);
  expect(stdout).toMatch(/^# pass 1$/m);
});
