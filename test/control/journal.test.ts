import { describe, expect, test } from 'vitest';
import { Journal } from '../../engine/control/journal.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';

const at = 5 as VirtualTime;
const request = { params: {}, query: {} };
const open = (journal: Journal): number => journal.opened('run', { key: 'k' }, request, 7, at);
const kept = (journal: Journal): number[] => [...journal.newest()].map(({ n }) => n);

describe('a journal (control.journal)', () => {
  test('stores requests and answers', () => {
    const journal = new Journal();
    const n = open(journal);
    const [call] = journal.newest();
    expect(call).toStrictEqual({
      n: 1,
      operation: 'run',
      client: { key: 'k' },
      request,
      seq: 7,
      at,
      status: 0,
      rule: undefined,
      answeredAt: null,
      text: undefined,
    });
    journal.closed(n, 409, 'job.retry-refused', '{}', 9 as VirtualTime);
    expect(call).toMatchObject({ status: 409, rule: 'job.retry-refused', answeredAt: 9, text: '{}' });
  });

  test('stores the newest, and counts the others', () => {
    const journal = new Journal({ journalCalls: 3 });
    expect([kept(journal), journal.forgotten]).toStrictEqual([[], 0]);
    for (let k = 0; k < 5; k++) open(journal);
    expect([kept(journal), journal.forgotten]).toStrictEqual([[5, 4, 3], 2]);
  });

  test('ignores the answer to a call that it has dropped', () => {
    const journal = new Journal({ journalCalls: 2 });
    const [first] = [open(journal), open(journal), open(journal)];
    journal.closed(first, 200, undefined, 'late', at);
    journal.closed(99, 200, undefined, 'never', at);
    expect([...journal.newest()].map(({ status, text }) => [status, text])).toStrictEqual([
      [0, undefined],
      [0, undefined],
    ]);
  });

  test('stores no body that is too long', () => {
    const journal = new Journal();
    journal.closed(open(journal), 200, undefined, 'x'.repeat(16_384), at);
    journal.closed(open(journal), 200, undefined, 'x'.repeat(16_385), at);
    expect([...journal.newest()].map(({ text }) => text?.length)).toStrictEqual([undefined, 16_384]);
  });

  test('limits the total size of bodies: the oldest are dropped first', () => {
    const journal = new Journal({ journalBodies: 10 });
    for (const text of ['aaaa', 'bbbb', 'cccc', 'd', 'e', 'ffffff']) journal.closed(open(journal), 200, undefined, text, at);
    expect([...journal.newest()].map(({ text }) => text)).toStrictEqual(['ffffff', 'e', 'd', undefined, undefined, undefined]);
  });

  test('holds that limit also when calls are dropped, and when they are answered late', () => {
    const journal = new Journal({ journalCalls: 4, journalBodies: 10 });
    const held = open(journal);
    for (let k = 0; k < 2; k++) journal.closed(open(journal), 200, undefined, 'xxxx', at);
    journal.closed(held, 200, undefined, 'late', at);
    const texts = () => [...journal.newest()].map(({ text }) => text);
    expect(texts().join('').length).toBeLessThanOrEqual(10);
    for (let k = 0; k < 40; k++) {
      const late = open(journal);
      journal.closed(open(journal), 200, undefined, 'yyyyy', at);
      journal.closed(late, 200, undefined, 'zzz', at);
      const total = texts().reduce((sum, text) => sum + (text?.length ?? 0), 0);
      expect(total).toBeLessThanOrEqual(10);
      expect(total).toBeGreaterThan(0);
    }
    expect(journal.forgotten).toBe(79);
  });
});
