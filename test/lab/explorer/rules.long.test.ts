import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findRule } from '../../../engine/cloud/rulebook/rules.ts';
import { combinations } from '../../mutants/table/combinations.mjs';
import { seenByLaws } from '../../mutants/table/laws.mjs';
import { changed } from '../../mutants/trials.mjs';
import { playedText } from '../../support/worlds/playing.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Search {
  readonly runs: number;
  readonly found?: { readonly property: string; readonly words: string; readonly steps: number; readonly text: string };
}

interface Mutant {
  readonly file: string;
  readonly was: string;
  readonly is: string;
}

/** Explores in a process of its own, with a rule changed or without, from the scenarios whose path holds a text; or only plays these. */
const explored = async (runsMax: number, name: string, mutant?: Mutant, how: 'explorer' | 'scenarios' = 'explorer'): Promise<Search> => {
  const hooks = mutant === undefined ? [] : ['--import', here('../../mutants/hooks.mjs')];
  const env = mutant === undefined ? {} : { PODSIM_MUTANT: JSON.stringify({ file: mutant.file, source: changed(mutant) }) };
  const args = [...hooks, here('../../bench/exploreRule.mjs'), how, '1', 'Infinity', String(runsMax), name];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as Search;
};

/** The most runs that a search may take. */
const runsMax = 2_000;

/** Looked for in a bounded number of runs. `npm run bench -- explorer` looks for every one of the twelve, for a minute each. */
const looked = [
  { about: 'a job that times out after its worker crashed frees the worker', name: 'jobs/t' },
  { about: 'the end of a fault restarts the pull of a worker that was stopped meanwhile', name: 'faults/slow-image-pull' },
];

describe('rules that are broken where they meet others', () => {
  test('are twelve, each with a text that occurs exactly once in its file', () => {
    expect(combinations).toHaveLength(12);
    for (const mutant of combinations) {
      expect(changed(mutant)).not.toBe('');
      expect(findRule(mutant.rule)).toBeDefined();
    }
  });

  test.each(looked)('are found: $about', async ({ about, name }) => {
    const mutant = combinations.find((one) => one.about === about) ?? expect.fail('no such row');
    const { found } = await explored(runsMax, name, mutant);
    expect(found?.steps).toBeLessThanOrEqual(6);
    // What the changed rule breaks, the rule as it is does not.
    expect(playedText(found?.text ?? '')).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
  });

  test('are not found where no rule is changed', async () => {
    const { runs, found } = await explored(200, 'faults/slow-image-pull');
    expect(runs).toBe(200);
    expect(found).toBeUndefined();
  });
});

describe('mistakes that no run shows by itself', () => {
  test.each(seenByLaws)('are found by a law: $about', async (mutant) => {
    // Not one invariant of the scenarios there is broken.
    expect((await explored(runsMax, 'workers/', mutant, 'scenarios')).found).toBeUndefined();
    const { found } = await explored(runsMax, 'workers/', mutant);
    expect(found?.property).toBe(`law ${mutant.law}`);
    expect(found?.steps).toBeLessThanOrEqual(6);
    expect(found?.text).toContain(`law: ${mutant.law}`);
    // What the mistake breaks holds without it.
    expect(playedText(found?.text ?? '')).toMatchObject({ verdict: 'pass', failures: [], unfired: [] });
  });
});
