import { describe, expect, test } from 'vitest';
import { Parting } from '../../adapters/console/app/model/parting.ts';
import { RunLog } from '../../adapters/console/app/model/runLog.ts';
import { nextOrder, orderRows, type SheetValue, writeCsv } from '../../adapters/console/app/model/sheet.ts';
import { busyEntries, busyHeader, busyLog } from './support.ts';

const columns = [
  { name: 'name', value: ([name]: readonly SheetValue[]) => name },
  { name: 'took', unit: 'ms', value: ([, took]: readonly SheetValue[]) => took },
];

describe('a table', () => {
  const rows = [
    ['c', 10],
    ['a', 9],
    ['d', undefined],
    ['b', 9],
    ['e', 'never'],
  ] as const;
  const namesIn = (column: number, isDown: boolean) =>
    orderRows(rows, columns, { column, isDown })
      .map(([name]) => name)
      .join('');

  test('is sorted by numbers before texts, equal ones as they were, and what has no value last both ways', () => {
    expect(namesIn(1, false)).toBe('abced');
    expect(namesIn(1, true)).toBe('cabed');
    expect(namesIn(0, true)).toBe('edcba');
    expect(orderRows(rows, columns, undefined)).toBe(rows);
  });

  test('is sorted up, down, and not, by one click after the other', () => {
    const up = nextOrder(undefined, 1);
    const down = nextOrder(up, 1);
    expect([up, down, nextOrder(down, 1), nextOrder(down, 0)]).toStrictEqual([
      { column: 1, isDown: false },
      { column: 1, isDown: true },
      undefined,
      { column: 0, isDown: false },
    ]);
  });

  test('is copied as CSV: commas, quotes and lines stay in their cells, and no text becomes a formula', () => {
    const text = writeCsv(columns, [
      ['plain', 1.5],
      ['a, "b"\nc', undefined],
      ['=HYPERLINK("x")', -3],
      ['-1+2', 0],
    ]);
    expect(text).toBe(`name,took (ms)\r\nplain,1.5\r\n"a, ""b""\nc",\r\n"'=HYPERLINK(""x"")",-3\r\n'-1+2,0\r\n`);
  });
});

describe('two logs that grow', () => {
  test('part at the first entry that differs, once both have it', () => {
    const whole = busyLog();
    const fork = new RunLog(busyHeader);
    fork.append(busyEntries.slice(0, 50));
    const parting = new Parting();
    expect(parting.look(whole, fork)).toBe(true);
    expect([parting.same, parting.seq]).toStrictEqual([50, undefined]);
    fork.append(busyEntries.slice(50, 60).map((entry) => (entry.seq < 56 ? entry : { ...entry, at: 9_999_999 as typeof entry.at })));
    parting.look(whole, fork);
    expect([parting.same, parting.seq]).toStrictEqual([55, 56]);
  });
});
