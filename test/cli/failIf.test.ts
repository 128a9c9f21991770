import { describe, expect, test } from 'vitest';
import { podsim } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { passing } from './stories.ts';

const folder = new Folder();
const before = folder.write('before.scenario.yaml', passing);
/** Its worker takes 5 s to start, and its job half as long as before. */
const after = folder.write('after.scenario.yaml', passing.replace('start: 0s', 'start: 5s').replace('fixed: 2s', 'fixed: 1s'));

const compare = (...more: readonly string[]) => podsim('log', 'compare', before, after, '--metrics', ...more);

describe('podsim log compare --fail-if', () => {
  // biome-ignore format: a table
  test.each([
    ['it is slower, where nothing waited before', 'delayTime.p95 > +10%',  1, '✗ delayTime.p95 > +10%: 0 s to 5 s\n'],
    ['it is slower than may be',                  'delayTime.p50 > 4s',    1, '✗ delayTime.p50 > 4s: 0 s to 5 s\n'],
    ['it is slower, by no more than may be',      'delayTime.p50 > 5s',    0, '✓ delayTime.p50 > 5s: 0 s to 5 s\n'],
    ['it is not faster',                          'delayTime.p50 < -1s',   0, '✓ delayTime.p50 < -1s'],
    ['as many are done',                          'completed < -0',        0, '✓ completed < -0: 1 to 1 (0 %)\n'],
    ['less of it is used',                        'utilization < -1%',     1, '✗ utilization < -1%: 0.3333 to 0.1667 (-50 %)'],
    ['it costs the same',                         'bill > 1%',             0, '✓ bill > 1%: '],
  ])('%s', async (_, threshold, code, words) => {
    const said = await compare('--fail-if', threshold);
    expect(said.out).toContain(words);
    expect(said.code).toBe(code);
  });

  test('fails if one of several holds, and of logs that differ only then', async () => {
    expect((await compare('--fail-if', 'completed < -1', '--fail-if', 'delayTime.p50 > 1s')).code).toBe(1);
    expect((await compare()).code).toBe(1);
    expect((await compare('--fail-if', 'completed < -1', '--json')).code).toBe(0);
  });

  test('names the metrics that there are, and how a threshold is written', async () => {
    expect((await compare('--fail-if', 'delayTime.p75 > 1s')).err).toContain(
      "there is no metric 'delayTime.p75' to compare; did you mean 'delayTime.p95'?",
    );
    expect(await compare('--fail-if', 'slower')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining("write it like 'delayTime.p95 > +10%'"),
    });
  });

  test('shows the metrics alone where they are asked for', async () => {
    expect((await compare()).out).toMatch(/^(?:\nthe seeds differ .*\n)?metrics: a = /);
    expect((await podsim('log', 'compare', before, after)).out).not.toMatch(/^metrics/);
  });
});
