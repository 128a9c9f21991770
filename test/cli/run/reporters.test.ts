import { relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../../adapters/cli/run/report.ts';
import { reporterNamed } from '../../../adapters/cli/run/reporters.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { wellFormed } from '../../support/xml.ts';
import { failing, incomplete, members, passing } from '../stories.ts';

const folder = new Folder();
const spiteful = 'title: "<b>&amp; \\"x\\" \\u0000\\u001b[31m ]]> \\ud800 #1\\nok 99 - forged"\n';
const paths = [
  folder.write('a.scenario.yaml', passing),
  folder.write('b.scenario.yaml', failing),
  folder.write('c.scenario.yaml', incomplete),
];
const spite = folder.write('d.scenario.yaml', failing.replace(/^title: .*\n/, spiteful).replace('418', '"</failure>\\u0007"'));
const said = async (reporter: string, ...files: string[]): Promise<string> => (await podsim('run', ...files, '--reporter', reporter)).out;

describe('pretty', () => {
  test('shows a run alone with its seed and its timeline', async () => {
    const out = await said('pretty', paths[0] ?? '');
    expect(out).toMatch(/^✓ a scenario that passes\n {2}.*a\.scenario\.yaml · seed one · \d+ events · 00:00:02\.000 of virtual time\n/);
    expect(out).toMatch(/ JobCompleted /);
    expect(out).toMatch(/\n\n1 passed, 0 failed\n$/);
  });

  test('shows many runs in one line each, those that do not pass with their reasons, and a summary at the end', async () => {
    const lines = (await said('pretty', ...paths)).split('\n');
    expect(lines.slice(0, 10)).toStrictEqual([
      folder.path,
      '  ✓ a                         a scenario that passes',
      '  ✗ b                         a scenario that fails',
      `  ✗ ${paths[1]}:6:101: steps.0 run: status`,
      '      expected  418',
      '      actual    200',
      `  to repeat: podsim run ${paths[1]}`,
      '  … c                         a scenario without an end',
      `  … ${paths[2]}:7:13: steps.1: 'job $job is FAILED' did not hold within 1m; job f7ce6f28-9432-433b-b03b-18f182c4384b-u1 is COMPLETED`,
      `  to repeat: podsim run ${paths[2]}`,
    ]);
    expect(lines.slice(10, 15)).toStrictEqual([
      '',
      `✗ ${folder.path}/b`,
      `… ${folder.path}/c`,
      '',
      expect.stringMatching(/^3 runs · \d+ events · 1 thread$/),
    ]);
    expect(lines[15]).toMatch(/^00:01:02\.\d{3} of virtual time in \d\S* m?s: [\d,]+ times as fast$/);
    expect(
      lines
        .slice(16, 19)
        .map((line) => /^(slowest: | {9}).*\/([abc]) \d+ ms$/.exec(line)?.[2])
        .sort(),
    ).toStrictEqual(['a', 'b', 'c']);
    expect(lines.slice(19)).toStrictEqual(['1 passed, 1 failed, 1 incomplete', '']);
  });

  test('has a heading for each folder, and names the members of a matrix', async () => {
    const inFolders = [
      folder.write('x/a.scenario.yaml', passing),
      folder.write('x/m.scenario.yaml', members),
      folder.write('y/a.scenario.yaml', passing),
    ];
    const lines = (await said('pretty', ...inFolders)).split('\n');
    expect(lines.slice(0, 3)).toStrictEqual([
      folder.at('x'),
      expect.stringMatching(/^ {2}✓ a /),
      expect.stringMatching(/^ {2}✓ m \[seed=1 status=200\] {2,}a scenario of many$/),
    ]);
    expect(lines[lines.indexOf(folder.at('y')) - 1]).toBe('');
    expect(lines.filter((line) => line === folder.at('x'))).toHaveLength(1);
  });

  test('shows the timeline of each of many runs with --timeline, as of a run alone', async () => {
    const timeline = (out: string) => out.split('\n').filter((line) => line.startsWith('    '));
    const alone: string[] = [];
    for (const path of paths) alone.push(...timeline(await said('pretty', path)));
    expect(alone.length).toBeGreaterThan(20);
    expect(timeline((await podsim('run', ...paths, '--timeline')).out).filter((line) => !/^ {9}\S*\/[abc] /.test(line))).toStrictEqual(
      alone,
    );
  });

  test('shows only what does not pass with --quiet, and the summary', async () => {
    expect((await podsim('run', paths[0] ?? '', '--quiet')).out).toBe('1 passed, 0 failed\n');
    const out = (await podsim('run', ...paths, '--quiet')).out;
    expect(out).not.toContain('a scenario that passes');
    expect(out).toContain('a scenario that fails');
    expect(out).toContain('a scenario without an end');
    expect((await podsim('run', paths[0] ?? '', '--seeds', '1..3', '--quiet')).out).toMatch(
      /^3 runs .*\n.*\nslowest: .*\n.*\n.*\n3 passed, 0 failed\n$/,
    );
  });

  test('names a run in the folder that it is played from by its file alone', () => {
    const reporter = reporterNamed('pretty')({ single: false, threads: 1 });
    const base = {
      title: 'a',
      member: undefined,
      seed: 'a',
      verdict: 'pass',
      failures: [],
      failedAssertions: [],
      properties: [],
      unfired: [],
      warnings: [],
      events: 1,
      endedAt: 0,
      again: '',
      tookMs: 1,
    };
    for (const file of ['a.scenario.yaml', 'b/a.scenario.yaml']) reporter.add({ ...base, file } as unknown as Report);
    expect(reporter.end(1)).toMatch(/^slowest: a 1 ms\n {9}b\/a 1 ms$/m);
  });

  // biome-ignore format: a table
  test.each([80, 40, 20, 5])('fills no line of a terminal with %i columns', (columns) => {
    const reporter = reporterNamed('pretty')({ single: false, threads: 2, columns });
    const base = { file: 'a/a-name.scenario.yaml', title: 'a title '.repeat(20), member: undefined, seed: 'a', verdict: 'pass', failures: [], failedAssertions: [], properties: [], unfired: [], warnings: [], events: 1, endedAt: 0, again: '', tookMs: 12.3 };
    const [, line = ''] = reporter.add(base as unknown as Report).split('\n');
    expect(line.length).toBeLessThan(Math.max(columns, 16));
    expect(line).toMatch(/ 12 ms$/);
    if (columns === 80) expect(line).toBe('  ✓ a-name                    a title a title a title a title a title…    12 ms');
  });
});

describe('json', () => {
  test('holds for each run its verdict, fingerprint, seed and the command that repeats it', async () => {
    const { runs } = JSON.parse(await said('json', ...paths));
    expect(runs).toHaveLength(3);
    expect(runs.map(({ verdict }: { verdict: string }) => verdict)).toStrictEqual(['pass', 'fail', 'incomplete']);
    for (const run of runs) expect(run.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(runs[0]).toMatchObject({
      title: 'a scenario that passes',
      file: paths[0],
      seed: 'one',
      failures: [],
      unfired: [],
      warnings: [],
      again: `podsim run ${paths[0]}`,
    });
  });

  test('parses, whatever the title', async () => {
    expect(JSON.parse(await said('json', spite)).runs[0].title).toContain('<b>&amp; "x" \u0000');
  });
});

describe('junit', () => {
  test('is well-formed XML with a case for each run', async () => {
    const xml = await said('junit', ...paths);
    expect(wellFormed(xml)).toBeUndefined();
    expect(xml).toContain('<testsuite name="podsim" tests="3" failures="2">');
    expect(xml).toMatch(
      /<testcase classname=".*a\.scenario\.yaml" name="a scenario that passes" file=".*a\.scenario\.yaml" line="1" time="\d+\.\d{3}"><properties><property name="seed" value="one"\/><property name="fingerprint" value="[0-9a-f]{64}"\/><\/properties><\/testcase>/,
    );
    expect(xml).toContain(
      `<failure type="fail" message="steps.0 run: status: expected 418, got 200">${paths[1]}:6:101: steps.0 run: status: expected 418, got 200\nto repeat: podsim run `,
    );
    expect(xml).toMatch(/b\.scenario\.yaml" line="6" time="/);
    expect(xml).toMatch(
      /<failure type="incomplete" message="steps\.1: 'job \$job is FAILED' did not hold within 1m; job f7ce6f28-9432-433b-b03b-18f182c4384b-u1 is COMPLETED">.*c\.scenario\.yaml:7:13: steps\.1: /,
    );
  });

  test('is well-formed whatever titles and failures hold', async () => {
    const xml = await said('junit', spite);
    expect(wellFormed(xml)).toBeUndefined();
    expect(xml).toContain('&lt;b&gt;&amp;amp; &quot;x&quot; ��[31m ]]&gt; � #1');
    expect(xml).toContain('expected &quot;&lt;/failure&gt;');
  });

  // biome-ignore format: a table
  test.each([
    ['a tag that is not closed',    '<a><b></a>'],
    ['an ampersand',                '<a>b & c</a>'],
    ['a control character',         '<a>\u0007</a>'],
    ['half a pair',                 '<a>\ud800</a>'],
    ['a quote in a value',          '<a b="c"d"/>'],
    ['an opening bracket in a value', '<a b="<"/>'],
    ['two roots',                   '<a/><b/>'],
    ['the end of a section',        '<a>]]></a>'],
  ])('(what is looked at is seen to be broken by %s)', (_, xml) => {
    expect(wellFormed(xml)).toBeDefined();
  });
});

describe('github', () => {
  test('has an annotation for each failure, at its line, and a summary', async () => {
    const path = (k: number) => relative(process.cwd(), paths[k] ?? '');
    expect((await said('github', ...paths)).split('\n')).toStrictEqual([
      `::error file=${path(1)},line=6,col=101,title=a scenario that fails::steps.0 run: status: expected 418, got 200%0Ato repeat: podsim run ${paths[1]}`,
      `::error file=${path(2)},line=7,col=13,title=a scenario without an end::steps.1: 'job $job is FAILED' did not hold within 1m; job f7ce6f28-9432-433b-b03b-18f182c4384b-u1 is COMPLETED%0Ato repeat: podsim run ${paths[2]}`,
      '3 runs: 1 passed, 1 failed, 1 incomplete',
      '',
    ]);
  });

  test('makes of no title another annotation', async () => {
    const lines = (await said('github', spite)).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^::error file=[^:]*,title="?<b>&amp;[^:]*::steps\.0/);
  });
});

describe('tap', () => {
  test('has a line for each run, and notes for those that do not pass', async () => {
    expect((await said('tap', ...paths)).split('\n')).toStrictEqual([
      'TAP version 13',
      '1..3',
      'ok 1 - a scenario that passes',
      'not ok 2 - a scenario that fails',
      `# ${paths[1]}:6:101: steps.0 run: status: expected 418, got 200`,
      `# to repeat: podsim run ${paths[1]}`,
      'not ok 3 - a scenario without an end',
      `# ${paths[2]}:7:13: steps.1: 'job $job is FAILED' did not hold within 1m; job f7ce6f28-9432-433b-b03b-18f182c4384b-u1 is COMPLETED`,
      `# to repeat: podsim run ${paths[2]}`,
      '',
    ]);
  });

  test('has one line for a run, whatever its title', async () => {
    const lines = (await said('tap', spite)).split('\n');
    expect(lines.filter((line) => !line.startsWith('#'))).toHaveLength(4);
    expect(lines[2]).toMatch(/^not ok 1 - .* \\#1 ok 99 - forged$/);
  });

  test('moves no cursor, and neither do complaints about a file', async () => {
    expect(await said('tap', spite)).toContain('"x" \ufffd\ufffd[31m ]]>');
    expect(await said('pretty', spite)).toContain('"x" \ufffd\ufffd[31m ]]>');
    expect((await podsim('run', '--check', folder.write('e/e.scenario.yaml', '"\\u001b[31m": 1'))).err).toContain(
      "unknown key '\ufffd[31m'",
    );
  });

  test('names the members of a matrix', async () => {
    expect(await said('tap', folder.write('m/m.scenario.yaml', members))).toContain(
      '\nnot ok 2 - a scenario of many [seed=1 status=418]\n',
    );
  });
});

// biome-ignore format: a table
test.each([
  ['pretty', { single: true },                  { fingerprint: false, timeline: true }],
  ['pretty', { single: true,  quiet: true },    { fingerprint: false, timeline: false }],
  ['pretty', { single: false },                 { fingerprint: false, timeline: false }],
  ['pretty', { single: false, timeline: true }, { fingerprint: false, timeline: true }],
  ['json',   { single: true },                  { fingerprint: true,  timeline: false }],
  ['junit',  { single: true },                  { fingerprint: true,  timeline: false }],
  ['tap',    { single: true },                  { fingerprint: false, timeline: false }],
])('%s of %j wants nothing but what it shows', (name, view, wanted) => {
  expect(reporterNamed(name)({ threads: 1, ...view }).wanted).toStrictEqual(wanted);
});
