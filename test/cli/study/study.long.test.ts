import { beforeAll, describe, expect, test } from 'vitest';
import { studyCsv } from '../../../adapters/cli/study/csv.ts';
import { studyText } from '../../../adapters/cli/study/text.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { makeFailedResult, type StudyConfiguration, type StudyReport, studyReportSchema } from '../../../engine/lab/study/index.ts';
import { played, scenarioText, studyOf } from '../../lab/study/reading.ts';
import { podsim, type Said } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';

const folder = new Folder();
const results = folder.at('results');
const shipped = (name: string): string => `scenarios/studies/${name}.study.yaml`;

/** The names of the configurations that a report puts first: the best, and those that surely meet the goal. */
const answerOf = ({ out }: Said): { readonly best: string; readonly meeting: number; readonly report: StudyReport } => {
  const report = studyReportSchema.parse(JSON.parse(out)) as StudyReport;
  const best = report.configurations.find(({ number }) => number === report.best);
  return {
    best: best?.values.map(String).join(' ') ?? 'none',
    meeting: report.configurations.filter(({ meets }) => meets === 'yes').length,
    report,
  };
};

describe('the studies that ship', () => {
  // biome-ignore format: a table
  test.each<[string, string, number]>([
    ['workers-and-idle',   '4 2m2s',           1],
    ['flashboot',          'FLASHBOOT 5s',     4],
    ['second-data-center', 'EU-RO-1,EUR-IS-1 3', 2],
    ['whatever-the-start', '3',              3],
    ['most-days',          '2',              2],
  ])('%s: the best configuration is %s', async (name, best, meeting) => {
    const said = await podsim('study', shipped(name), '--results', results, '--json', '--jobs', '1');
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(answerOf(said)).toMatchObject({ best, meeting });
  });

  test('are shown as a table, and a second run makes no play', async () => {
    const { out, code } = await podsim('study', shipped('flashboot'), '--results', results, '--jobs', '1');
    expect(code).toBe(0);
    // The file is quoted in docs/studies.md.
    await expect(out.replace(results, '.podsim/results')).toMatchFileSnapshot('flashboot.study.txt');
  });

  test('show the worst circumstance of what they recommend', async () => {
    const { out, code } = await podsim('study', shipped('whatever-the-start'), '--results', results, '--jobs', '1');
    expect(code).toBe(0);
    await expect(out.replace(results, '.podsim/results')).toMatchFileSnapshot('whatever-the-start.study.txt');
  });

  test('show the shares that they ask for', async () => {
    const { out, code } = await podsim('study', shipped('most-days'), '--results', results, '--jobs', '1');
    expect(code).toBe(0);
    await expect(out.replace(results, '.podsim/results')).toMatchFileSnapshot('most-days.study.txt');
  });

  test('are shown as CSV, a row for each configuration', async () => {
    const { out } = await podsim('study', shipped('second-data-center'), '--results', results, '--csv', '--jobs', '1');
    const [head = '', first = '', ...others] = out.split('\r\n');
    expect(head.split(',').slice(0, 8)).toStrictEqual([
      'configuration',
      'dataCenterIds',
      'workers.max',
      'plays',
      'failed',
      'delayTime.p95 (ms)',
      'delayTime.p95 low',
      'delayTime.p95 high',
    ]);
    expect(first).toMatch(/^1,"\[""EU-RO-1""\]",2,12,0,\d+\.?\d*,/);
    expect(others).toHaveLength(6);
  });

  test.each(['flashboot', 'workers-and-idle'])('%s is answered under both timings', async (name) => {
    const timings = ['--timing', 'textbook', 'measured-2026-12'];
    const { out, code } = await podsim('study', shipped(name), '--results', results, '--jobs', '1', ...timings);
    expect(code).toBe(0);
    const answer = out.slice(out.indexOf('\nThe answer ') + 1, out.indexOf(' plays made, '));
    // The file of flashboot is quoted in docs/studies.md.
    await expect(`${answer.replace(/\s+\d+$/, '')}\n`).toMatchFileSnapshot(`${name}.timings.txt`);
  });

  test('are refused a timing that there is not, and a table for spreadsheets of two', async () => {
    const unknown = await podsim('study', shipped('flashboot'), '--timing', 'measured-2025-01');
    expect(unknown).toMatchObject({ code: 3, err: expect.stringContaining("--timing 'measured-2025-01' is no timing") });
    const two = await podsim('study', shipped('flashboot'), '--csv', '--timing', 'textbook', 'measured-2026-12');
    expect(two).toMatchObject({ code: 3, err: expect.stringContaining('--csv is of one study: name one timing') });
  });

  test('have nothing wrong', async () => {
    expect(await podsim('run', '--check', 'scenarios/studies')).toStrictEqual({
      code: 0,
      out: '6 runs, 7 studies, nothing wrong\n',
      err: '',
    });
  });
});

describe('a study of a few plays', () => {
  folder.write('a.scenario.yaml', scenarioText());
  const study = folder.write(
    'a.study.yaml',
    'study: how many?\nscenario: a.scenario.yaml\nvary: { workers.max: [1, 2, 4] }\nseeds: 4\ngoal: { minimize: cost }\n',
  );
  let alone: Said;

  beforeAll(async () => {
    alone = await podsim('study', study, '--results', folder.at('one'), '--json', '--jobs', '1');
  });

  test('has the same report with one thread as with two', async () => {
    const both = await podsim('study', study, '--results', folder.at('two'), '--json', '--jobs', '2');
    expect(both).toStrictEqual(alone);
    expect(alone.code).toBe(0);
  });

  test('stores a result for each play, and one more for each seed that is added', async () => {
    const more = folder.write('more.study.yaml', folder.read('a.study.yaml').replace('seeds: 4', 'seeds: 5'));
    expect((await podsim('study', more, '--results', folder.at('one'), '--jobs', '1')).out).toContain('\n3 plays made, 12 known before (');
    expect((await podsim('study', study, '--results', folder.at('one'), '--jobs', '1')).out).toContain('\n0 plays made, 12 known before (');
  });

  test('makes a play again whose result was changed, and says so', async () => {
    const [part = ''] = folder.names('one');
    const [name = ''] = folder.names(`one/${part}`);
    const path = `one/${part}/${name}`;
    folder.write(path, folder.read(path).replace('"completed":', '"completed":1'));
    const { out, err } = await podsim('study', folder.at('more.study.yaml'), '--results', folder.at('one'), '--jobs', '1');
    expect(out).toContain('\n1 plays made, 14 known before (');
    expect(err).toContain(`${name}: was cut or changed, so its play was made again\n`);
  });

  test('is written by `new`, and can be played', async () => {
    const path = folder.at('new.study.yaml');
    expect((await podsim('new', folder.at('new'), '--template', 'study')).out).toBe(
      `${path} written; play it with: podsim study ${path}\n`,
    );
    expect(folder.read('new.study.yaml')).toMatch(/^# yaml-language-server: \$schema=\S+study\.schema\.json\n/);
    expect(await podsim('run', '--check', path)).toStrictEqual({ code: 0, out: '1 study, nothing wrong\n', err: '' });
  });
});

// biome-ignore format: a table
test.each<[string, readonly string[], string]>([
  ['no file',                  [],                                    'name a study file, or records of jobs; `podsim new a --template study` writes a study'],
  ['a file that is not there', [folder.at('gone.study.yaml')],        'gone.study.yaml: there is no such file or folder'],
  ['a folder',                 [folder.path],                         'is a folder, not a file'],
  ['broken YAML',              [folder.write('b.study.yaml', 'study: [')], 'b.study.yaml:1:'],
  ['a scenario',               ['scenarios/scaling/ramp.scenario.yaml'], 'is a scenario: `podsim run scenarios/scaling/ramp.scenario.yaml` reads it'],
  ['no such scenario',         [folder.write('c.study.yaml', 'study: c\nscenario: gone.yaml\nvary: { a: [1] }\n')], "c.study.yaml:2:11: scenario: there is no file 'gone.yaml' from the folder of the study"],
  ['both formats',             ['a.study.yaml', '--json', '--csv'],   'give --json or --csv, not both'],
  ['no threads',               [shipped('flashboot'), '--jobs', '0'], "--jobs '0' is no number of threads; give a whole number"],
  ['settings of no file',      ['--settings'],                        'name a study file'],
])('%s is refused', async (_, args, words) => {
  const { code, out, err } = await podsim('study', ...args);
  expect([code, out]).toStrictEqual([3, '']);
  expect(err).toContain(words);
});

test('a study that is wrong is reported by `validate` with line and column', async () => {
  const file = folder.write('wrong/d.study.yaml', 'study: d\nscenario: { world: { endpoints: [{ id: a }] } }\nvary: { workers.mx: [1] }\n');
  expect(await podsim('run', '--check', folder.at('wrong'))).toStrictEqual({
    code: 3,
    out: '1 study, 1 error\n',
    err: `${file}:3:9: vary.workers.mx: there is no such setting; did you mean 'workers.max'? (\`podsim study FILE --settings\` lists all)\n`,
  });
});

test('measures and settings are listed with what they are', async () => {
  expect((await podsim('study', '--measures')).out).toMatch(/^delayTime\.p50 +ms +.*\n[\s\S]*^cost +USD +of all workers/m);
  const { out } = await podsim('study', 'scenarios/studies/jobs-by-the-hour.scenario.yaml', '--settings');
  expect(out).toMatch(/^workers\.max +3( |$)/m);
  expect(out).toMatch(/^worker\.start +10s +how long a container takes to start$/m);
  expect((await podsim('study', shipped('workers-and-idle'), '--settings')).out).toBe(out);
});

test('there are schemas of study files and of reports', async () => {
  expect(JSON.parse((await podsim('spec', 'schema', '--study')).out)).toMatchObject({ required: ['study', 'scenario', 'vary'] });
  expect(JSON.parse((await podsim('spec', 'schema', '--study-report')).out)).toMatchObject({
    required: expect.arrayContaining(['configurations', 'frontier']),
  });
});

describe('the text of a report', () => {
  const lines = "vary: { workers.max: [1, 2], handler.duration.exponential.mean: [1s, '4s'] }\nseeds: 3\n";
  const measures =
    'measures: [delayTime.p50, delayTime.p95, delayTime.p99, totalTime.p95, executionTime.p95, utilization, cost, failures]\n';
  const study = studyOf(`${lines}${measures}goal: { delayTime.p99: { lte: 1m }, utilization: { gte: 10%, lte: 99% }, minimize: cost }\n`);
  const { report } = played(study);

  test.each([40, 60, 80, 100, 132])('fits in %d columns', (columns) => {
    const text = studyText(study, report, columns);
    // A table keeps at least one measure.
    if (columns >= 60) expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns);
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(columns < 132 ? /no room for [^:]*failures: --csv and --json have them/ : /failures/);
  });

  test('leaves measures of the goal out last', () => {
    const [, hidden = ''] = /no room for ([^:]*):/.exec(studyText(study, report, 100)) ?? [];
    expect(hidden).not.toMatch(/delayTime\.p99|utilization|cost/);
    expect(hidden).toContain('executionTime.p95');
  });

  test('has its limits in words, with units', () => {
    expect(studyText(study, report, 1_000)).toMatch(/\(delayTime\.p99 at most 1m, utilization at most 99% and at least 10%\)/);
  });

  test('names each failed play, with the command that plays it again', () => {
    const play = (scenario: StudyConfiguration['scenario'], seed: string) =>
      seed === '2' ? makeFailedResult('it ran away: more than 5 log entries') : playOnce(scenario, seed);
    const text = studyText(study, played(study, play).report, 100);
    expect(text).toContain(
      '\n4 plays did not come to the end, and are in no mean:\n  configuration 1, seed 2: it ran away: more than 5 log entries\n    podsim study s/a.study.yaml --play 1 --seed 2\n',
    );
    expect(text).toContain('No configuration surely meets the goal');
    expect(text).toContain('may do; a play failed, so it is not known.');
  });

  test('shows at most forty configurations, the best and the frontier among them', () => {
    const [one] = report.configurations as [StudyReport['configurations'][number]];
    const many = {
      ...report,
      configurations: Array.from({ length: 100 }, (_, k) => ({ ...one, number: k + 1, values: [k + 1, 'x'] })),
      best: 90,
      frontier: [95],
    };
    const text = studyText(study, many, 80);
    expect(text).toContain('\n… and 60 configurations more: --csv and --json have them all\n');
    expect(text).toMatch(/\n★ +90 /);
    expect(text).toMatch(/\n.● +95 /);
  });
});

test('CSV has quotation marks where RFC 4180 wants them', () => {
  const report = {
    study: 'a',
    engine: '',
    ruleset: '',
    times: [{ timing: 'textbook', changed: [], errors: null }],
    varied: ['a,b', 'c'],
    circumstances: [],
    measures: [{ name: 'cost', unit: 'USD' }],
    best: 1,
    frontier: [],
    comparison: null,
    decision: null,
    doubts: [],
    sensitivity: [],
    warmUp: null,
    warnings: [],
    picture: { frontier: null, limits: [], isSampled: false, settings: [], effects: [], heatMap: null },
    configurations: [
      {
        number: 1,
        values: ['say "hi"', [1, 2]],
        plays: 2,
        failed: [],
        circumstances: [],
        measures: { cost: { n: 2, mean: 0.5, low: 0.25, high: 0.75 } },
        meets: 'yes',
        medianSeed: '1',
        delays: [],
      },
      {
        number: 2,
        values: ['two\nlines', null],
        plays: 1,
        failed: [{ configuration: 2, seed: '1', why: 'x' }],
        measures: { cost: null },
        meets: null,
        medianSeed: null,
        delays: [],
        circumstances: [],
      },
    ],
  } as const satisfies StudyReport;
  expect(studyCsv(report)).toBe(
    [
      'configuration,"a,b",c,plays,failed,cost (USD),cost low,cost high,meets,best,frontier',
      '1,"say ""hi""","[1,2]",2,0,0.5,0.25,0.75,yes,true,false',
      '2,"two\nlines",null,1,1,,,,,false,false',
      '',
    ].join('\r\n'),
  );
});
