import { expect, test } from 'vitest';
import { mutants, tested } from '../mutants/table.mjs';
import { changed } from '../mutants/trials.mjs';
import { planted } from './table.mjs';

/** `npm run bench -- planted` plays them. */
test('each planted bug changes one place of the sources, and has a name of its own', () => {
  for (const bug of planted) expect(changed(bug)).toContain(bug.is);
  expect(new Set(planted.map(({ id }) => id)).size).toBe(planted.length);
  expect(planted.length).toBeGreaterThanOrEqual(40);
});

test('no planted bug stands in the table of mutants', () => {
  const known = new Set([...mutants, ...tested].map(({ file, was, is }) => JSON.stringify([file, was, is])));
  expect(planted.filter(({ file, was, is }) => known.has(JSON.stringify([file, was, is]))).map(({ id }) => id)).toStrictEqual([]);
});
