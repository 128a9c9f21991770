import { describe, expect, test, vi } from 'vitest';
import { reportError } from '../../adapters/cli/terminal/errors.ts';
import { BadInput } from '../../adapters/cli/terminal/exit.ts';
import { heard, podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';

const scenario = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const study = 'scenarios/studies/flashboot.study.yaml';
const folder = new Folder();
const log = `${folder.path}/a.log`;
await podsim('run', scenario, '--quiet', '--log', log);

const rows = (columns: string, row: (k: number) => string): string =>
  `${columns}\n${Array.from({ length: 20 }, (_, k) => row(k)).join('\n')}\n`;
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
const good = folder.write(
  'good.csv',
  rows('submitted,delayTime,executionTime,status', (k) => `${at(k * 60)},1000,2000,COMPLETED`),
);
const turned = folder.write(
  'turned.csv',
  rows('submitted,started,ended', (k) => `${at(k * 60)},${at(k * 60 + 20)},${at(k * 60 + 5)}`),
);
const bare = folder.write('no-header.csv', rows('a', (k) => `${at(k * 60)},1000,2000,COMPLETED`).slice(2));
const withSteps = (name: string, steps: string, more = ''): string =>
  folder.write(name, `title: a\nworld:\n  endpoints:\n    - id: ep\n      workers: { max: 1 }\n${more}steps:\n${steps}`);
const run = '  - act: run\n    with: { endpoint: ep, body: { input: {} } }\n';
const oneOff = withSteps('one-off.scenario.yaml', run, '       idleTimeout: 5s\n');
const ok = withSteps('ok.scenario.yaml', `${run}    expect: { status: OK }\n`);
const never = withSteps(
  'never.scenario.yaml',
  `${run}  - when: endpoint ep has 7 workers\n    within: 1m\n    act: health\n    with: { endpoint: ep }\n`,
);
const sure = folder.write(
  'sure.study.yaml',
  'study: a\nscenario: ok.scenario.yaml\nvary: { idleTimeout: [5s, 1m] }\nseeds: { until: { sure: 95 } }\ngoal: { minimize: cost }\n',
);
const twice = folder.write('twice.csv', 'submitted,submitted,executionTime\n1,2,3\n');
const tabs = folder.write('no-time.TSV', 'submitted\tother\n1\t2\n');
const three = folder.write('three.json', JSON.stringify({ workers: { min: 0, max: 'three' } }));
const workbook = folder.write('jobs.xlsx', 'PK\u0003\u0004');
const task = 'scenarios/tasks/orphaned-pod.task.yaml';
const others = new Folder();
others.write('a.yaml', 'title: a\n');
const none = folder.write('none.json', JSON.stringify({ name: 'ep' }));

describe('what a new user gets wrong is answered with what to do', () => {
  // biome-ignore format: a table
  test.each<readonly [string, readonly string[], string]>([
    ['a unit that is none',              ['study', good, '--map', 'execution=executionTime:sec'],   "'sec' is no unit of executionTime; the units are ns, us, ms, s, m, h"],
    ['a column that is there twice',     ['study', twice],                                          "two columns are named 'submitted': rename one of them"],
    ['a start after the end',            ['study', turned],                                         'if that is so in all rows, --map started=COLUMN,ended=COLUMN the other way round'],
    ['a condition that no row meets',    ['study', good, '--where', 'status=DONE'],                 'in which status is COMPLETED'],
    ['records with tabs, in capitals',   ['study', tabs],                                           'says of no job how long it ran'],
    ['records without names',            ['study', bare],                                           'no-header.csv: its first line has values, and no names of columns: write a line above it, such as submitted,delayTime,executionTime'],
    ['several files of records',         ['study', good, bare],                                     'no-header.csv --out DIR'],
    ['a goal of a study file',           ['study', study, '--goal', '20s'],                         'a study file has its own; change it there, or name the records again, with --force'],
    ['a key one column off',             ['run', oneOff],                                           'must start at the same column: this line begins in column 8, and keys above it in column 7'],
    ['a percentage without its sign',    ['study', sure],                                           'seeds.until.sure: must be a percentage such as 5%, with its sign, or a part such as 0.05'],
    ['records that are not there',       ['study', `${folder.path}/goood.csv`],                     'goood.csv: there is no such file'],
    ['an endpoint with a wrong number',  ['study', good, '--endpoint', three],                      'workers.max: got "three", want a number'],
    ['an endpoint without workers',      ['study', good, '--endpoint', none],                       'has no workers: give the JSON that GET /v2/serverless/{id} answers'],
    ['a scenario whose name is misspelt', ['run', scenario.replace('retry-after', 'retry-afer')],   "did you mean 'retry-after-failure.scenario.yaml'?"],
    ['a page without an ending',         ['page', scenario, '-o', `${folder.path}/replay`],         'replay.html, and open that in a browser'],
    ['a page of a study',                ['page', study, '-o', `${folder.path}/a.html`],            `is a study: \`podsim study ${study}\` reads it`],
    ['a moment after the end',           ['page', scenario, '-o', `${folder.path}/a.svg`, '--at', '9d'], 'the run ends at'],
    ['an instant after the log',         ['log', 'show', log, '--at', '9d'],                        'the log ends at'],
    ['an entry after the log',           ['log', 'show', log, '--seq', '99999'],                    'the log ends with entry'],
    ['an entity before its log',         ['explain', 'job-1', log],                                 `the log comes first: podsim explain ${log} job-1`],
    ['a change that is no file',         ['log', 'compare', scenario, '--change', 'workers.max=2'], 'takes a file: with `at: 30s`'],
    ['a file in place of a command',     [scenario],                                                `unknown command '${scenario}'; it is a scenario: \`podsim run ${scenario}\` reads it`],
    ['timelines of another seed',        ['run', scenario, '--seed', '7', '--update'],              '--update writes timelines of the seeds of the files: leave out --seed and --seeds'],
    ['pages in place of a file',         ['run', scenario, '--page', log],                          'cannot be a folder: name another one'],
    ['a scenario in place of a task',    ['task', 'show', scenario],                                `is a scenario: \`podsim run ${scenario}\` reads it`],
    ['an agent that is only shown its task', ['task', 'show', task, '--agent', 'true'],             '--agent belongs to `podsim task run`: leave it out of `podsim task show`'],
    ['results of a new twin',            ['twin', 'import', good, '-o', folder.path, '--jobs', '2'], '--jobs belongs to `podsim twin check`: leave it out of `podsim twin import`'],
    ['a goal of a workbook',             ['study', workbook, '--goal', '20s'],                      'is a workbook of a spreadsheet, or another archive: save its sheet as CSV, or unpack it'],
    ['runs beside a time',               ['explore', scenario, '--runs', '5', '--for', '5s'],       "option '--runs <n>' cannot be used with option '--for <duration>'"],
    ['a folder of other names',          ['run', others.path],                                      `no *.scenario.yaml in ${others.path}; there is ${others.path}/a.yaml: rename it, or name the file itself`],
    ['no thread',                        ['study', study, '--jobs', '0'],                           'from 1 to 999'],
  ])('%s', async (_, args, words) => {
    const { code, err } = await podsim(...args);
    expect(err).toContain(words);
    expect(code).toBe(3);
  });

  test.each([
    [['--of', 'job-99'], "no entry is like that: nothing has the name 'job-99'"],
    [['--from', '9d'], 'no entry is like that: all ends at'],
  ])('a timeline of %j says why it is empty', async (options, words) => {
    expect((await podsim('run', scenario, ...options)).out).toContain(words);
  });
});

test('durations in seconds that nothing says to be seconds are doubted', async () => {
  const lines = (unit: string) => rows(`submitted,delayTime,executionTime${unit}`, (k) => `${at(k * 60)},${k}.5,${k}.25`);
  const [plain, named] = [folder.write('plain.csv', lines('')), folder.write('named.csv', lines('_s'))];
  const doubt =
    'executionTime says no unit and is read as milliseconds, of which half of the jobs have less than 200: if these are seconds, --map execution=executionTime:s,delay=delayTime:s; if not, --map execution=executionTime:ms,delay=delayTime:ms';
  expect((await podsim('study', plain)).out).toContain(doubt);
  expect((await podsim('study', named)).out).not.toContain('says no unit');
});

test.each([
  [
    ok,
    "ok.scenario.yaml:9:23: steps.0.expect.status: 'OK' is no status of HTTP, which is a number such as 200; a status in the answer is expected as body: { status: OK }",
  ],
  [never, "never.scenario.yaml:9:11: steps.1 health: 'endpoint ep has 7 workers' did not hold within 1m"],
])('%s says where it is wrong, and what was expected', async (file, words) => {
  const { out, err } = await podsim('run', file);
  expect(`${out}${err}`).toContain(words);
});

test('what is wrong with an option of the environment is said of its variable', async () => {
  vi.stubEnv('PODSIM_LOG_FORMAT', 'jsn');
  const say = async (...args: string[]) => (await heard(() => reportError(new BadInput("--log-format 'jsn' is no format"), args))).err;
  expect([await say('serve'), await say('serve', '--log-format', 'jsn')]).toStrictEqual([
    "PODSIM_LOG_FORMAT 'jsn' is no format\n",
    "--log-format 'jsn' is no format\n",
  ]);
  vi.unstubAllEnvs();
});

test('a contract that there is not is not named as a setting', async () => {
  const { err } = await podsim('serve', '--port', '0', '--contract', '2026');
  expect(err).toBe("--contract takes one of 2026-08, 2026-11; got '2026'\n");
});

// biome-ignore format: a table
test.each<[string, readonly string[], string]>([
  ['a timing', ['--timing', 'measured-2026-10'], "--timing 'measured-2026-10' is no timing; did you mean"],
  ['threads',  ['--jobs', 'x'],                  "--jobs 'x' is no number of threads"],
  ['a page',   ['-o', 'page.txt'],               '--out page.txt: a page is HTML'],
  ['a folder', ['-o', '/nowhere/a/b.html'],      '/nowhere/a/b.html: cannot be written (ENOENT): make its folder first'],
])('%s that records cannot be studied with is said before they are read', async (_, options, words) => {
  const { code, err } = await podsim('study', 'gone.csv', ...options);
  expect([code, err]).toStrictEqual([3, expect.stringContaining(words)]);
});

test('the example that comes with podsim is played in 80 columns', async () => {
  const { code, out } = await podsim('run', '--example');
  expect(code).toBe(0);
  expect(Math.max(...out.split('\n').map(({ length }) => length))).toBe(80);
  expect(out).toContain('\n00:00:02.000  job-1   JobRetried\n');
});
