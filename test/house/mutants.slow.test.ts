import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findRule, rules } from '../../engine/cloud/rulebook/rules.ts';
import { codeOf, filesWithCode } from '../mutants/engineFiles.mjs';
import { seenByLaws } from '../mutants/table/laws.mjs';
import { servers } from '../mutants/table/servers.mjs';
import { mutants, tested } from '../mutants/table.mjs';
import { changed, teaching } from '../mutants/trials.mjs';
import { withoutBehavior } from '../mutants/unbroken.mjs';

/** `npm run mutants` tries every row, which takes minutes. Here the table is checked. */
describe('the table of mutants', () => {
  test('has at least 150 rows, no two alike', () => {
    const texts = mutants.map(({ rule, file, was, is }) => JSON.stringify([rule, file, was, is]));
    expect(texts.length).toBeGreaterThanOrEqual(150);
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('has in each row a text that occurs exactly once in its file, and a replacement that differs', () => {
    for (const mutant of [...mutants, ...tested]) {
      expect(() => changed(mutant)).not.toThrow();
      expect(mutant.is).not.toBe(mutant.was);
    }
  });

  test('names rules of the rulebook, each of them taught by a scenario', () => {
    const unknown = mutants.filter(({ rule }) => findRule(rule) === undefined || teaching(rule).length === 0);
    expect(unknown.map(({ rule }) => rule)).toEqual([]);
  });

  test('breaks every rule of the rulebook: no rule is there that nothing would miss', () => {
    const broken = new Set([...mutants, ...servers].map(({ rule }) => rule));
    expect(rules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
    expect([...broken].filter((id) => findRule(id) === undefined)).toEqual([]);
  });

  test('names tests that are there', () => {
    expect([...mutants, ...tested].filter(({ tests }) => tests !== undefined && !existsSync(tests))).toEqual([]);
  });

  test('says of one row in twenty at most that nothing can notice it', () => {
    expect(mutants.filter(({ survives }) => survives !== undefined).length).toBeLessThanOrEqual(mutants.length / 20);
  });

  test('complains of a text that does not occur, and of one that occurs twice', () => {
    const change = { file: 'cloud/job/settings.ts', is: '' };
    expect(() => changed({ ...change, was: 'no such text' })).toThrow('0 times');
    expect(() => changed({ ...change, was: 'job.ttl' })).toThrow(/\d+ times/);
  });
});

describe('the files of the engine', () => {
  const broken = new Set([...mutants, ...tested, ...seenByLaws].map(({ file }) => file));
  const files = filesWithCode();

  test('are each broken by a row, unless they decide nothing', () => {
    const known = withoutBehavior.map(({ file }) => file);
    expect(files.filter((file) => !broken.has(file) && !known.includes(file))).toStrictEqual([]);
  });

  test('that decide nothing are there, have no row, and a reason each', () => {
    expect(withoutBehavior.filter(({ file, because }) => broken.has(file) || !files.includes(file) || because === '')).toStrictEqual([]);
  });

  test('are those with code: types, comments, and what is passed on from others are none', () => {
    const passing =
      "import { a } from './a.ts';\nimport type { B } from './b.ts';\n/** c */\nexport type C = B;\nexport { a } from './a.ts';\n";
    expect(codeOf('a.ts', passing)).toBe('');
    expect(codeOf('a.ts', `${passing}export const d = (): C => a;\n`)).toBe('export const d = () => a;');
    expect(files).toContain('cloud/job/decide.ts');
    expect(files).not.toContain('cloud/job/events.ts');
  });
});
