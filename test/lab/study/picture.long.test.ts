import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { studyPicture } from '../../../adapters/cli/study/picture.ts';
import { configuration, reportOf, specOf, workersStudy } from './handmade.ts';

describe('the pictures in a terminal', () => {
  test('are the frontier with the goal’s line, a heat map, and main effects', async () => {
    await expect(`${studyPicture(workersStudy())}\n`).toMatchFileSnapshot('workers.picture.txt');
  });

  test('fit into 80 columns, and end no line with spaces', () => {
    const names = { 'a.very.long.name.of.a.setting.indeed': ['with a long value', 'and another long value'], b: [1, 2, 3] };
    const spec = specOf(names, { goal: { 'delayTime.p95': { lte: 5_000 }, minimize: 'cost' } as never });
    const values = ['with a long value', 'and another long value'].flatMap((a) => [1, 2, 3].map((b) => [a, b]));
    const all = values.map((one, k) => configuration(k + 1, one, { 'delayTime.p95': 10_000_000 * (k + 1), cost: 1_000 + k }));
    for (const report of [workersStudy(), reportOf(spec, all)])
      for (const line of studyPicture(report).split('\n')) {
        expect(line.length).toBeLessThanOrEqual(80);
        expect(line).toBe(line.trimEnd());
      }
  });

  test('say the same in color', () => {
    const script = `import { studyPicture } from './dist/adapters/cli/study/picture.js'; import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
      process.stdout.write(studyPicture(JSON.parse(readFileSync(0, 'utf8'))));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      input: JSON.stringify(workersStudy()),
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' },
    });
    expect(stdout).toContain('\u001b[32m★');
    const lines = stripVTControlCharacters(stdout).split('\n');
    expect(`${lines.map((line) => line.trimEnd()).join('\n')}\n`).toBe(readFileSync('test/lab/study/workers.picture.txt', 'utf8'));
  });

  test('are left out where there is nothing to draw', () => {
    const same = [1, 2].map((workers) => configuration(workers, [workers], { cost: 1 }));
    expect(studyPicture(reportOf(specOf({ workers: [1, 2] }), same))).toBe('');
    const without = [1, 2].map((workers) => configuration(workers, [workers], { cost: workers }));
    expect(studyPicture(reportOf(specOf({ workers: [1, 2] }), without))).toMatch(/^main effects/);
  });

  test('have no control characters of a setting’s value in them', () => {
    const values = ['a\u001b[2Jb', 'c\u0007'];
    const all = values.flatMap((a, k) =>
      [1, 2].map((b) => configuration(2 * k + b, [a, b], { 'delayTime.p95': 1_000 * (k + b), cost: b + k })),
    );
    const spec = specOf({ a: values, b: [1, 2] }, { goal: { 'delayTime.p95': { lte: 1_500 }, minimize: 'cost' } as never });
    expect(studyPicture(reportOf(spec, all)).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });
});
