import { expect, test } from 'vitest';
import { afterFirst, alignColumns } from '../../engine/kernel/text/columns.ts';

test('cells stand below those of their column, and no line ends with spaces', () => {
  expect(
    alignColumns([
      ['a', 'bb', 'c'],
      ['aaa', 'b'],
      ['aa', '', 'ccc'],
    ]),
  ).toStrictEqual(['a    bb  c', 'aaa  b', 'aa       ccc']);
});

test('numbers are aligned to the right', () => {
  const rows = [
    ['', 'count'],
    ['delayTime', '8'],
  ];
  expect(alignColumns(rows, afterFirst)).toStrictEqual(['           count', 'delayTime      8']);
});

test('no rows are no lines', () => {
  expect(alignColumns([])).toStrictEqual([]);
});
