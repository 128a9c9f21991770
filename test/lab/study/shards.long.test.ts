import { readdirSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStudy } from '../../../adapters/cli/study/file.ts';
import { KnownResults } from '../../../adapters/study/knownResults.ts';
import { playOnce } from '../../../adapters/study/playOnce.ts';
import { ResultStore } from '../../../adapters/study/resultStore.ts';
import { type Computer, runStudy } from '../../../adapters/study/runStudy.ts';
import { dealtTo, type Shard } from '../../../adapters/study/shard.ts';
import { markShard } from '../../../adapters/study/shardMarks.ts';
import { podsimProcess } from '../../support/bundle.ts';
import { podsim, type Said } from '../../support/commandLine.ts';
import { Folder } from '../../support/folder.ts';
import { playsInAll, resultsIn, writeStudy } from './fleet.ts';

const folder = new Folder();
const study = writeStudy(folder);
/** A process of its own, which may have threads. */
const runApart = (...args: string[]): Said => podsimProcess(['study', study, ...args]);
/** On this thread: starting threads and processes would take most of the time. */
const run = (...args: string[]): Promise<Said> => podsim('study', study, '--jobs', '1', ...args);
const whole = folder.at('whole');
const report = await run('--results', whole, '--json');

const makeShard = async (shard: Shard, folder: string): Promise<void> => {
  const parsed = readStudy(study);
  const shardOf = dealtTo(parsed, shard.of);
  markShard(folder, shard);
  await runStudy(parsed, new KnownResults(new ResultStore(folder)), playHere, {
    onProgress: () => {},
    onMissing: () => {},
    isOurs: (play) => shardOf(play) === shard.number,
  });
};

const playHere: Computer = async (plays, onResult) => {
  for (const play of plays) onResult(play, playOnce(play.configuration.scenario, play.seed, play.configuration.measuring));
};

const firstFile = (results: string, k = 0): string => join(results, [...resultsIn(results).keys()][k] ?? '');

describe('a study that is dealt out', () => {
  test('has the same bytes on one thread, on eight, and as twenty shards that are merged', { timeout: 300_000 }, async () => {
    expect(report.code).toBe(0);
    expect(resultsIn(whole).size).toBe(playsInAll);
    const eight = runApart('--results', folder.at('eight'), '--json', '--jobs', '8');
    expect(eight.out).toBe(report.out);
    expect(resultsIn(folder.at('eight'))).toStrictEqual(resultsIn(whole));

    const shards = Array.from({ length: 20 }, (_, k) => folder.at(`shard-${k + 1}`));
    // Two by the command, and the others by what it calls: twenty processes would take most of the time of this file.
    for (const [k, results] of shards.entries()) {
      if (k < 2) expect((await run('--shard', `${k + 1}/20`, '--results', results)).code).toBe(0);
      else await makeShard({ number: k + 1, of: 20 }, results);
    }
    // Thirty plays on twenty shards: none has more than two, and none is made twice.
    expect(shards.map((results) => resultsIn(results).size).sort()).toStrictEqual([...Array(10).fill(1), ...Array(10).fill(2)]);
    const merged = await run('--merge', ...shards, '--results', folder.at('merged'), '--json');
    expect(merged.out).toBe(report.out);
    expect(resultsIn(folder.at('merged'))).toStrictEqual(resultsIn(whole));
  });

  test('by a stopping rule keeps all plays of a configuration together', async () => {
    const other = new Folder();
    const sequential = writeStudy(other, '{ until: { precision: 40%, of: cost, max: 12 } }');
    const at = (name: string, ...args: string[]) => podsim('study', sequential, '--results', other.at(name), '--jobs', '1', ...args);
    const alone = await at('alone', '--json');
    for (const k of [1, 2]) expect((await at(`s${k}`, '--shard', `${k}/2`)).code).toBe(0);
    expect((await at('both', '--json', '--merge', other.at('s1'), other.at('s2'))).out).toBe(alone.out);
    expect(resultsIn(other.at('both'))).toStrictEqual(resultsIn(other.at('alone')));
  });

  test('and lacks a shard says which plays are missing and how they are made, and ends as incomplete', async () => {
    const [one, three] = ['of3-1', 'of3-3'].map((name) => folder.at(name)) as [string, string];
    await run('--shard', '1/3', '--results', one);
    await run('--shard', '3/3', '--results', three);
    const merged = await run('--merge', one, three, '--results', folder.at('two-of-three'));
    expect(merged.code).toBe(2);
    expect(merged.out).toBe(`20 results copied to ${folder.at('two-of-three')}, 0 were there already\n`);
    expect(merged.err).toContain('10 plays are missing:');
    expect(merged.err).toContain(`10 of shard 2: podsim study ${study} --shard 2/3 --results ${folder.at('two-of-three')}`);
    // The command it names completes the study.
    expect((await run('--shard', '2/3', '--results', folder.at('two-of-three'))).code).toBe(0);
    expect((await run('--merge', one, '--results', folder.at('two-of-three'), '--json')).out).toBe(report.out);
  });

  test('by a share that is none, or into a folder that is not there, is refused', async () => {
    expect(await run('--shard', '4/3')).toMatchObject({ code: 3, err: expect.stringContaining('write the third of twenty as 3/20') });
    expect(await run('--merge', folder.at('nowhere'))).toMatchObject({ code: 3, err: expect.stringContaining('there is no such folder') });
    expect(await run('--shard', '1/3', '--json')).toMatchObject({ code: 3, err: expect.stringContaining('not both') });
  });
});

describe('a result file that was cut or changed', () => {
  test.each([
    ['cut', (file: string) => truncateSync(file, 100)],
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['changed', (file: string) => writeFileSync(file, `{"ingredients":{},"result":{"verdict":"pass"}}\n${'0'.repeat(64)}\n`)],
    ['replaced by that of another play', (file: string, other: string) => renameSync(other, file)],
  ])('%s is named, and computed again', async (how, damage) => {
    const results = folder.at(`damaged-${how}`);
    await run('--results', results);
    const [file, other] = [firstFile(results), firstFile(results, 1)];
    damage(file, other);
    const again = await run('--results', results, '--json', '--why');
    expect(again).toMatchObject({ code: 0, out: report.out });
    expect(again.err).toContain(`${file}: was cut or changed, so its play was made again\n`);
    expect(again.err).toContain('made because the file of the result was cut or changed');
    expect(resultsIn(results)).toStrictEqual(resultsIn(whole));
  });

  test('is left out of a merge, and named', async () => {
    const [from, to] = [folder.at('cut-from'), folder.at('cut-to')];
    await run('--results', from);
    truncateSync(firstFile(from), 50);
    const merged = await run('--merge', from, '--results', to);
    expect(merged).toMatchObject({ code: 2, err: expect.stringContaining(`${firstFile(from)}: was cut or changed, and is left out\n`) });
    expect(merged.err).toContain('one play is missing:');
    expect(readdirSync(to)).not.toContain('shards');
  });
});
