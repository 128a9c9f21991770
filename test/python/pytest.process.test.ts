import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';

/** A Python that has pytest: the one that is wanted, or Debian's. */
const python = [process.env['PYTHON'] ?? 'python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', 'import pytest']).status === 0);

/** The module that an installed package would have pytest load. */
const [, plugin = ''] =
  /\[project\.entry-points\.pytest11\]\npodsim = "(.+)"/.exec(readFileSync('adapters/python/pyproject.toml', 'utf8')) ?? [];

/** What pytest prints of these files, and its exit code. */
const runPytest = (command: string, ...files: readonly string[]) => {
  const args = ['-m', 'pytest', '-p', plugin, '-p', 'no:cacheprovider', '-o', `podsim_command=${command}`, ...files];
  const env = {
    ...process.env,
    PYTHONPATH: ['adapters/python', 'test/python/sdk'].join(delimiter),
    PYTHONDONTWRITEBYTECODE: '1',
    COLUMNS: '200',
    PYTEST_ADDOPTS: '',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
  };
  const { status, stdout, stderr } = spawnSync(python ?? '', args, { encoding: 'utf8', env });
  return { status, stdout, stderr };
};

const lacking = 'no Python with pytest: apt-get install python3-pytest, or set PYTHON to one that has it';
if (python === undefined) console.warn(`the fixtures of pytest are not tested: ${lacking}`);

describe.skipIf(python === undefined)(`the fixtures of pytest${python === undefined ? ` (skipped: ${lacking})` : ''}`, () => {
  let [status, stdout, stderr]: [number | null, string, string] = [null, '', ''];
  beforeAll(() => {
    ({ status, stdout, stderr } = runPytest(`'${process.execPath}' '${bundle}'`, 'test/examples/python', 'test/python'));
  });
  /** The part of the output about one test. */
  const reportOf = (name: string): string =>
    stdout.split(/^_{3,} /m).find((part) => part.includes(` ${name} ___`) || part.startsWith(name)) ?? '';

  test('give each test a world of its own', () => {
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^podsim: the clock is manual: POST \/v2\/ep-demo\/runsync waits for virtual time; .*\npodsim: the clock is manual: a client that polls job \S+ waits for virtual time; .*\npodsim: the webhook of \S+ to http:\/\/127\.0\.0\.1:9\/hook is simulated: .*; podsim_world\.webhook_url receives webhooks, .*\n$/,
    );
    // The official SDK is tried where it is installed.
    expect(stdout).toMatch(/^=+ 5 failed, (?:52 passed, 1 skipped|53 passed), 1 warning, 2 errors in /m);
    expect(stdout).toMatch(/^test\/examples\/python\/test_queue\.py \.\. /m);
  });

  test('say of a failed test which world it was, how to have it again, and what happened last', () => {
    const report = reportOf('TestWorlds.test_expects_too_much');
    expect(report).toMatch(/-+ podsim -+\nthe world of test_expects_too_much\[a b\]: seed of-the-failing-test\n/);
    expect(report).toMatch(
      /it is the same on every run: \S+ -m pytest 'test\/python\/test_failing\.py::TestWorlds::test_expects_too_much\[a b\]'\n/,
    );
    expect(report).toContain(
      'it ended at 00:00:05.000 (2026-01-01T00:00:05.000Z)\n\nthe last 30 entries; podsim_world.timeline() has all\nseq  virtual time',
    );
    expect(report).toMatch(/\n *\d+ {2}00:00:00\.000 {2}job-30 +JobQueued +.*\n\n(?:job-\d+ = .*\n)*job-30 = /);
    expect(report).not.toMatch(/AccountOpened|job-1 = /);
  });

  test('say of a failed test first which requests were refused, unknown paths and unknown keys included', () => {
    expect(reportOf('test_calls_what_there_is_not')).toMatch(
      new RegExp(
        [
          '-+ podsim -+\nthese requests were refused:',
          ' {2}POST /ep-demo/run was answered 404: The requested path was not found. It lacks /v2: did you mean /v2/ep-demo/run\\?',
          ' {2}POST /v2/ep-demo/run was answered 401: \\S.*; the key of this world is podsim_world.key',
          '',
          'the world of test_calls_what_there_is_not: ',
        ].join('\n'),
      ),
    );
  });

  test('say of a failed test what waits, and under which clock', () => {
    expect(reportOf('test_waits_under_a_manual_clock')).toMatch(
      /-+ podsim -+\nthese calls have no answer, under the manual clock:\n {2}the clock is manual: runsync \/v2\/ep-demo\/runsync waits for virtual time; leave out clock='manual', /,
    );
  });

  test('say of a wait in vain why it was', () => {
    const report = reportOf('TestWorlds.test_waits_in_vain');
    expect(report).toMatch(
      /AssertionError: not within 10s, at 00:00:10\.000: job job-1 is COMPLETED: job-1 is IN_QUEUE: waits for a worker\n/,
    );
    expect(report).toMatch(/all that happened\nseq {2}virtual time/);
    // The line is that of the test, and none of the package.
    expect(report).toMatch(/test_failing\.py:\d+: AssertionError\n/);
    expect(report).not.toContain('world.py');
  });

  test('say what is wrong with a mark', () => {
    expect(stdout).toContain(
      'UsageError: pytest.mark.podsim takes no seeds; did you mean seed?; it takes seed, start, world, scenario, clock',
    );
    expect(stdout).toContain('test_a_mark_without_its_fixture: pytest.mark.podsim changes nothing here: let the test take podsim_world');
  });

  test('say where a test gives what JSON has not, by the line of the test', () => {
    const body = reportOf('TestWorlds.test_gives_what_json_has_not');
    expect(body).toMatch(
      /ValueError: POST \/v2\/ep-demo\/run: \$\.input\.tags is of type set; JSON takes text, .*\n\n\S+test_failing\.py:\d+: ValueError\n/,
    );
    expect(body).not.toMatch(/world\.py|body\.py|encoder\.py/);
    const mark = reportOf('ERROR at setup of TestWorlds.test_has_a_function_in_its_world');
    expect(mark).toMatch(
      /ValueError: create_world: \$\.world\.endpoints\[0\]\.handler is of type builtin_function_or_method; JSON takes text, /,
    );
    // Where all is hidden, an older pytest shows the innermost line.
    expect(mark).not.toMatch(/world\.py|server\.py|encoder\.py/);
  });

  test('say what to do where podsim cannot be started', () => {
    const { stdout: out } = runPytest('no-such-podsim', 'test/examples/python');
    expect(out).toMatch(/podsim did not start by 'no-such-podsim': .*no-such-podsim.*\nInstall it with `npm install --save-dev podsim`/);
  });
});
