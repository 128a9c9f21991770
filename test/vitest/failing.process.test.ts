import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { failureReport } from '../../adapters/testing/failureReport.ts';
import { createWorld } from '../../adapters/vitest/index.ts';
import { Folder } from '../support/folder.ts';

const folder = new Folder();

/** Runs the tests that are meant to fail, in a process of their own. */
const { status, stderr } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest/failing/vitest.config.ts'],
  { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', CI: '', PODSIM_TEST_FOLDER: folder.path } },
);

/** What a failing test of that name says of its world. */
const reportOf = (name: string): string => stderr.split("podsim: the world of '").find((part) => part.startsWith(`a world ${name}'`)) ?? '';

describe('a test that fails', () => {
  test('says which world it was, and how to have it again', () => {
    expect(status).toBe(1);
    const report = reportOf('has a job that (never) ends');
    expect(report).toMatch(/seed of-the-failing-test; 8 entries; 00:00:05\.000 \(2026-01-01T00:00:05\.000Z\); fingerprint [0-9a-f]{64}\n/);
    expect(report).toContain(
      String.raw`it is the same on every run: npx vitest run test/vitest/failing/worlds.failing.ts -t 'a world has a job that \(never\) ends'`,
    );
  });

  test('shows what happened, and explains why', () => {
    const report = reportOf('has a job that (never) ends');
    expect(report).toMatch(/all that happened\n *seq {2}virtual time/);
    expect(report).toMatch(/job-1 is IN_QUEUE: /);
    expect(report).toMatch(/what it waits for\n/);
    expect(report).toMatch(/worker ep-w1 is INITIALIZING: /);
    expect(report).toContain("  00:00:12.000  its timer 'start' asks for");
  });

  test('says what waits', () => {
    const why = "the clock is manual: POST /v2/ep/runsync waits for virtual time; `await world.advance('10s')`, or make the world with";
    expect(reportOf('is waited for in vain')).toContain(`these calls wait for their answers, under the manual clock:\n    ${why}`);
  });

  test('says so before a process ends that has nothing left to do', () => {
    const code = `
      const { createWorld } = await import('./dist/lib/testing.js');
      await createWorld().call.runsync({ endpoint_id: 'ep-demo', body: { input: {} } });`;
    const { stderr: said } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(said).toContain('podsim: the clock is manual: POST /v2/ep-demo/runsync waits for virtual time; ');
  });

  test('is short where nothing catches an error: Node prints the line that threw', () => {
    const code = "const { createWorld } = await import('./dist/lib/testing.js'); createWorld({ sed: 'a' });";
    const { stderr: said } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(said).toContain("InvalidArgument: createWorld: there is no option 'sed'; did you mean 'seed'?");
    expect(said.length).toBeLessThan(3_000);
  });

  test('is the only one that says anything', () => {
    expect(stderr.split("podsim: the world of '")).toHaveLength(3);
    expect(reportOf('is as it should be')).toBe('');
  });
});

test('a timeline whose file is not there yet is written', async () => {
  await using world = createWorld();
  expect(folder.read('story.timeline.txt')).toBe(world.timeline());
});

test('the report of a failed test explains a request that waits', async () => {
  await using world = createWorld({
    world: { endpoints: [{ id: 'ep', type: 'LOAD_BALANCER' }], settings: { worker: { imagePull: '10s' } } },
  });
  const answer = world.call.requestEndpoint({ endpoint_id: 'ep', path: 'hi' }).catch(() => undefined);
  await world.advance('1s');
  expect(failureReport(world, { name: 'a', waiting: ['POST /v2/ep-demo/runsync'] })).toMatch(/request-1 is WAITING: /);
  await world.advance('1h');
  await answer;
});
