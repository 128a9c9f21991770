import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PlayThreads } from '../../adapters/cli/run/threads.ts';
import { loadTask, valueOrThrow } from '../../adapters/cli/run/threadTasks.ts';
import { BadInput } from '../../adapters/cli/terminal/exit.ts';
import { InvariantViolation } from '../../engine/kernel/invariant.ts';
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { bundle, podsimBundled } from '../support/bundle.ts';
import { podsim, type Said } from '../support/commandLine.ts';
import { Folder } from '../support/folder.ts';
import { scenariosIn } from '../support/worlds/playing.ts';
import { failing, incomplete, members, passing } from './stories.ts';

/** How many threads play can be seen only in how long it takes. */

const folder = new Folder();
const names = Array.from({ length: 6 }, (_, k) => ['a', 'b'].map((at) => folder.write(`${at}/${k}.scenario.yaml`, passing)));
const [first = ''] = names.flat();
const two = new Folder();
for (const name of ['a', 'b']) two.write(`${name}.scenario.yaml`, passing);
folder.write('b/fails.scenario.yaml', failing);
folder.write('c/members.scenario.yaml', members);
folder.write('c/stays.scenario.yaml', incomplete);

const run = (...args: string[]): Promise<Said> => podsimBundled('run', ...args);
/** What one thread prints is the measure of the others. It needs no process. */
const runAlone = (...args: string[]): Promise<Said> => podsim('run', ...args, '--jobs', '1');

/** The output without what is measured: JUnit has the time of each run. */
const lasting = ({ out, ...said }: Said): Said => ({
  ...said,
  out: out
    .replace(/\d+ threads?\n/, 'N threads\n')
    .replace(/ in [\d.]+ m?s: [\d,]+ times as fast\nslowest: .*\n.*\n.*\n/, ' in N s\n')
    .replaceAll(/ time="[\d.]+"/g, ''),
});

describe('with any number of threads, the same bytes are printed', () => {
  // Where a run ends early, and how the runs are shared, depends on the number of threads: those are tried with several. The form of
  // the output does not: the main thread writes it. There, one number will do.
  const one = [['--jobs', '2']];
  const several = [...one, ['--jobs', '5'], []];

  // biome-ignore format: a table
  test.each([
    ['by default',          [],                                 several],
    ['with all timelines',  ['--timeline'],                     one],
    ['with parts of them',  ['--kind', 'job,input', '--answers'], one],
    ['of what fails',       ['--quiet'],                        one],
    ['up to the first',     ['--bail'],                         several],
    ['of many seeds',       ['--seeds', '1..3'],                several],
    ['of some',             ['--only', 'status=418'],           one],
    ['as JSON',             ['--reporter', 'json'],             one],
    ['as JUnit',            ['--reporter', 'junit'],            one],
    ['as TAP',              ['--reporter', 'tap'],              one],
    ['as annotations',      ['--reporter', 'github'],           one],
    ['as TAP, up to there', ['--reporter', 'tap', '--bail'],    one],
  ])('%s', async (_, args, numbers) => {
    const alone = lasting(await runAlone(folder.path, ...args));
    expect(alone.code).toBe(1);
    for (const jobs of numbers) expect(lasting(await run(folder.path, ...args, ...jobs)), jobs.join(' ')).toStrictEqual(alone);
  });

  test('and the summary says how many there were: one for a few runs, unless more are asked for', async () => {
    const threads = (said: Said) => / · (\d+) threads?\n/.exec(said.out)?.[1];
    expect(threads(await run(folder.path, '--jobs', '3'))).toBe('3');
    expect(threads(await runAlone(folder.path))).toBe('1');
    expect(threads(await podsim('run', folder.at('a')))).toBe('1');
    expect(threads(await run(two.path, '--jobs', '8'))).toBe('2');
  });
});

describe('what is wrong is said as one thread says it', () => {
  const twenty = (): Folder => {
    const made = new Folder();
    for (let k = 10; k < 30; k++) made.write(`${k}.scenario.yaml`, passing);
    return made;
  };
  const same = async ({ path }: Folder, ...args: string[]): Promise<Said> => {
    const alone = await runAlone(path, ...args);
    expect(await run(path, '--jobs', '4', ...args)).toStrictEqual(alone);
    return alone;
  };

  test('of files that cannot be read, in their order, and none is played', async () => {
    const wrong = twenty();
    const [b, a] = [wrong.write('b/x.scenario.yaml', 'title: x\nstepps: []'), wrong.write('a/x.scenario.yaml', 'title: x\nstpes: []')];
    const unknown = "unknown key '";
    expect(await same(wrong, '--update')).toStrictEqual({
      code: 3,
      out: '',
      err: `${a}:2:1: ${unknown}stpes'; did you mean 'steps'? (see docs/reference/scenario.md)\n${b}:2:1: ${unknown}stepps'; did you mean 'steps'? (see docs/reference/scenario.md)\n`,
    });
    expect(wrong.names().filter((name) => name.endsWith('.txt'))).toStrictEqual([]);
  });

  test('of a timeline that cannot be read', async () => {
    const wrong = twenty();
    wrong.write('27.timeline.txt/x', '');
    wrong.write('17.timeline.txt/x', '');
    const err = `${wrong.at('17.timeline.txt')}: is a folder, not a file\n`;
    expect(await same(wrong, '--reporter', 'tap')).toStrictEqual({ code: 3, out: '', err });
  });

  test('of runs that match nothing, or a log of many', async () => {
    expect(await same(twenty(), '--only', 'zebra')).toMatchObject({ code: 3, out: '' });
    const logged = twenty();
    expect(await same(logged, '--log', logged.at('a.log'))).toMatchObject({ code: 3, out: '' });
  });

  test('and one of many can have a log', async () => {
    const logged = twenty();
    const { code, out } = await same(logged, '--only', '13.scen', '--log', logged.at('a.log'));
    expect([code, out.includes('JobCompleted')]).toStrictEqual([0, true]);
    expect(logged.read('a.log').split('\n').length).toBeGreaterThan(10);
  });
});

describe('the timelines beside the files', () => {
  const inFour = (...args: string[]): Promise<Said> => run(...args, '--jobs', '4');
  const updated = async (by: (...args: string[]) => Said | Promise<Said>, ...args: string[]) => {
    const beside = new Folder();
    for (let k = 10; k < 30; k++) beside.write(`${k}.scenario.yaml`, k === 20 ? failing : passing.replace('one', `seed-${k}`));
    await by(beside.path, '--update', ...args);
    return beside
      .names()
      .filter((name) => name.endsWith('.timeline.txt'))
      .map((name) => [name, beside.read(name)]);
  };

  test('are the same', async () => {
    const alone = await updated(runAlone);
    expect(alone).toHaveLength(19);
    expect(await updated(inFour)).toStrictEqual(alone);
  });

  test('are not written after the first that fails, though it was played', async () => {
    const alone = await updated(runAlone, '--bail');
    expect(alone.map(([name]) => name)).toStrictEqual(Array.from({ length: 10 }, (_, k) => `${k + 10}.timeline.txt`));
    expect(await updated(inFour, '--bail')).toStrictEqual(alone);
  });
});

describe('a run ends early', () => {
  // Enough runs that the first lines are out long before the last run is played.
  const argsFor = (jobs: string) => ['run', first, '--seeds', '1..5000', '--jobs', jobs];
  const args = argsFor('2');

  test.each(['1', '2'])('in %s threads when its output is no longer read, with the exit code of a program that SIGPIPE ended', (jobs) => {
    const command = `node ${bundle} ${argsFor(jobs).join(' ')} | head -2; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toStrictEqual([folder.at('a'), expect.stringContaining('[seed=1]'), '141']);
  });

  test('when it is interrupted, with the summary of what was played', async () => {
    const child = spawn(process.execPath, [bundle, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect([code, signal]).toStrictEqual([130, null]);
    expect(err).toMatch(/\nstopped after \d+ of 5000 runs\n$/);
    expect(out).toMatch(/\n\d+ passed, 0 failed\n$/);
    expect(out).not.toContain('5000 passed');
  });
});

describe('a thread that ends before its task', () => {
  const again = `podsim run ${first}`;
  const [scenario] = scenariosIn(first) as [Scenario];
  const task = { scenario, options: { update: false }, wanted: { fingerprint: false, timeline: false } };
  /** So many that the main thread, which shares the tasks, does not come to the end of them before the others begin. */
  const many = 100_000;

  /** The message of the first value that fails. `others`: what the other threads do with their share. */
  const failure = async (others: string, { tasks = many, threads: count = 2 } = {}): Promise<unknown> => {
    const file = folder.write('threads/thread.cjs', `exports.shareTasks = ({ list: { numbers }, thread, port }) => { ${others} };`);
    const threads = new PlayThreads(count, tasks, pathToFileURL(file));
    try {
      await Promise.all(threads.map('play', Array(tasks).fill(task), () => `played ${again}`));
      return 'none failed';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await threads.close();
    }
  };
  const take = 'numbers[1 + thread] = Atomics.add(numbers, 0, 1);';

  // biome-ignore format: a table
  test.each([
    ['that exits',             `${take} process.exit(7);`,                                                              `a thread ended with exit code 7 while it played ${again}`],
    ['with an uncaught error', `${take} setImmediate(() => { throw new Error('x'); }); return new Promise(() => {});`, `a thread ended while it played ${again}: x`],
    ['that never began',       'process.exit(7);',                                                                      'a thread ended with exit code 7 while it started'],
  ])('%s is named with its run', async (_, others, words) => {
    expect(await failure(others)).toBe(words);
  });

  test('of several is one of those that were at work', async () => {
    // The second ends once the first has a task, which never ends.
    const others = `${take} while (thread === 2 && Atomics.load(numbers, 2) < 0); if (thread === 2) process.exit(7); return new Promise(() => {});`;
    expect(await failure(others, { threads: 3 })).toBe(`a thread ended with exit code 7 while it played ${again}, or played ${again}`);
  });

  test('(a thread that ends its share is not)', async () => {
    expect(await failure('', { tasks: 2 })).toBe('none failed');
  });
});

describe('an error of a task', () => {
  // biome-ignore format: a table
  test.each([
    ['BadInput',           BadInput],
    ['InvariantViolation', InvariantViolation],
    ['TypeError',          Error],
  ])('is what it was: %s', (name, kind) => {
    expect(() => valueOrThrow({ error: { name, message: 'is wrong' } })).toThrow(kind);
    expect(() => valueOrThrow({ error: { name, message: 'is wrong' } })).toThrow('is wrong');
  });

  test('is taken along as plain words', async () => {
    const parse = await loadTask('parse');
    const outcome = parse({ file: folder.at('nowhere.yaml'), seeds: undefined });
    expect(outcome).toMatchObject({ error: { name: 'BadInput', message: expect.stringContaining('nowhere.yaml') } });
  });
});
