import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { podsimProcess } from '../../support/bundle.ts';
import { Folder } from '../../support/folder.ts';
import { failing, incomplete, passing } from '../stories.ts';

/** Runs the built command as a step of a workflow does, after another step has written its summary. */
const runStep = (files: Readonly<Record<string, string>>, ...options: readonly string[]) => {
  const folder = new Folder();
  for (const [name, text] of Object.entries(files)) folder.write(`scenarios/${name}.scenario.yaml`, text);
  const summary = folder.write('summary.md', 'another step\n');
  const { code, err } = podsimProcess(['run', 'scenarios', ...options], { cwd: folder.path, env: { GITHUB_STEP_SUMMARY: summary } });
  return { code, err, lines: readFileSync(summary, 'utf8').split('\n') };
};

/** As a reader of Markdown sees it. */
const shown = (line = '') => line.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code));

describe('the summary of a step', () => {
  test('of runs that pass is a sentence and a table, below what other steps wrote', () => {
    const { code, lines } = runStep({ a: passing });
    expect(code).toBe(0);
    expect(lines.map(shown)).toStrictEqual([
      'another step',
      '### podsim: the run passes',
      '',
      '| Verdict | Scenario | First that was not as expected |',
      '| --- | --- | --- |',
      '| ✅ passes | a scenario that passes<br>scenarios/a.scenario.yaml |  |',
      '',
      '',
    ]);
  });

  test('of runs that do not says the first failure, has those first, each with its failing step and its page', () => {
    const { code, lines } = runStep({ a: passing, b: failing, c: incomplete }, '--page', 'pages');
    expect(code).toBe(1);
    const [, sentence, , , , b, c, a] = lines.map(shown);
    expect(sentence).toBe(
      '### podsim: 2 of 3 runs do not pass. a scenario that fails fails: steps.0 run: status: expected 418, got 200 (line 6)',
    );
    expect(b).toMatch(
      /^\| ❌ fails \| a scenario that fails<br>.*b\.scenario\.yaml \| steps\.0 run: status.*\(line 6\) \| pages\/.*b-.*\.html \|$/,
    );
    expect(c).toMatch(
      /^\| ❌ incomplete \| .*c\.scenario\.yaml \| steps\.1: .* did not hold within 1m.*\(line 7\) \| pages\/.*c-.*\.html \|$/,
    );
    expect(a).toMatch(/^\| ✅ passes \|/);
  });

  test('has no cell or markup that a title brought', () => {
    const { lines } = runStep({ a: failing.replace(/^title: .*\n/, 'title: "<b>x|y</b> [z](http://a) `q`"\n') });
    expect(lines[1]).not.toMatch(/[<>|[\]()`]/);
    expect(shown(lines[1])).toContain('<b>x|y</b> [z](http://a) `q` fails');
  });

  test('that cannot be written is a warning, and the runs are what they are', () => {
    const folder = new Folder();
    const file = folder.write('a.scenario.yaml', passing);
    const { code, err } = podsimProcess(['run', file], { env: { GITHUB_STEP_SUMMARY: folder.at('nowhere/summary.md') } });
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: GITHUB_STEP_SUMMARY .*summary\.md cannot be written \(ENOENT\)/);
  });
});
