import { describe, expect, test } from 'vitest';
import { LogFileWriter, readLog } from '../../../adapters/store/file/logFile.ts';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const folder = new Folder();
const log = folder.at('a.log');
await podsim('run', scenario, '--log', log);
const fingerprint = readLog(log).fingerprint;

/** The log with one event another, as if podsim 0.0.9 had written it so. */
const forged = (name: string, ruleset: string): string => {
  const { header, entries } = readLog(log);
  const writer = new LogFileWriter(folder.at(name), { ...header, podsim: { ...header.podsim, engine: '0.0.9', ruleset } });
  const changed = (event: DomainEvent) => (event.type === 'JobStarted' ? { ...event, attempt: { ...event.attempt, runsMs: 1 } } : event);
  writer.sink(entries.map((entry) => ({ ...entry, event: changed(entry.event) })));
  writer.close();
  return folder.at(name);
};

describe('record', () => {
  test('writes a scenario that gives the same log', async () => {
    const file = folder.at('a.scenario.yaml');
    expect(await podsim('log', 'record', log, '-o', file)).toStrictEqual({
      code: 0,
      out: `${file} produces the same 22 entries, fingerprint ${fingerprint}\n`,
      err: '',
    });
    const { runs } = JSON.parse((await podsim('run', file, '--reporter', 'json')).out);
    expect(runs).toMatchObject([{ verdict: 'pass', fingerprint, events: 22 }]);
  });

  test('prints the scenario where no file is given', async () => {
    const { out, code } = await podsim('log', 'record', log);
    expect(code).toBe(0);
    await podsim('log', 'record', log, '-o', folder.at('printed.scenario.yaml'));
    expect(out).toBe(folder.read('printed.scenario.yaml'));
  });

  test('of a log that was written under other rules says so, and writes nothing', async () => {
    const { code, out, err } = await podsim('log', 'record', forged('forged.log', 'of-old'), '-o', folder.at('forged.scenario.yaml'));
    expect([code, out]).toStrictEqual([1, '']);
    expect(err).toMatch(
      /cannot be recorded: the log was written by podsim 0\.0\.9 with other rules .*\n {2}inputs\.1 \(clock at .*: the log differs/,
    );
    expect(folder.names()).not.toContain('forged.scenario.yaml');
  });

  test('and where the rules are the same, names the other cause', async () => {
    const { ruleset } = readLog(log).header.podsim;
    expect((await podsim('log', 'record', forged('odd.log', ruleset))).err).toContain(
      'its inputs produce a different log: it used a handler written as a function',
    );
  });
});

describe('fork', () => {
  const forkOf = (...args: string[]) => podsim('log', 'fork', log, ...args, '-o', folder.at('fork.log'));

  test('writes a log with the same past, which reruns', async () => {
    const { code, out } = await forkOf('--at', '3s');
    expect([code, out]).toStrictEqual([0, expect.stringMatching(/fork\.log ends at 00:00:03\.000, entry 18, fingerprint [0-9a-f]{64}\n$/)]);
    expect((await podsim('log', 'rerun', folder.at('fork.log'))).out).toMatch(/^the same log again: 18 entries/);
    expect((await podsim('log', 'diff', log, folder.at('fork.log'))).out).toMatch(
      /^the first difference is entry 18: JobCompleted of job-1 in .*, /,
    );
  });

  test('goes back to an entry, or stays at the end', async () => {
    expect((await forkOf('--seq', '9')).out).toContain('ends at 00:00:00.000, entry 10,');
    expect((await forkOf()).out).toContain(`ends at 00:00:04.000, entry 22, fingerprint ${fingerprint}`);
  });

  test('draws other numbers with a seed of its own, and reruns with them', async () => {
    expect((await forkOf('--at', '1s', '--seed', 'other')).code).toBe(0);
    expect(readLog(folder.at('fork.log')).entries.at(-1)?.event).toStrictEqual({ type: 'SeedChanged', seed: 'other' });
    expect((await podsim('log', 'rerun', folder.at('fork.log'))).code).toBe(0);
  });

  // biome-ignore format: a table
  test.each([
    ['a time that has not come',    ['--at', '1h'],              'it is only 00:00:04.000: the clock has not reached 01:00:00.000'],
    ['an entry that has not come',  ['--seq', '99'],             'the log ends at entry 22: there is no entry 99'],
    ['a bare number for a time',    ['--at', '5'],               "--at '5' is no virtual time"],
    ['no number for an entry',      ['--seq', 'last'],           "--seq 'last' is no entry's number"],
    ['both',                        ['--at', '1s', '--seq', '1'], 'give --at or --seq, not both'],
  ])('refuses %s', async (_, args, words) => {
    const { code, out, err } = await forkOf(...args);
    expect([code, out, err]).toStrictEqual([3, '', expect.stringContaining(words)]);
  });

  test('of a log that was written under other rules says so', async () => {
    const { code, err } = await podsim('log', 'fork', forged('forged.log', 'of-old'), '-o', folder.at('x.log'));
    expect([code, err]).toStrictEqual([
      3,
      expect.stringMatching(/another log from entry \d+ on: .*\(the log was written by podsim 0\.0\.9 with other rules/),
    ]);
  });
});

describe('compare', () => {
  const whatIf = folder.write('change.yaml', 'at: 1s\nact: setHandler\nwith: { endpoint: ep-a, body: { duration: { fixed: 5s } } }\n');

  test('shows where two logs diverge, and which entities differ; exit code 1', async () => {
    await podsim('log', 'fork', log, '--at', '3s', '-o', folder.at('fork.log'));
    const { code, out } = await podsim('log', 'compare', log, folder.at('fork.log'));
    expect(code).toBe(1);
    expect(out).toMatch(/^the first difference is entry 18: JobCompleted of job-1 in .*, /);
    expect(out).toContain('different from some time on: 2 entities\n  worker ep-a-w1, from 00:00:04.000 on\n');
    expect(out).toMatch(/\nthe same in both: 2 entities\n\nmetrics: a = /);
  });

  test('takes scenarios for logs; the same is the same', async () => {
    expect(await podsim('log', 'compare', scenario, log)).toStrictEqual({
      code: 0,
      out: expect.stringMatching(/^the same entries, and 4 entities with the same history\n\nmetrics: a = /),
      err: '',
    });
    expect(JSON.parse((await podsim('log', 'compare', scenario, log, '--json')).out)).toMatchObject({ same: true, divergence: null });
  });

  test.each([scenario, log])('says what a change does to %s, as a chart and for programs', async (base) => {
    const { code, out } = await podsim('log', 'compare', base, '--change', whatIf, '--seeds', '1..3');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^changed at 00:00:01\.000; 3 seeds, with and without \(few, so intervals are wide\)\ntimes: its own worker.imagePull, worker.start; else textbook, not measured\n +without +with +difference +95 % interval\ndelayTime\.p50 /,
    );
    const view = JSON.parse((await podsim('log', 'compare', base, '--change', whatIf, '--seeds', '1..3', '--json')).out);
    expect(view).toMatchObject({ at: 1_000, seeds: ['1', '2', '3'] });
    expect([view.divergence.a[0].at, view.divergence.b[0].at]).toStrictEqual([2_000, 1_000]);
    expect(view.differences.map(({ metric }: { readonly metric: string }) => metric)).toStrictEqual([
      ...['delayTime.p50', 'delayTime.p95', 'completed', 'failed', 'timedOut', 'utilization', 'bill'],
    ]);
  });

  // biome-ignore format: a table
  test.each([
    ['one log alone',             [log],                                              'name two logs or scenarios, or one with --change'],
    ['three logs',                [log, log, log],                                    'name two logs or scenarios'],
    ['a change between two',      [log, log, '--change', whatIf],                     '--change applies to one log or scenario: name only one file'],
    ['seeds without a change',    [log, log, '--seeds', '1..2'],                      '--seeds is for scenarios; a log has its seed'],
    ['no range of seeds',         [log, '--change', whatIf, '--seeds', '9'],          "--seeds '9' is no range; write it like 1..20"],
    ['a change that is not there', [log, '--change', folder.at('gone.yaml')],         'gone.yaml: there is no such file or folder'],
    ['a change that is none',     [log, '--change', folder.write('n.yaml', 'at: 1s')], 'n.yaml:1:1: give exactly one of `settings` and `act`'],
    ['a change at no time',       [log, '--change', folder.write('t.yaml', 'at: 5\nact: run')], 't.yaml:1:5: at: must be a duration such as'],
    ['a change that is refused',  [log, '--change', folder.write('r.yaml', 'at: 1s\nact: deleteEndpoint\nwith: { endpoint: gone }')], 'with the seed 1 the change was not made: was refused: 404'],
  ])('refuses %s', async (_, args, words) => {
    const { code, out, err } = await podsim('log', 'compare', ...args);
    expect([code, out, err]).toStrictEqual([3, '', expect.stringContaining(words)]);
  });
});
