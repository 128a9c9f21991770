import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { incomplete } from './stories.ts';

const commands = [
  ...[
    'run',
    'validate',
    'schema',
    'rules',
    'operations',
    'contract',
    'replay',
    'rerun',
    'diff',
    'explain',
    'next',
    'coverage',
    'record',
    'stand-in',
    'page',
    'fork',
    'compare',
    'repair',
    'learn',
    'new',
    'serve',
    'exec',
    'mcp',
    'worker-env',
    'completion',
    'study',
    'study-worker',
    'explore',
    'fidelity',
    'observe',
    'twin',
    'task',
  ],
];
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const folder = new Folder();

describe('help', () => {
  // biome-ignore format: a table
  test.each([
    ['asked for',           ['--help']],
    ['asked for as a word', ['help']],
  ])('%s names every command', (_, args) => {
    const { code, out, err } = podsim(...args);
    for (const command of commands) expect(out).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect(out.match(/^ {2}[a-z-]+ /gm)).toHaveLength(commands.length + 1);
    expect(err).toBe('');
    expect(code).toBe(0);
  });

  test('is printed when no command is given', () => {
    const { code, out, err } = podsim();
    expect(err).toContain('Usage: podsim');
    expect(out).toBe('');
    expect(code).toBe(3);
  });

  test.each(commands)('of %s says what it takes', (command) => {
    for (const args of [
      [command, '--help'],
      ['help', command],
    ]) {
      const { code, out } = podsim(...args);
      expect(out).toContain(`Usage: podsim ${command}`);
      expect(code).toBe(0);
    }
  });

  test('of run names every option', () => {
    const { out } = podsim('run', '--help');
    for (const option of ['--seed', '--seeds', '--only', '--bail', '--update', '--reporter', '--timeline', '--quiet', '--jobs', '--log'])
      expect(out).toContain(`${option} `);
  });

  test('goes to the version, too', () => {
    expect(podsim('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe('invalid arguments are reported, with exit code 3', () => {
  // biome-ignore format: a table
  test.each<[string, readonly string[], string]>([
    ['an unknown command',         ['play'],                                          "error: unknown command 'play'"],
    ['a command misspelt',         ['rn'],                                            "error: unknown command 'rn'; did you mean 'run'? (`podsim --help` lists all)"],
    ['a part of a command',        ['play'],                                          "error: unknown command 'play'; did you mean 'replay'? (`podsim --help` lists all)"],
    ['the help of no command',     ['help', 'expain'],                                "error: unknown command 'expain'; did you mean 'explain'? (`podsim --help` lists all)"],
    ['a command like no other',    ['zebra'],                                         "error: unknown command 'zebra'; `podsim --help` lists all"],
    ['an unknown option',          ['run', scenario, '--fast'],                       "error: unknown option '--fast'"],
    ['an option misspelt',         ['run', scenario, '--sed', '1'],                   "error: unknown option '--sed'; did you mean '--seed'? (`podsim run --help` lists all)"],
    ['an option of few',           ['validate', scenario, '--strct'],                 "error: unknown option '--strct'; did you mean '--strict'? (there are --strict, --help)"],
    ['an option of none',          ['--verson'],                                      "error: unknown option '--verson'; did you mean '--version'? (there are --version, --help)"],
    ['a reporter misspelt',        ['run', scenario, '--reporter', 'jsn'],            "there is no reporter 'jsn'; did you mean 'json'? (there are pretty, json, junit, tap, github)"],
    ['a kind misspelt',            ['run', scenario, '--kind', 'jbo'],                "--kind 'jbo' is no kind of entity; did you mean 'job'? (there are account, "],
    ['a type misspelt',            ['run', scenario, '--type', 'JobQueud'],           "--type 'JobQueud' is no type of events; did you mean 'JobQueued'? (`podsim rules job` lists those of jobs; docs/reference/names.md lists all)"],
    ['a part of a type',           ['run', scenario, '--type', 'queued'],             "did you mean 'JobQueued' or 'JobRequeued'?"],
    ['a rule misspelt',            ['rules', 'job.retri'],                            "there is no lifecycle and no rule 'job.retri'; did you mean 'job.retry'? (lifecycles: "],
    ['an option without a value',  ['run', scenario, '--seed'],                       "option '--seed <seed>' argument missing"],
    ['a missing argument',         ['run'],                                           "missing required argument 'paths'"],
    ['one argument too many',      ['rerun', 'a', 'b'],                               'too many arguments'],
    ['half a diff',                ['diff', 'a'],                                     "missing required argument 'logB'"],
    ['an unknown reporter',        ['run', scenario, '--reporter', 'loud'],           "there is no reporter 'loud'; there are pretty, json, junit, tap, github"],
    ['a reporter of all objects',  ['run', scenario, '--reporter', 'constructor'],    "there is no reporter 'constructor'"],
    ['no number of threads',       ['run', scenario, '--jobs', 'all'],                "--jobs 'all' is no number of threads; give a whole number from 1 to 256"],
    ['no thread at all',           ['run', scenario, '--jobs', '0'],                  "--jobs '0' is no number of threads"],
    ['too many threads',           ['run', scenario, '--jobs', '257'],                "--jobs '257' is no number of threads"],
    ['more and less',              ['run', scenario, '--timeline', '--quiet'],        'give --timeline or --quiet, not both'],
    ['less of a document',         ['run', scenario, '--quiet', '--reporter', 'tap'], "--timeline and --quiet belong to the reporter pretty; 'tap' always shows the same"],
    ['no range of seeds',          ['run', scenario, '--seeds', '3'],                 "--seeds '3' is no range; write it like 1..20"],
    ['a range downwards',          ['run', scenario, '--seeds', '5..1'],              "--seeds '5..1' is no range"],
    ['too wide a range',           ['run', scenario, '--seeds', '1..999999'],         'asks for 999999 runs; a file may ask for at most 10000'],
    ['a seed and seeds',           ['run', scenario, '--seed', '1', '--seeds', '1..2'], 'give --seed or --seeds, not both'],
    ['only what is not there',     ['run', scenario, '--only', 'zebra'],              "--only 'zebra' matches none of the 1 runs"],
    ['one log of many runs',       ['run', scenario, '--seeds', '1..2', '--log', 'x'], '--log writes the log of one run, but there are 2: name one file, or use --only'],
    ['a file that is not there',   ['run', 'gone.scenario.yaml'],                     'gone.scenario.yaml: there is no such file or folder'],
    ['a folder without scenarios', ['run', 'engine'],                                 'no *.scenario.yaml in engine'],
    ['a log at no place',          ['run', scenario, '--log', '/nowhere/a.log'],      '/nowhere/a.log: cannot be written (ENOENT)'],
    ['a log in place of a folder', ['run', scenario, '--log', folder.path],           'cannot be written (EISDIR)'],
    ['a log that is not there',    ['rerun', 'gone.log'],                             'gone.log: there is no such file'],
    ['a log that is a folder',     ['replay', 'engine'],                              'engine: is a folder, not a log'],
    ['a scenario of many runs',    ['explain', 'scenarios/queue/one-worker-half-busy.scenario.yaml', 'job-1'], ' runs: write the log of one with `podsim run '],
    ['a scenario that is not there', ['explain', 'gone.scenario.yaml', 'job-1'],      'gone.scenario.yaml: there is no such file or folder'],
    ['a new file at no place',     ['new', '/nowhere/a'],                             '/nowhere/a.scenario.yaml: cannot be written (ENOENT)'],
    ['an unknown rule',            ['rules', 'job.fly'],                              "there is no lifecycle and no rule 'job.fly'"],
    ['a lesson that is not there',  ['learn', '99'],                                  "there is no lesson '99'; give a number from 1 to 18, or a *.lesson.yaml file"],
    ['a lesson that cannot be read', ['learn', 'gone.lesson.yaml'],                   'gone.lesson.yaml: there is no such file or folder'],
    ['a try of no lesson',         ['learn', '--try', 'x.yaml'],                      '--try judges steps for one lesson: name it'],
    ['a diagram of everything',    ['rules', '--mermaid'],                            '--mermaid draws a lifecycle; name one of account'],
  ])('%s', (_, args, words) => {
    const { code, out, err } = podsim(...args);
    expect(err).toContain(words);
    expect(out).toBe('');
    expect(code).toBe(3);
  });

  test('and leaves nothing half-written behind', () => {
    expect(folder.names()).toStrictEqual([]);
    expect(existsSync(`${folder.path}.${process.pid}.tmp`)).toBe(false);
  });
});

describe('each command starts from scratch', () => {
  test('whatever the result of the one before', () => {
    const unfinished = new Folder().write('a.scenario.yaml', incomplete);
    expect(podsim('run', unfinished).code).toBe(2);
    expect(podsim('validate', scenario).code).toBe(0);
    expect(podsim('run', scenario, '--seed', '1', '--reporter', 'tap').out).toContain('[seed=1]');
    expect(podsim('run', scenario, '--reporter', 'tap').out).not.toContain('seed=');
  });
});
