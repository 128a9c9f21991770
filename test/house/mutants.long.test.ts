import { describe, expect, test } from 'vitest';
import { Choice } from '../../engine/lab/explorer/choice.ts';
import { studies } from '../mutants/table/studies.mjs';
import { mutants } from '../mutants/table.mjs';
import { areFailing, isKilled, teaching } from '../mutants/trials.mjs';

/** `npm run mutants` tries every row, which takes minutes. Here a few are tried. */
const trials = 8;

describe('a trial', () => {
  // One row from each part of the table; a rule that many scenarios teach takes longer.
  const quick = mutants.filter(({ rule, survives }) => survives === undefined && teaching(rule).length <= 2);
  const dice = new Choice('mutants', 'trials');
  const tried = Array.from({ length: trials }, (_, k) => {
    const part = quick.slice(Math.floor((k * quick.length) / trials), Math.floor(((k + 1) * quick.length) / trials));
    return dice.of(part);
  });

  test.each(tried)('kills $rule, engine/$file: $was → $is', async (mutant) => {
    expect(await isKilled(mutant)).toBe(true);
  });

  test('kills a change of a rule by the scenarios that teach it', async () => {
    const [mutant] = mutants.filter(({ rule }) => rule === 'job.retry');
    expect(mutant && (await isKilled(mutant))).toBe(true);
  });

  test('reports a change without effect as survived', async () => {
    const was = '/** The settings of a job. */';
    expect(await isKilled({ rule: 'job.ids', file: 'cloud/job/settings.ts', was, is: '' })).toBe(false);
  });

  test('kills a change of the arithmetic of studies by the tests that it names', async () => {
    const { tests, ...mutant } = dice.of(studies);
    expect(await areFailing(tests, mutant)).toBe(true);
  });

  test('kills a change of a rule by the tests that its row names, where it names some', async () => {
    expect(await isKilled(dice.of(mutants.filter(({ tests }) => tests !== undefined)))).toBe(true);
  });

  test('does not count a change that cannot be loaded as killed', async () => {
    const was = 'export const jobSettings = {';
    await expect(isKilled({ rule: 'job.ids', file: 'cloud/job/settings.ts', was, is: 'export const jobSettings = ' })).rejects.toThrow(
      'not loaded',
    );
  });
});
