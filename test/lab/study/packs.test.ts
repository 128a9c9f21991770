import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../adapters/store/sha256.ts';
import { mergeInto } from '../../../adapters/study/merge.ts';
import { ResultStore } from '../../../adapters/study/resultStore.ts';
import { computeKey } from '../../../engine/lab/study/results/key.ts';
import type { PlayResult } from '../../../engine/lab/study/results/result.ts';
import { Folder } from '../../support/folder.ts';

const folder = new Folder();
const plays = Array.from({ length: 10 }, (_, k) => {
  const ingredients = { scenario: `ü-${k}`, seed: `${k}`, ruleset: 'r', engine: 'e', code: 'c', measures: 'm' };
  return { key: computeKey(ingredients, sha256), ingredients };
});
/** The store looks at no field of it. */
const resultOf = (k: number): PlayResult => ({ counts: { completed: k } }) as unknown as PlayResult;
const writeAll = (path: string, atOnce = 4): ResultStore => {
  const store = new ResultStore(path, atOnce);
  for (const [k, play] of plays.entries()) store.write(play, resultOf(k));
  return store;
};
const filesIn = (path: string): readonly string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(path, name)).isFile());
const packsIn = (path: string): readonly string[] => filesIn(path).filter((name) => name.endsWith('.pack'));
const readAll = (store: ResultStore): readonly (PlayResult | undefined)[] => plays.map((play) => store.read(play));
const all = plays.map((_, k) => resultOf(k));

describe('results of which there are many', () => {
  test('are in few files, and read as before by whichever process', () => {
    const path = folder.at('packed');
    const store = writeAll(path);
    expect(filesIn(path)).toHaveLength(4);
    expect(packsIn(path)).toHaveLength(2);
    for (const one of [store, new ResultStore(path)]) {
      expect(readAll(one)).toStrictEqual(all);
      expect([...one.keys()].sort()).toStrictEqual(plays.map(({ key }) => key).sort());
      expect(one.damaged).toStrictEqual([]);
    }
  });

  test('are found by a process that looked before another brought them together', () => {
    const path = folder.at('later');
    const early = new ResultStore(path);
    expect(readAll(early).filter((one) => one !== undefined)).toStrictEqual([]);
    writeAll(path);
    expect(readAll(early)).toStrictEqual(all);
  });

  test('are merged from folders with packs, each once', () => {
    const path = folder.at('from');
    writeAll(path);
    const store = new ResultStore(folder.at('merged'), 100);
    expect(mergeInto({ store }, [path, path])).toStrictEqual({ copied: 10, known: 10, damaged: [] });
    expect(readAll(store)).toStrictEqual(all);
  });

  test('are made again where a pack was cut or changed, which is named; the new ones count', () => {
    const path = folder.at('cut');
    writeAll(path);
    const [first = '', second = ''] = packsIn(path).map((name) => join(path, name));
    writeFileSync(first, readFileSync(first).subarray(0, -10));
    writeFileSync(second, `x${readFileSync(second, 'utf8')}`);
    const store = new ResultStore(path, 4);
    const lost = plays.filter((play) => store.read(play) === undefined);
    expect(lost).toHaveLength(5);
    expect([...store.damaged].sort()).toStrictEqual([first, second].sort());
    for (const play of lost) store.write(play, resultOf(plays.indexOf(play)));
    expect(readAll(new ResultStore(path))).toStrictEqual(all);
  });
});
