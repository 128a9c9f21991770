import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { podsim } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';

const folder = new Folder();
const acted = 'scenarios/workers-external/what-a-worker-posts.scenario.yaml';
const simulated = 'scenarios/jobs/retry-after-failure.scenario.yaml';
const [log, plain] = [folder.at('real.log'), folder.at('plain.log')];
await podsim('run', acted, '--log', log);
await podsim('run', simulated, '--log', plain);

/** The log of a scenario with two endpoints with external handlers, and no worker that ends a job. */
const idle = folder.at('idle.log');
await podsim(
  'run',
  folder.write(
    'idle.scenario.yaml',
    'title: x\nworld:\n  endpoints:\n    - { id: ep-a, handler: { external: {} } }\n    - { id: ep-b, handler: { external: {} } }\n',
  ),
  ...['--log', idle],
);

describe('stand-in', () => {
  test('prints what the real workers of a log did, as a handler', async () => {
    expect(await podsim('log', 'stand-in', log)).toStrictEqual({
      code: 0,
      out: `# What the real workers of ep-a did with 4 attempts: 2 completed after 2 s, 2 failed after 2 s.
# A worker ran up to 4 at once.
# Their processes asked for work 1 s after their containers were up.

handler:
  answers:
    - { input: {}, times: 2, duration: { fixed: 2s }, output: null }
    - { input: {}, outcomes: [ fail ], duration: { fixed: 2s }, error: out of memory }
    - { input: {}, outcomes: [ fail ], duration: { fixed: 2s }, error: '{"code":5}' }
  concurrency: 4
`,
      err: '',
    });
  });

  test('takes the scenario for its log, and writes a file', async () => {
    const file = folder.at('ep-a.yaml');
    expect((await podsim('log', 'stand-in', acted, 'ep-a', '--out', file)).out).toBe(
      `${file} has what the real workers of ep-a did in 4 attempts\n`,
    );
    expect(folder.read('ep-a.yaml')).toBe((await podsim('log', 'stand-in', log)).out);
  });

  test('prints what a scenario takes: a thousand jobs are answered by it', { timeout: 20_000 }, async () => {
    const { handler } = parse((await podsim('log', 'stand-in', log)).out);
    const world = { endpoints: [{ id: 'ep-a', workers: { min: 2, max: 2 }, handler }] };
    const load = [{ with: { endpoint: 'ep-a', body: { input: { of: 'a client' } } }, constant: { every: '2s' }, exactly: 1_000 }];
    const file = folder.write('many.scenario.yaml', JSON.stringify({ title: 'many', world, load, invariants: 'none' }));
    const { runs } = JSON.parse((await podsim('run', file, '--reporter', 'json')).out);
    expect(runs[0].verdict).toBe('pass');
    const { completed, failed } = runs[0].results.all.jobs.outcomes;
    expect(completed + failed).toBe(1_000);
  });

  // biome-ignore format: a table
  test.each([
    ['a log without real workers',   [plain],              'no endpoint of this log has real workers: record one whose handler is `external: {}`'],
    ['an unknown endpoint',          [log, 'ep-b'],        "no endpoint 'ep-b' of this log has real workers; did you mean 'ep-a'"],
    ['none of several endpoints',    [idle],               'several endpoints of this log have real workers: name one of ep-a, ep-b'],
    ['an endpoint that did nothing', [idle, 'ep-b'],       'no real worker has ended a job in this log (ep-b, which had none): record one that has'],
    ['a file that is not there',     [folder.at('gone')],  'gone: there is no such file'],
    ['a file that is no log',        [folder.write('no.log', 'no log\n')], 'no.log'],
  ])('of %s says what to do', async (_, args, words) => {
    const { code, out, err } = await podsim('log', 'stand-in', ...args);
    expect([code, out, err]).toStrictEqual([3, '', expect.stringContaining(words)]);
  });
});

describe('record --stand-in', () => {
  test('writes what the callers did as a scenario that needs no workers: each job ends as it ended then', async () => {
    const file = folder.at('without.scenario.yaml');
    const { code, out } = await podsim('log', 'record', log, '--stand-in', '--out', file);
    expect([code, out]).toStrictEqual([0, `${file} needs no real workers, and comes to 35 entries\n`]);
    const { world, inputs, fingerprint } = parse(folder.read('without.scenario.yaml'));
    expect(fingerprint).toBeUndefined();
    expect(inputs.map(({ act }: { readonly act?: string }) => act)).toStrictEqual(['run', 'run', undefined]);
    // A second is what the process took until it asked for work.
    expect(world.settings.worker).toStrictEqual({
      ...{ imagePull: '0s', start: '1s', flashbootStart: '2s', priorityFlashbootStart: '1s200ms', restartAfterCrash: '3s' },
    });
    const longer = folder.write('longer.scenario.yaml', folder.read('without.scenario.yaml').replace('to: 3s', 'to: 11s'));
    const { out: timeline } = await podsim('run', longer, '--type', 'JobCompleted,JobFailed');
    expect(timeline).toMatch(
      /job-1 +JobCompleted .*executionTime=2s\n.*job-2 +JobCompleted .*\n.*job-3 +JobFailed .*out of memory.*\n.*job-4 +JobFailed .*code/,
    );
  });

  test('plays changes and other seeds, with no worker there', async () => {
    const file = folder.at('any.scenario.yaml');
    await podsim('log', 'record', log, '--stand-in', '--out', file);
    const change = folder.write(
      'change.yaml',
      'at: 0s\nact: updateEndpoint\nwith: { endpoint: ep-a, body: { workers: { max: 2, min: 2 } } }\n',
    );
    expect(await podsim('log', 'compare', file, '--change', change, '--seeds', '1..3')).toMatchObject({ code: 0, err: '' });
    expect((await podsim('run', file, '--seeds', '1..5', '--quiet')).out).toContain('5 passed, 0 failed\n');
  });

  // biome-ignore format: a table
  test.each([
    ['a log without real workers', plain, 'no endpoint of this log has real workers, so it needs no stand-in: record it as it is'],
    ['workers that ended no job',  idle,  'no real worker has ended a job in this log (ep-a, which had none; ep-b, which had none)'],
  ])('of %s says what to do', async (_, of, words) => {
    const { code, out, err } = await podsim('log', 'record', of, '--stand-in');
    expect([code, out, err]).toStrictEqual([3, '', expect.stringContaining(words)]);
  });
});

describe('fork --stand-in', () => {
  test('goes on without the workers, and reruns', async () => {
    const file = folder.at('fork.log');
    expect((await podsim('log', 'fork', log, '--at', '2s', '--stand-in', '-o', file)).code).toBe(0);
    expect((await podsim('log', 'show', file, '--type', 'JobTakenOver')).out.match(/JobTakenOver/g)).toHaveLength(4);
    expect((await podsim('log', 'rerun', file)).out).toMatch(/^the same log again/);
  });

  test('of a log without real workers says that it needs none', async () => {
    const { code, err } = await podsim('log', 'fork', plain, '--stand-in', '-o', folder.at('x.log'));
    expect([code, err]).toStrictEqual([
      3,
      expect.stringContaining('no endpoint has an external handler at that point, so none needs a stand-in'),
    ]);
  });
});

describe('the scenario of a study', () => {
  test('has the handler that stand-in prints of ten real jobs', async () => {
    const printed = parse((await podsim('log', 'stand-in', 'scenarios/studies/ten-real-jobs.scenario.yaml')).out);
    const { world } = parse(readFileSync('scenarios/studies/as-ten-real-jobs.scenario.yaml', 'utf8'));
    expect(world.endpoints[0].handler).toStrictEqual(printed.handler);
  });
});
