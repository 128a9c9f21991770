import { describe, expect, test } from 'vitest';
import { type BillTable, listBill, listBills, toUsd } from '../../adapters/console/app/model/charts/bill.ts';
import { numbersIn } from '../../adapters/console/app/model/charts/numbers.ts';
import { FindIndex } from '../../adapters/console/app/model/find/find.ts';
import { busyLog } from './support.ts';

const log = busyLog();
const whole = { from: log.begin, to: log.end };
const ranges = [0, 0.2, 0.5, 0.9].flatMap((from) => [0.3, 0.6, 1].map((to) => ({ from: from * log.end, to: to * log.end })));
const usable = ranges.map(({ from, to }) => ({ from: Math.floor(from), to: Math.floor(to) })).filter(({ from, to }) => from < to);

const add = ({ rows }: BillTable, column: 'moment' | 'range'): bigint => rows.reduce((all, row) => all + row[column], 0n);

describe('the bill of a run', () => {
  test('adds up to the spend of the strip, in any range, to the nano-dollar', () => {
    expect(usable.length).toBeGreaterThan(6);
    for (const range of usable) {
      const bill = listBills(log, { range, moment: range.to });
      expect([add(bill, 'range'), add(bill, 'moment')]).toStrictEqual([bill.sum.range, bill.sum.moment]);
      expect(numbersIn(log, range).spend).toBe(toUsd(bill.sum.range));
      expect(bill.sum.range).toBe(log.series.spending.nanoUsd(range as never));
    }
    const kinds = new Set(listBills(log, { range: whole, moment: log.end }).rows.map(({ kind }) => kind));
    expect([...kinds].sort()).toStrictEqual(['cluster', 'endpoint', 'pod', 'volume']);
  });

  test('of one endpoint has its workers, which add up to its row, and to the spend of the strip where that is of the endpoint alone', () => {
    const endpoints = listBills(log, { range: whole, moment: log.end }).rows.filter(({ kind }) => kind === 'endpoint');
    expect(endpoints.length).toBeGreaterThan(0);
    for (const { id } of endpoints)
      for (const range of usable) {
        const own = listBill(log, id, { range, moment: range.to });
        const row = listBills(log, { range, moment: range.to }).rows.find((one) => one.id === id);
        expect([id, own?.sum.range, own?.sum.moment]).toStrictEqual([id, row?.range ?? 0n, row?.moment ?? 0n]);
        expect(numbersIn(log, range, id).spend).toBe(toUsd(own?.sum.range ?? 0n));
        expect(own?.rows.filter(({ kind }) => kind !== 'worker')).toStrictEqual([]);
      }
  });

  test('of a worker is its row alone, and a job is on none', () => {
    const times = { range: whole, moment: log.end };
    const [endpoint] = listBills(log, times).rows.filter(({ kind }) => kind === 'endpoint');
    const [worker] = listBill(log, endpoint?.id ?? '', times)?.rows ?? [];
    expect(listBill(log, worker?.id ?? '', times)?.rows).toStrictEqual([worker]);
    const job = [...log.lives.ids()].find((id) => log.lives.kind(id) === 'job') ?? '';
    expect([job === '', listBill(log, job, times)]).toStrictEqual([false, undefined]);
  });

  test('is found by what people call it, and so is that of one thing', () => {
    const index = new FindIndex(log);
    const [endpoint] = listBills(log, { range: whole, moment: log.end }).rows.filter(({ kind }) => kind === 'endpoint');
    const name = log.labels.findName(endpoint?.id ?? '');
    for (const words of ['bill', 'the costs', 'what did it cost', 'spending'])
      expect([words, index.find(words, 1).likely[0]]).toMatchObject([words, { what: 'view', id: 'bill' }]);
    for (const words of [`bill of ${name}`, `what did ${name} cost`, `${name} spend`])
      expect([words, index.find(words, 1).likely[0]]).toMatchObject([
        words,
        { what: 'entity', id: endpoint?.id, detail: expect.stringMatching(/^cost \$/) },
      ]);
  });
});
