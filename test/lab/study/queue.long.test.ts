import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { scenarioFiles } from '../../../adapters/cli/files.ts';
import { ownVersions } from '../../../adapters/study/ownVersions.ts';
import { scenarioFrom, scenarioText, whyRefused } from '../../../adapters/study/queue/job.ts';
import { queueName } from '../../../adapters/study/queue/names.ts';
import { announce } from '../../../adapters/study/queue/presence.ts';
import { isSame } from '../../../engine/kernel/canonical.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { Folder } from '../../support/folder.ts';
import { findRedis, forgetAll } from '../../support/serving/redis.ts';
import { endedProcess, ServingProcess } from '../../support/serving/servingProcess.ts';
import { scenariosIn } from '../../support/worlds/playing.ts';
import { playsInAll, resultsIn, writeStudy } from './fleet.ts';

const { url, absent } = await findRedis();
const folder = new Folder();
const study = writeStudy(folder);

describe.skipIf(absent !== undefined)(`studies by way of Redis${absent === undefined ? '' : ` (skipped: ${absent})`}`, () => {
  const whole = folder.at('whole');
  const alone = podsimProcess(['study', study, '--results', whole, '--json']);
  /** What is written in Redis is this test's own. */
  const own = (): readonly string[] => ['--queue', url, '--queue-prefix', `test-${randomUUID()}`];
  const worker = (at: readonly string[], ...args: string[]) => new ServingProcess(['study-worker', ...at, '--jobs', '1', ...args]);
  const playsOf = async (one: ServingProcess): Promise<number> => {
    one.signal('SIGTERM');
    const { out } = await one.ended;
    return out.includes('stopped after one play') ? 1 : Number(/stopped after (\d+) plays/.exec(out)?.[1]);
  };

  test('have the same bytes with three workers, and two studies at once compute nothing twice', async () => {
    const at = own();
    await using a = worker(at);
    await using b = worker(at);
    await using c = worker(at);
    const args = (results: string) => ['study', study, '--json', '--results', folder.at(results), ...at];
    const [one, two] = await Promise.all([endedProcess(args('one')), endedProcess(args('two'))]);
    expect([one.out, two.out]).toStrictEqual([alone.out, alone.out]);
    expect(resultsIn(folder.at('one'))).toStrictEqual(resultsIn(whole));
    expect(resultsIn(folder.at('two'))).toStrictEqual(resultsIn(whole));
    const played = await Promise.all([a, b, c].map(playsOf));
    expect(played.reduce((sum, count) => sum + count, 0)).toBe(playsInAll);
  });

  test('are played from the folder that workers share, where it has results', async () => {
    const at = own();
    await using one = worker(at, '--results', whole);
    const { out } = await endedProcess(['study', study, '--json', '--results', folder.at('from-shared'), ...at]);
    expect(out).toBe(alone.out);
    expect(await playsOf(one)).toBe(0);
  });

  test('end as they should after Redis has lost everything, with nothing lost but time', async () => {
    const at = own();
    await using waiting = new ServingProcess(['study', study, '--json', '--results', folder.at('flushed'), ...at]);
    await expect.poll(() => waiting.err).toContain('no worker is there yet');
    await forgetAll(url, at[3] ?? '');
    await using one = worker(at);
    const { out, code } = await waiting.ended;
    expect({ out, code }).toStrictEqual({ out: alone.out, code: 0 });
    expect(resultsIn(folder.at('flushed'))).toStrictEqual(resultsIn(whole));
    expect(await playsOf(one)).toBe(playsInAll);
  });

  test('say which versions workers have, if they have others', async () => {
    const at = own();
    const redis = new Redis(url);
    await announce(redis, at[3] ?? '', 'worker', { ...ownVersions(), engine: '9.9.9', ruleset: 'abcdef0123', code: '0123456789' });
    redis.disconnect();
    await using waiting = new ServingProcess(['study', study, '--results', folder.at('versions'), ...at]);
    await expect
      .poll(() => waiting.err)
      .toMatch(
        /no worker of podsim \S+ \(rules \w{8}, code \w{8}, measures \w{8}\) is there, only of podsim 9\.9\.9 \(rules abcdef01, code 01234567, measures \w{8}\): install the same version on both/,
      );
  });
});

describe('a queue', () => {
  test('that cannot be reached ends the command after the time it was given, with what to do', () => {
    const said = podsimProcess([
      'study',
      study,
      '--results',
      folder.at('none'),
      '--queue',
      'redis://:secret@127.0.0.1:1',
      '--wait',
      '300ms',
    ]);
    expect(said.code).toBe(3);
    expect(said.err).toContain('redis://127.0.0.1:1 does not answer (ECONNREFUSED): trying again for 300 ms\n');
    expect(said.err).toContain('`redis-server` or `docker run -p 6379:6379 redis` starts one');
    expect(said.err).not.toContain('secret');
  });

  test('without its packages says how they are installed', () => {
    const bare = new Folder();
    cpSync('dist/bin', bare.at('bin'), { recursive: true });
    // Node also looks for a package in all folders above, which may have it: this one has no code, and ends the search.
    bare.write('node_modules/bullmq/package.json', JSON.stringify({ name: 'bullmq', main: 'missing.js' }));
    const args = [bare.at('bin/podsim.js'), 'study-worker', '--queue', 'redis://127.0.0.1:1'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stderr }).toStrictEqual({
      status: 3,
      stderr: '--queue needs two packages that are not installed: npm i bullmq ioredis\n',
    });
  });

  test('takes every scenario through JSON as it is', () => {
    const scenarios = scenarioFiles(['scenarios']).flatMap(scenariosIn);
    expect(scenarios.length).toBeGreaterThan(100);
    const changed = scenarios.filter(({ findings: _findings, ...one }) => {
      const { findings: _none, ...back } = scenarioFrom(scenarioText({ ...one, findings: [] }));
      return !isSame(back, one);
    });
    expect(changed.map(({ file }) => file)).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    ['other rules',               { ruleset: '9a1000000000', engine: '0.2.0' }, 'podsim 0.2.0 (rules 9a100000, code c0de1111, measures 7ab1e000)', 'install the same version on both'],
    ['the same version of other code', { code: 'c0de22220000' },       'podsim 0.1.0 (rules 130f0381, code c0de2222, measures 7ab1e000)', 'both are 0.1.0, but built from different code: install the same build on both'],
    ['another table of measures', { measures: '7ab1e1110000' },        'podsim 0.1.0 (rules 130f0381, code c0de1111, measures 7ab1e111)', 'both are 0.1.0, but built from different code: install the same build on both'],
  ])('has workers that refuse jobs of %s, and a queue of its own for these', (_, other, words, remedy) => {
    const own = { engine: '0.1.0', ruleset: '130f03810000', code: 'c0de11110000', measures: '7ab1e0000000' };
    const job = { scenario: '', seed: '1' };
    expect(whyRefused({ ...own, ...job }, own)).toBeUndefined();
    expect(whyRefused({ ...own, ...other, ...job }, own)).toBe(
      `refused: the job is for ${words}, and this worker is podsim 0.1.0 (rules 130f0381, code c0de1111, measures 7ab1e000): ${remedy}`,
    );
    expect(queueName({ ...own, ...other })).not.toBe(queueName(own));
  });
});
