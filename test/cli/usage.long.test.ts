import { spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../adapters/store/file/logFile.ts';
import { writeHeader } from '../../engine/simulator/definition.ts';
import { bundle, podsimProcess } from '../support/bundle.ts';
import { civil, podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';

describe('as a process of its own', () => {
  test('it ends with the exit code', () => {
    expect(podsimProcess(['run', '--check', scenario])).toMatchObject({ code: 0, out: '1 run, nothing wrong\n' });
    expect(podsimProcess(['run', 'gone'])).toMatchObject({ code: 3, out: '' });
  });

  test('its bundle has the digest of the rules that are in it', () => {
    const log = new Folder().at('a.log');
    podsimProcess(['run', scenario, '--log', log]);
    expect(readLog(log).header.podsim).toStrictEqual(writeHeader(readLog(log).header.definition).podsim);
  });

  // biome-ignore format: a table
  test.each<[string, Record<string, string>]>([
    ['where it is not asked',   {}],
    ['on a build server',       { CI: 'true', NO_COLOR: '' }],
    ['where NO_COLOR asks so',  { NO_COLOR: '1' }],
  ])('it writes no colors where the output is not a terminal, %s', (_, env) => {
    const { out } = podsimProcess(['run', scenario], { env });
    expect(out).toContain('✓ A failed job is retried');
  });

  test('it ends without an error when its output is no longer read', () => {
    const { stdout, stderr, status } = spawnSync('bash', ['-c', `set -o pipefail; node ${bundle} spec schema | head -1`], {
      encoding: 'utf8',
    });
    expect(civil({ code: status, out: stdout, err: stderr })).toMatchObject({ code: 0, err: '' });
    expect(stdout.split('\n')).toHaveLength(2);
  });
});

describe('on a terminal', () => {
  // `script` gives its child a terminal.
  const onTerminal = (env: string) =>
    spawnSync('script', ['-qec', `${env} node ${bundle} run ${scenario}`, '/dev/null'], { encoding: 'utf8' });
  const there = spawnSync('script', ['--version']).status === 0;

  test.runIf(there)('it uses colors, unless NO_COLOR is set', () => {
    expect(onTerminal('TERM=xterm NO_COLOR=').stdout).toContain('\u001b[32m✓');
    expect(onTerminal('TERM=xterm NO_COLOR=1').stdout).not.toContain('\u001b[');
    expect(onTerminal('TERM=dumb NO_COLOR=').stdout).not.toContain('\u001b[');
  });

  test.runIf(there)('types of events have colors by what they mean, and the text is the same', () => {
    const [color, plain] = ['TERM=xterm NO_COLOR=', 'TERM=xterm NO_COLOR=1'].map((env) => onTerminal(env).stdout);
    expect(color).toContain('  \u001b[34mJobQueued\u001b[39m ');
    expect(color).toContain('  \u001b[31mJobFailed\u001b[39m ');
    expect(color).toContain('  \u001b[32mJobCompleted\u001b[39m ');
    expect(color).toContain('  \u001b[33mInputRefused\u001b[39m ');
    expect(color).toContain('  JobStarted ');
    expect(stripVTControlCharacters(color ?? '')).toBe(plain);
  });

  test('FORCE_COLOR asks for colors elsewhere, too; NO_COLOR has the last word', () => {
    const colors = (env: Record<string, string>) =>
      spawnSync(process.execPath, [bundle, 'run', scenario], { encoding: 'utf8', env: { ...process.env, ...env } }).stdout.includes(
        '\u001b[31mJobFailed',
      );
    // biome-ignore format: a table
    expect([
      colors({ FORCE_COLOR: '1', NO_COLOR: '' }),
      colors({ FORCE_COLOR: '0', NO_COLOR: '' }),
      colors({ FORCE_COLOR: '1', NO_COLOR: '1' }),
      colors({ FORCE_COLOR: '', NO_COLOR: '' }),
    ]).toStrictEqual([true, false, false, false]);
  });

  test.runIf(there)('long lines continue below their beginning', async () => {
    const log = new Folder().at('a.log');
    await podsim('run', scenario, '--log', log);
    const { stdout } = spawnSync('script', ['-qec', `stty cols 80; NO_COLOR=1 node ${bundle} explain ${log} job-1`, '/dev/null'], {
      encoding: 'utf8',
    });
    const lines = stdout.replaceAll('\r', '').split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(stdout.replaceAll('\r', '').replaceAll(/\n +/g, ' ').replaceAll(/ +/g, ' ')).toBe(
      (await podsim('explain', log, 'job-1')).out.replaceAll(/\n +/g, ' ').replaceAll(/ +/g, ' '),
    );
  });
});

test('an output that cannot be written is said in one line, without a stack', () => {
  const { status, stderr } = spawnSync('bash', ['-c', `node ${bundle} spec rules >/dev/full`], { encoding: 'utf8' });
  expect([status, stderr]).toStrictEqual([141, 'podsim: the output cannot be written (ENOSPC)\n']);
});
