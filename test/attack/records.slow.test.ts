import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RowCells } from '../../adapters/twin/records/rowCells.ts';
import { openRows } from '../../adapters/twin/records/rows.ts';

/** Records of a stranger, for `podsim twin import`: a quote that nothing ends, and then line after line. */

test('the lines of a cell that nothing ends are searched once each', () => {
  const row = new RowCells(',');
  expect(row.add('1,"')).toBe(undefined);
  let given = 0;
  for (const text of Array.from({ length: 2_000 }, (_, k) => (k % 3 === 0 ? 'a "" b' : 'a, b'))) {
    given += text.length;
    expect(row.add(text)).toBe(undefined);
  }
  expect(row.searched).toBeLessThan(given + 100);
  expect(row.add('",2')).toHaveLength(3);
});

test('a file of 300,000 lines behind such a quote is read to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-records-'));
  try {
    const file = join(folder, 'jobs.csv');
    writeFileSync(file, `id,executionTime\na,"${'\n'.repeat(300_000)}`);
    const { rows } = await openRows(file);
    const found = [];
    for await (const row of rows) found.push(row);
    expect(found).toStrictEqual([{ line: 2, lines: 300_000, problem: 'a cell begins with a quote that nothing ends' }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
