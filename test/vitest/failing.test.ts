import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Folder } from '../support/folder.ts';

/** Runs one of the files that are meant to fail, in a process of its own. */
const run = (file: string, env: Readonly<Record<string, string>> = {}, ...more: string[]) => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, '--config', 'test/vitest/failing/vitest.config.ts', ...more];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', CI: '', ...env },
  });
  return { status, out: stdout, err: stderr };
};

describe('a test that fails', () => {
  const { status, err } = run('worlds.failing.ts');
  /** What stands between the title of one report and that of the next. */
  const reportOf = (name: string): string => err.split("podsim: the world of '").find((part) => part.startsWith(`a world ${name}'`)) ?? '';

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
    expect(report).toMatch(/job \S+-u1 is IN_QUEUE: /);
    expect(report).toMatch(/what it waits for\n/);
    expect(report).toMatch(/worker ep-w1 is INITIALIZING: /);
    expect(report).toContain("  00:00:12.000  its timer 'start' asks for");
  });

  test('says what waits', () => {
    expect(reportOf('is waited for in vain')).toContain('a call waits for its answer; it is world.clock.advance that moves a manual clock');
  });

  test('is the only one that says anything', () => {
    expect(err.split("podsim: the world of '")).toHaveLength(3);
    expect(reportOf('is as it should be')).toBe('');
  });
});

describe('a timeline in a file', () => {
  const folder = new Folder();
  const env = { PODSIM_TEST_FOLDER: folder.path };

  test('is written when it is not there yet, kept when it is, and written anew when asked for', () => {
    expect(run('timeline.failing.ts', { ...env, CI: '1' })).toMatchObject({
      status: 1,
      err: expect.stringContaining('run vitest -u to write it'),
    });
    expect(folder.names()).toStrictEqual([]);
    expect(run('timeline.failing.ts', env)).toMatchObject({ status: 0 });
    const first = folder.read('story.timeline.txt');
    const changed = { ...env, PODSIM_TEST_CHANGED: '1' };
    const { status, err } = run('timeline.failing.ts', changed);
    expect(status).toBe(1);
    expect(err).toMatch(/story\.timeline\.txt; if the new one is right, run vitest -u/);
    expect(err).toMatch(/^\+ .*InputReceived +listPods$/m);
    expect(folder.read('story.timeline.txt')).toBe(first);
    expect(run('timeline.failing.ts', changed, '-u')).toMatchObject({ status: 0 });
    expect(folder.read('story.timeline.txt')).toContain('listPods');
  });
});
