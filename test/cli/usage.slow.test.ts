import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { elsewhere } from '../../adapters/cli/terminal/elsewhere.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { incomplete } from './stories.ts';

/** Those that a person needs first, in the order of the help. */
const firstCommands = ['serve', 'exec', 'new', 'run', 'page', 'explain', 'study', 'learn'];

// biome-ignore format: a table
const otherCommands = [
  'log show', 'log rerun', 'log diff', 'log next', 'log record', 'log fork', 'log compare', 'log repair', 'log coverage', 'log stand-in',
  'spec rules', 'spec operations', 'spec contracts', 'spec times', 'spec schema',
  'explore', 'twin', 'observe', 'fidelity', 'mcp', 'task', 'study-worker', 'worker-env', 'ca', 'completion',
];
const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const folder = new Folder();

describe('help', () => {
  // biome-ignore format: a table
  test.each([
    ['asked for',           ['--help']],
    ['asked for as a word', ['help']],
  ])('%s names eight commands', async (_, args) => {
    const { code, out, err } = await podsim(...args);
    expect([...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name)).toStrictEqual(firstCommands);
    expect([code, err]).toStrictEqual([0, '']);
  });

  test('names every command where all are asked for', async () => {
    const { code, out } = await podsim('help', '--all');
    const rows = [...out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2,}/gm)].map(([, name = '']) => name);
    expect(rows.filter((name) => !['log', 'spec', 'help'].includes(name)).sort()).toStrictEqual(
      [...firstCommands, ...otherCommands].sort(),
    );
    expect(code).toBe(0);
  });

  test('is printed when no command is given', async () => {
    const { code, out, err } = await podsim();
    expect(err).toContain('Usage: podsim');
    expect(out).toBe('');
    expect(code).toBe(3);
  });

  test.each([...firstCommands, ...otherCommands, 'log', 'spec'])('of %s says what it takes', async (command) => {
    for (const args of [
      [...command.split(' '), '--help'],
      ['help', ...command.split(' ')],
    ]) {
      const { code, out } = await podsim(...args);
      expect(out).toContain(`Usage: podsim ${command}`);
      expect(code).toBe(0);
    }
  });

  test('of run names every option', async () => {
    const { out } = await podsim('run', '--help');
    for (const option of ['--seed', '--seeds', '--only', '--bail', '--update', '--reporter', '--timeline', '--quiet', '--jobs', '--log'])
      expect(out).toContain(`${option} `);
  });

  test('goes to the version, too', async () => {
    expect(await podsim('--version')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});

describe('invalid arguments are reported, with exit code 3', () => {
  // biome-ignore format: a table
  test.each<[string, readonly string[], string]>([
    ['a command misspelt',         ['rn'],                                            "error: unknown command 'rn'; did you mean 'run'? (`podsim help --all` lists all)"],
    ['an old name',                ['validate', scenario],                            "error: unknown command 'validate'; it is `podsim run --check`"],
    ['a word of other tools',      ['start'],                                         "error: unknown command 'start'; it is `podsim serve`"],
    ['no command of a group',      ['log', 'replya'],                                 "error: unknown command 'replya'; there are show, rerun, diff, next, record, fork, compare, repair, coverage, stand-in"],
    ['the help of none in a group', ['help', 'spec', 'rule'],                         "error: unknown command 'rule'; did you mean 'rules'?"],
    ['a check that also plays',    ['run', scenario, '--check', '--watch'],           "error: option '--check' cannot be used with option '--watch'"],
    ['the help of no command',     ['help', 'expain'],                                "error: unknown command 'expain'; did you mean 'explain'? (`podsim help --all` lists all)"],
    ['a command like no other',    ['zebra'],                                         "error: unknown command 'zebra'; `podsim help --all` lists all"],
    ['a command without --',       ['exec', 'node', '--test'],                        "error: unknown option '--test'; the command to run stands after --, with its options: podsim exec -- node --test\n"],
    ['one after options',          ['exec', '--clock', 'auto', 'npm', '--silent'],    "error: unknown option '--silent'; the command to run stands after --, with its options: podsim exec -- COMMAND\n"],
    ['an option before --',        ['exec', '--clok', 'auto', '--', 'npm'],           "error: unknown option '--clok'; did you mean '--clock'?"],
    ['a scenario to serve',        ['serve', scenario],                               `error: too many arguments for 'serve'. Expected 0 arguments but got 1. To begin with the world of a scenario, write podsim serve --scenario ${scenario} (podsim serve --help says how)\n`],
    ['an unknown option',          ['run', scenario, '--fast'],                       "error: unknown option '--fast'"],
    ['an option misspelt',         ['run', scenario, '--sed', '1'],                   "error: unknown option '--sed'; did you mean '--seed'? (`podsim run --help` lists all)"],
    ['an option of few',           ['spec', 'times', '--jsn'],                         "error: unknown option '--jsn'; did you mean '--json'? (there are --json, --help)"],
    ['an option of none',          ['--verson'],                                      "error: unknown option '--verson'; did you mean '--version'? (there are --version, --help)"],
    ['a reporter misspelt',        ['run', scenario, '--reporter', 'jsn'],            "there is no reporter 'jsn'; did you mean 'json'? (there are pretty, json, junit, tap, github)"],
    ['a kind misspelt',            ['run', scenario, '--kind', 'jbo'],                "--kind 'jbo' is no kind of entity; did you mean 'job'? (there are account, "],
    ['a type misspelt',            ['run', scenario, '--type', 'JobQueud'],           "--type 'JobQueud' is no type of events; did you mean 'JobQueued'? (`podsim spec rules job` lists those of jobs; docs/reference/names.md lists all)"],
    ['a part of a type',           ['run', scenario, '--type', 'queued'],             "did you mean 'JobQueued' or 'JobRequeued'?"],
    ['a rule misspelt',            ['spec', 'rules', 'job.retri'],                            "there is no lifecycle and no rule 'job.retri'; did you mean 'job.retry'? (lifecycles: "],
    ['an option without a value',  ['run', scenario, '--seed'],                       "option '--seed <seed>' argument missing"],
    ['a missing argument',         ['run'],                                           '`podsim run --example` plays one that comes with podsim'],
    ['one argument too many',      ['log', 'rerun', 'a', 'b'],                               'too many arguments'],
    ['half a diff',                ['log', 'diff', 'a'],                                     "missing required argument 'logB'"],
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
    ['a range as one seed',        ['run', scenario, '--seed', '1..3'],               "--seed '1..3' would be one seed of that name: for each of many, write --seeds 1..3"],
    ['a page as a document',       ['page', scenario, '-o', 'x.pdf'],                 '--out x.pdf: a page is HTML, and no pdf: write it to x.html, and open that in a browser'],
    ['a picture of many runs',     ['page', 'scenarios/jobs', '-o', 'x.svg'],         'a picture shows one run, and these are'],
    ['a page at a time',           ['page', scenario, '-o', 'x.html', '--at', '1m'],  '--at is for a picture (-o a.svg or a.png)'],
    ['a picture at no time',       ['page', scenario, '-o', 'x.svg', '--at', 'noon'], "--at 'noon' is no virtual time"],
    ['a seed and seeds',           ['run', scenario, '--seed', '1', '--seeds', '1..2'], 'give --seed or --seeds, not both'],
    ['only what is not there',     ['run', scenario, '--only', 'zebra'],              "--only 'zebra' matches none of the 1 runs"],
    ['one log of many runs',       ['run', scenario, '--seeds', '1..2', '--log', 'x'], '--log writes the log of one run, but there are 2: name one file, or use --only'],
    ['an example and a file',      ['run', '--example', scenario],                    'give --example or '],
    ['a file that is not there',   ['run', 'gone.scenario.yaml'],                     'gone.scenario.yaml: there is no such file or folder'],
    ['a folder without scenarios', ['run', 'engine'],                                 'no *.scenario.yaml in engine'],
    ['a log at no place',          ['run', scenario, '--log', '/nowhere/a.log'],      '/nowhere/a.log: cannot be written (ENOENT)'],
    ['a log in place of a folder', ['run', scenario, '--log', folder.path],           'cannot be written (EISDIR)'],
    ['a log that is not there',    ['log', 'rerun', 'gone.log'],                             'gone.log: there is no such file'],
    ['a log that is a folder',     ['log', 'show', 'engine'],                              'engine: is a folder, not a log'],
    ['a scenario of many runs',    ['explain', 'scenarios/queue/one-worker-half-busy.scenario.yaml', 'job-1'], ' runs: write the log of one with `podsim run '],
    ['a scenario that is not there', ['explain', 'gone.scenario.yaml', 'job-1'],      'gone.scenario.yaml: there is no such file or folder'],
    ['a new file at no place',     ['new', '/nowhere/a'],                             '/nowhere/a.scenario.yaml: cannot be written (ENOENT)'],
    ['an unknown rule',            ['spec', 'rules', 'job.fly'],                              "there is no lifecycle and no rule 'job.fly'"],
    ['a lesson that is not there',  ['learn', '99'],                                  "there is no lesson '99'; give a number from 1 to 18, or a *.lesson.yaml file"],
    ['a lesson that cannot be read', ['learn', 'gone.lesson.yaml'],                   'gone.lesson.yaml: there is no such file or folder'],
    ['a try of no lesson',         ['learn', '--try', 'x.yaml'],                      '--try judges steps for one lesson: name it'],
    ['a diagram of everything',    ['spec', 'rules', '--mermaid'],                            '--mermaid draws a lifecycle; name one of account'],
  ])('%s', async (_, args, words) => {
    const { code, out, err } = await podsim(...args);
    expect(err).toContain(words);
    expect(out).toBe('');
    expect(code).toBe(3);
  });

  test('and leaves nothing half-written behind', () => {
    expect(folder.names()).toStrictEqual([]);
    expect(existsSync(`${folder.path}.${process.pid}.tmp`)).toBe(false);
  });
});

describe('a word for something that is elsewhere', () => {
  test.each(elsewhere)('%s is no command, and leads to one', async (word, now) => {
    const { code, err } = await podsim(word);
    expect({ code, err }).toStrictEqual({ code: 3, err: `error: unknown command '${word}'; it is \`podsim ${now}\`\n` });
    const [first = '', second] = now.split(' ').filter((part) => !part.startsWith('--') && part !== 'import');
    expect((await podsim('help', ...[first, second].filter((part) => part !== undefined))).code).toBe(0);
  });
});

describe('each command starts from scratch', () => {
  test('whatever the result of the one before', async () => {
    const unfinished = new Folder().write('a.scenario.yaml', incomplete);
    expect((await podsim('run', unfinished)).code).toBe(2);
    expect((await podsim('run', '--check', scenario)).code).toBe(0);
    expect((await podsim('run', scenario, '--seed', '1', '--reporter', 'tap')).out).toContain('[seed=1]');
    expect((await podsim('run', scenario, '--reporter', 'tap')).out).not.toContain('seed=');
  });
});
