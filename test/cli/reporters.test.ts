import { describe, expect, test } from 'vitest';
import { type Report, reporterNamed } from '../../adapters/cli/reporters.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { wellFormed } from '../support/xml.ts';
import { failing, incomplete, members, passing } from './stories.ts';

const folder = new Folder();
const spiteful = 'title: "<b>&amp; \\"x\\" \\u0000\\u001b[31m ]]> \\ud800 #1\\nok 99 - forged"\n';
const paths = [
  folder.write('a.scenario.yaml', passing),
  folder.write('b.scenario.yaml', failing),
  folder.write('c.scenario.yaml', incomplete),
];
const spite = folder.write('d.scenario.yaml', failing.replace(/^title: .*\n/, spiteful).replace('418', '"</failure>\\u0007"'));
const said = (reporter: string, ...files: string[]): string => podsim('run', ...files, '--reporter', reporter).out;

describe('pretty', () => {
  test('shows each run with its seed and its timeline, and a summary at the end', () => {
    const out = said('pretty', ...paths);
    expect(out).toContain('✓ a scenario that passes');
    expect(out).toContain('✗ a scenario that fails');
    expect(out).toContain('… a scenario without an end');
    expect(out).toMatch(/a\.scenario\.yaml · seed one · \d+ events · 00:00:02\.000 of virtual time/);
    expect(out).toContain('  ✗ steps.0 run: status: expected 418, got 200');
    expect(out).toContain("  … steps.1: 'job $job is FAILED' did not hold within 1m");
    expect(out).toMatch(/ JobCompleted /);
    expect(out).toMatch(/\n1 passed, 1 failed, 1 incomplete\n$/);
  });

  test('shows the whole timeline of a run alone, and the beginning of one among many', () => {
    const long = folder.write(
      'long/a.scenario.yaml',
      `${passing.replace(/steps:[\s\S]*/, '')}load: [{ with: { endpoint: ep-a, body: { input: {} } }, burst: { size: 9 } }]\n`,
    );
    expect(said('pretty', long)).not.toContain('more lines');
    expect(said('pretty', long, paths[0] ?? '')).toMatch(/ {4}… \d+ more lines\n/);
  });
});

describe('json', () => {
  test('holds for each run its verdict, fingerprint, seed and the command that repeats it', () => {
    const { runs } = JSON.parse(said('json', ...paths));
    expect(runs).toHaveLength(3);
    expect(runs.map(({ verdict }: { verdict: string }) => verdict)).toStrictEqual(['pass', 'fail', 'incomplete']);
    for (const run of runs) expect(run.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(runs[0]).toMatchObject({
      title: 'a scenario that passes',
      file: paths[0],
      seed: 'one',
      failures: [],
      unfired: [],
      again: `podsim run ${paths[0]}`,
    });
  });

  test('parses, whatever the title', () => {
    expect(JSON.parse(said('json', spite)).runs[0].title).toContain('<b>&amp; "x" \u0000');
  });
});

describe('junit', () => {
  test('is well-formed XML with a case for each run', () => {
    const xml = said('junit', ...paths);
    expect(wellFormed(xml)).toBeUndefined();
    expect(xml).toContain('<testsuite name="podsim" tests="3" failures="2">');
    expect(xml).toMatch(
      /<testcase classname=".*a\.scenario\.yaml" name="a scenario that passes"><properties><property name="seed" value="one"\/><property name="fingerprint" value="[0-9a-f]{64}"\/><\/properties><\/testcase>/,
    );
    expect(xml).toContain('<failure message="fail">steps.0 run: status: expected 418, got 200\nto repeat: podsim run ');
    expect(xml).toContain('<failure message="incomplete">steps.1: ');
  });

  test('is well-formed whatever titles and failures hold', () => {
    const xml = said('junit', spite);
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

describe('tap', () => {
  test('has a line for each run, and notes for those that do not pass', () => {
    expect(said('tap', ...paths).split('\n')).toStrictEqual([
      'TAP version 13',
      '1..3',
      'ok 1 - a scenario that passes',
      'not ok 2 - a scenario that fails',
      '# steps.0 run: status: expected 418, got 200',
      `# to repeat: podsim run ${paths[1]}`,
      'not ok 3 - a scenario without an end',
      "# steps.1: 'job $job is FAILED' did not hold within 1m",
      `# to repeat: podsim run ${paths[2]}`,
      '',
    ]);
  });

  test('has one line for a run, whatever its title', () => {
    const lines = said('tap', spite).split('\n');
    expect(lines.filter((line) => !line.startsWith('#'))).toHaveLength(4);
    expect(lines[2]).toMatch(/^not ok 1 - .* \\#1 ok 99 - forged$/);
  });

  test('moves no cursor, and neither do complaints about a file', () => {
    expect(said('tap', spite)).toContain('"x" \ufffd\ufffd[31m ]]>');
    expect(said('pretty', spite)).toContain('"x" \ufffd\ufffd[31m ]]>');
    expect(podsim('validate', folder.write('e/e.scenario.yaml', '"\\u001b[31m": 1')).err).toContain("unknown key '\ufffd[31m'");
  });

  test('names the members of a matrix', () => {
    expect(said('tap', folder.write('m/m.scenario.yaml', members))).toContain('\nnot ok 2 - a scenario of many [seed=1 status=418]\n');
  });
});

// biome-ignore format: a table
test.each([
  ['pretty', ['timeline']],
  ['json',   ['fingerprint']],
  ['junit',  ['fingerprint']],
  ['tap',    []],
])('%s computes nothing but what it shows', (name, shown) => {
  const asked: string[] = [];
  const report: Report = {
    file: 'a', title: 'a', member: undefined, seed: 'a', verdict: 'pass', failures: [], unfired: [],
          warnings: [], events: 0, endedAt: 0 as VirtualTime, again: 'a',
    fingerprint: () => { asked.push('fingerprint'); return ''; },
    timeline: () => { asked.push('timeline'); return []; },
  };
  const reporter = reporterNamed(name)({ single: true });
  reporter.add(report);
  reporter.end();
  expect(asked).toStrictEqual(shown);
});
