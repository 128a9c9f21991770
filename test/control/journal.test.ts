import { describe, expect, test } from 'vitest';
import { Journal } from '../../engine/control/journal.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';

const at = 5 as VirtualTime;
const request = { params: {}, query: {} };
const open = (journal: Journal): number => journal.open('run', { digest: 'k' }, request, { seq: 7, after: 7, at });
const kept = (journal: Journal): number[] => [...journal.newest()].map(({ n }) => n);

describe('a journal (control.journal)', () => {
  test('stores requests and answers', () => {
    const journal = new Journal();
    const n = open(journal);
    const [call] = journal.newest();
    expect(call).toStrictEqual({
      n: 1,
      operation: 'run',
      client: { digest: 'k' },
      request,
      seq: 7,
      after: 7,
      at,
      status: 0,
      rule: undefined,
      answeredAt: null,
      text: undefined,
      size: 0,
    });
    journal.close(n, 409, 'job.retry-refused', '{}', 9 as VirtualTime);
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
    journal.close(first, 200, undefined, 'late', at);
    journal.close(99, 200, undefined, 'never', at);
    expect([...journal.newest()].map(({ status, text }) => [status, text])).toStrictEqual([
      [0, undefined],
      [0, undefined],
    ]);
  });

  test('cuts an answer that is too long, with a note', () => {
    const journal = new Journal();
    journal.close(open(journal), 200, undefined, 'x'.repeat(16_384), at);
    journal.close(open(journal), 200, undefined, 'x'.repeat(16_385), at);
    const [cut, whole] = [...journal.newest()].map(({ text }) => text);
    expect(whole).toBe('x'.repeat(16_384));
    expect(cut).toBe(`${'x'.repeat(16_384)} … [cut: this server's limit journalBody; podsim serve --limit journalBody=N sets it]`);
  });

  // biome-ignore format: a table
  test.each<[string, Json, string]>([
    ['one long text',             'x'.repeat(100),                             `"${'x'.repeat(39)}`],
    ['a long list',               Array.from({ length: 100 }, (_, k) => k),    '[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,1'],
    ['a list of nothing much',    Array.from({ length: 3 }, () => ({})),       '[{},{},{}]'],
    ['many names',                { [`"${'n'.repeat(100)}`]: 1 },              `{"\\"${'n'.repeat(36)}`],
    ['what is deep',              { input: { a: { b: [null, true, 'xxxxxxxxxxxxxxxxxxxx'] } } }, '{"input":{"a":{"b":[null,true,"xxxxxxxxx'],
  ])('cuts the body of a request that is too long, in characters or in what it takes: %s', (_, body, text) => {
    const journal = new Journal({ journalBody: 40 });
    journal.open('run', { digest: 'k' }, { ...request, body }, { seq: 7, after: 7, at });
    const [call] = journal.newest();
    expect(String(call?.request.body).replace(/ … \[cut: .*journalBody.*\]$/, ' (cut)')).toBe(`${text} (cut)`);
    expect(call?.size).toBe(40);
  });

  test('limits requests as well: the bodies of the oldest are dropped, then nothing is left but their lines', () => {
    const journal = new Journal({ journalCalls: 5, journalBodies: 150 });
    const [body, query] = [{ input: 'x'.repeat(20) }, { q: 'x'.repeat(20) }];
    for (let k = 0; k < 4; k++) journal.open('run', { digest: 'k' }, { params: { a: 'b' }, query, body }, { seq: 7, after: 7, at });
    const dropped = { params: { a: 'b' }, query: {}, body: expect.stringContaining('[dropped: ') };
    expect([...journal.newest()].map((call) => call.request)).toStrictEqual([
      { params: { a: 'b' }, query, body },
      dropped,
      dropped,
      dropped,
    ]);
  });

  test('stores no long query, and nothing else that is long', () => {
    const journal = new Journal({ journalBody: 40 });
    const podsim = { handler: { output: 'x'.repeat(100) } };
    journal.open(
      'run',
      { digest: 'k' },
      { params: {}, query: { q: 'x'.repeat(100) }, headers: { h: 'h' }, podsim, body: 1 },
      { seq: 7, after: 7, at },
    );
    const [call] = journal.newest();
    expect(call).toMatchObject({ request: { params: {}, query: {}, body: 1 }, size: 32 });
    expect(Object.keys(call?.request ?? {})).toStrictEqual(['params', 'query', 'body']);
  });

  test('limits the total size of bodies: the oldest are dropped first', () => {
    const journal = new Journal({ journalBodies: 10 });
    for (const text of ['aaaa', 'bbbb', 'cccc', 'd', 'e', 'ffffff']) journal.close(open(journal), 200, undefined, text, at);
    expect([...journal.newest()].map(({ text }) => text)).toStrictEqual(['ffffff', 'e', 'd', undefined, undefined, undefined]);
  });

  test('holds that limit also when calls are dropped, and when they are answered late', () => {
    const journal = new Journal({ journalCalls: 4, journalBodies: 10 });
    const held = open(journal);
    for (let k = 0; k < 2; k++) journal.close(open(journal), 200, undefined, 'xxxx', at);
    journal.close(held, 200, undefined, 'late', at);
    const texts = () => [...journal.newest()].map(({ text }) => text);
    expect(texts().join('').length).toBeLessThanOrEqual(10);
    for (let k = 0; k < 40; k++) {
      const late = open(journal);
      journal.close(open(journal), 200, undefined, 'yyyyy', at);
      journal.close(late, 200, undefined, 'zzz', at);
      const total = texts().reduce((sum, text) => sum + (text?.length ?? 0), 0);
      expect(total).toBeLessThanOrEqual(10);
      expect(total).toBeGreaterThan(0);
    }
    expect(journal.forgotten).toBe(79);
  });
});
