import { existsSync, readdirSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorld } from '../../../adapters/vitest/index.ts';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { failing, passing } from '../stories.ts';

const folder = new Folder();
const [pass, fail] = [folder.write('pass.scenario.yaml', passing), folder.write('fail.scenario.yaml', failing)];

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('podsim run --coverage', () => {
  test('says after the runs what they met, and what they have never seen', async () => {
    const { code, out } = await podsim('run', pass, fail, '--quiet', '--coverage');
    expect(code).toBe(1);
    const [, met = ''] = out.split('met by these runs\n');
    expect(met).toMatch(/^ {2}operations +1 of \d+ +0 % {2}of both APIs\n/);
    expect(met).toMatch(/\nthey have never seen\n {2}400: /);
    expect(met).toMatch(/\n {2}a worker that crashes twice +worker\.lifecycle\n/);
    expect(Math.max(...met.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(88);
  });

  test('fills in a file: JSON with every name, a trace of lcov whose sums are right, or text', async () => {
    const [json, info, text] = ['c.json', 'c.info', 'c.txt'].map((name) => folder.at(name));
    for (const file of [json, info, text])
      expect((await podsim('run', pass, '--quiet', '--coverage-file', file ?? '')).out).not.toContain('never seen');
    const data = JSON.parse(folder.read('c.json'));
    expect(data.operations.met).toStrictEqual({ run: 1 });
    expect(data.statuses.missing).toContain('job FAILED');
    expect(data.neverSeen[0]).toStrictEqual({ words: expect.stringMatching(/^400: /), rule: 'errors.malformed' });
    for (const record of folder.read('c.info').split('end_of_record\n').slice(0, -1)) {
      const hits = [...record.matchAll(/^FNDA:(\d+),/gm)].map(([, count]) => Number(count));
      expect(record).toContain(`FNF:${hits.length}\nFNH:${hits.filter((count) => count > 0).length}\n`);
      expect(record).toMatch(/^TN:\nSF:podsim\/[a-z]+\nFN:1,/);
    }
    expect(folder.read('c.txt')).toContain('they have never seen');
  });

  test('needs a file beside a reporter for programs', async () => {
    expect(await podsim('run', pass, '--coverage', '--reporter', 'json')).toMatchObject({
      code: 3,
      err: expect.stringContaining('--coverage-file'),
    });
    expect((await podsim('run', pass, '--reporter', 'json', '--coverage-file', folder.at('d.json'))).out).not.toContain('"coverage"');
    expect(existsSync(folder.at('d.json'))).toBe(true);
  });
});

describe('podsim log coverage', () => {
  test('reads what the worlds of tests have stored, all together', async () => {
    vi.stubEnv('PODSIM_COVERAGE', folder.at('met'));
    for (let k = 0; k < 2; k++) {
      const world = createWorld();
      await world.call.run({ endpoint_id: 'ep-demo', body: { input: {} } });
      await world.call.status({ endpoint_id: 'ep-demo', job_id: 'none' });
      await world.dispose();
    }
    expect(readdirSync(folder.at('met'))).toStrictEqual([`${process.pid}.coverage.jsonl`]);
    expect((await podsim('log', 'coverage', folder.at('met'), '--out', folder.at('all.json'))).code).toBe(0);
    const { answers, operations } = JSON.parse(folder.read('all.json'));
    expect([answers.met, operations.met]).toStrictEqual([{ 404: 2 }, { run: 2, status: 2 }]);
    expect((await podsim('log', 'coverage', folder.at('met'))).out).not.toContain('404: something that is not there');
  });

  test('reads the log of a session', async () => {
    await podsim('run', pass, '--log', folder.at('a.log'));
    expect((await podsim('log', 'coverage', folder.at('a.log'))).out).toContain('transitions');
  });

  // biome-ignore format: a table
  test.each([
    ['a scenario',          () => pass,                                                        /podsim run .*--coverage/],
    ['a folder of nothing', () => folder.at('pass.scenario.yaml').replace(/\/[^/]*$/, '/bare'), /PODSIM_COVERAGE=DIR/],
    ['another file',        () => folder.write('x.coverage.jsonl', '{}\n'),                    /x\.coverage\.jsonl:1: is no coverage/],
  ])('says what to do with %s', async (_, path, words) => {
    folder.write('bare/nothing.txt', '');
    expect(await podsim('log', 'coverage', path())).toMatchObject({ code: 3, err: expect.stringMatching(words) });
  });
});
