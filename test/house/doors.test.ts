import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as lab from '../../adapters/lab/index.ts';
import * as podsim from '../../engine/index.ts';

/** The names in the tables of `docs/library.md` below a heading, up to the next one. */
const namesBelow = (heading: string): readonly string[] => {
  const page = readFileSync('docs/library.md', 'utf8');
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)).sort();
};

test('the package exports what the page of the library names, and nothing else', () => {
  expect(namesBelow('The names of `podsim`')).toStrictEqual(Object.keys(podsim).sort());
  expect(namesBelow('The names of `podsim/lab`')).toStrictEqual(Object.keys(lab).sort());
});
