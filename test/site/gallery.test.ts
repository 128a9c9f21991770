import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rows = readFileSync('docs/gallery.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| I want'));

test('the gallery has scenarios for everything that one may want to see', () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !/\]\(\.\.\/scenarios\/[\w/.-]+\.scenario\.yaml\)/.test(row))).toStrictEqual([]);
});
