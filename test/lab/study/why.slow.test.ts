import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { ResultStore } from '../../../adapters/study/resultStore.ts';
import { computeKey } from '../../../engine/lab/study/results/key.ts';
import type { PlayResult } from '../../../engine/lab/study/results/result.ts';
import { findChanges, whyMissing } from '../../../engine/lab/study/results/why.ts';
import { podsim, type Said } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { playsInAll, resultsIn, writeStudy } from './fleet.ts';

const folder = new Folder();
const study = writeStudy(folder);
const results = folder.at('results');
/** On this thread: what threads and processes do is seen in other tests, and starting them would take most of the time. */
const run = (...args: string[]): Promise<Said> => runInto(results, ...args);
const runInto = (folder: string, ...args: string[]): Promise<Said> => podsim('study', study, '--results', folder, '--jobs', '1', ...args);

describe('why a result is not known', () => {
  const now = { scenario: 'b', ruleset: '9a1fffff', engine: '0.2.0', code: 'c0de1', measures: '7ab1e' };
  const last = {
    scenarios: { one: 'b', two: 'a' },
    ruleset: '9a1fffff',
    engine: '0.2.0',
    code: 'c0de1',
    measures: '7ab1e',
    first: 'one',
    scenario: {},
  };

  // biome-ignore format: a table
  test.each([
    ['nothing was played',    undefined,                          'one',   ['no earlier run of this study is known here']],
    ['the rules changed',     { ...last, ruleset: '130fffff' },   'one',   ['the rules changed (130f… → 9a1f…)']],
    ['podsim changed',        { ...last, engine: '0.1.0' },       'one',   ['podsim 0.1.0 → 0.2.0']],
    ['the measures changed',  { ...last, measures: '0ld' },       'one',   ['the measures changed (0ld… → 7ab1…)']],
    ['the code changed',      { ...last, code: '0ld' },           'one',   ['the code of plays changed (0ld… → c0de…)']],
    ['the scenario changed',  last,                               'two',   ['the scenario changed']],
    ['it is new',             last,                               'three', ['the configuration is new']],
    ['several things did',    { ...last, engine: '0.1.0' },       'two',   ['podsim 0.1.0 → 0.2.0', 'the scenario changed']],
    ['nothing changed',       last,                               'one',   ['its seed was not played before, or its result is gone']],
  ])('when %s', (_, before, name, reasons) => {
    expect(whyMissing(before, name, now)).toStrictEqual(reasons);
  });

  test('names the paths that changed, and at most as many as are wanted', () => {
    const [before, after] = [
      { a: { b: [1, { c: 'x' }] }, d: 1 },
      { a: { b: [1, { c: 'y' }] }, e: [2] },
    ];
    expect(findChanges(before, after, 5)).toStrictEqual(['a.b.1.c: "x" → "y"', 'd: 1 → nothing', 'e: nothing → [2]']);
    expect(findChanges(before, after, 1)).toHaveLength(1);
    expect(findChanges(before, before, 5)).toStrictEqual([]);
  });

  test('is said of each run, with what changed in the scenario', async () => {
    expect((await run('--why')).out).toContain(`${playsInAll} plays made because no earlier run of this study is known here\n`);
    expect((await run('--why')).out).toContain('nothing was played: all results were known\n');
    const path = folder.at('small.scenario.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('mean: 2s', 'mean: 3s'));
    const changed = (await run('--why')).out;
    expect(changed).toContain(`${playsInAll} plays made because the scenario changed\n`);
    expect(changed).toMatch(/\n {4}world.endpoints.0.handler.duration.meanMs: 2000 → 3000\n/);
  });
});

test('results of other rules are never used, even under the name of a play', () => {
  const store = new ResultStore(folder.at('others'));
  const [name = ''] = resultsIn(results).keys();
  const key = name.slice(3, -'.json'.length);
  const [line = ''] = readFileSync(join(results, name), 'utf8').split('\n');
  const { ingredients, result } = JSON.parse(line) as {
    readonly ingredients: Parameters<typeof computeKey>[0];
    readonly result: PlayResult;
  };
  expect(computeKey(ingredients, sha256)).toBe(key);
  const others = { ...ingredients, ruleset: 'of other rules' };
  expect(computeKey(others, sha256)).not.toBe(key);
  store.write({ key, ingredients: others }, result);
  expect(store.read({ key })).toBeUndefined();
  expect(store.damaged).toStrictEqual([store.findPath(key)]);
  store.write({ key, ingredients }, result);
  expect(store.read({ key })).toStrictEqual(result);
});

describe('a sample of the stored results', () => {
  test('is the same when it is played again', async () => {
    expect(await run('--verify', '100%')).toMatchObject({ code: 0, out: expect.stringContaining('played again: all are the same\n') });
    expect((await run('--verify', '0.001%')).out).toMatch(/^1 of \d+ stored results/);
    expect((await run('--verify', '0.001%')).out).toBe((await run('--verify', '0.001%')).out);
  });

  test('that differs is named, and the command fails', async () => {
    const own = folder.at('differs');
    await runInto(own);
    const [name = ''] = resultsIn(own).keys();
    const text =
      readFileSync(join(own, name), 'utf8')
        .split('\n')[0]
        ?.replace(/"fingerprint":"..../, '"fingerprint":"0000') ?? '';
    writeFileSync(join(own, name), `${text}\n${sha256(text)}\n`);
    const verified = await runInto(own, '--verify', '100%');
    expect(verified.code).toBe(1);
    expect(verified.err).toContain(`${join(own, name)}: the log is another: 0000`);
    expect(verified.out).toContain(': 1 differ\n');
  });

  test('of nothing is incomplete', async () => {
    expect(await runInto(folder.at('empty'), '--verify', '1%')).toMatchObject({ code: 2 });
    expect(await run('--verify', '101%')).toMatchObject({ code: 3 });
  });
});

describe('one play of a study', () => {
  test('is shown as a run is, with the command that repeats it', async () => {
    const played = await run('--play', '2', '--seed', '3', '--log', folder.at('two.log'));
    expect(played.code).toBe(0);
    expect(played.out).toMatch(/^configuration 2: workers.max=1 endpoint.idleTimeout=10s\n/);
    const [name = ''] = [...resultsIn(results)].flatMap(([file, text]) => (text.includes('"seed":"3"') ? [file] : []));
    expect(name).not.toBe('');
    // Its log is the one that the study measured.
    const [header] = folder.read('two.log').split('\n');
    expect(header).toContain('"seed":"3"');
  });

  test('that is not there is refused', async () => {
    expect(await run('--play', '7')).toMatchObject({ code: 3, err: expect.stringContaining('has the configurations 1 to 6') });
    expect(await run('--seed', '7')).toMatchObject({ code: 3, err: expect.stringContaining('belongs to --play') });
  });
});
