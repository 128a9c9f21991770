import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { entryText } from '../../engine/kernel/entryText.ts';
import { computeFingerprint, EventLog, firstLink, LogChain, limitLog, nextLink } from '../../engine/kernel/log.ts';
import type { LogEntry, LoggedEvent } from '../../engine/kernel/logEntry.ts';
import { sha256Hex } from '../../engine/kernel/sha256.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';

interface Counted extends LoggedEvent {
  readonly n: number;
}

/** More than two chunks of 1,024. */
const many = 2_500;
const nth = (n: number): LogEntry<Counted> => ({ seq: n, at: (n * 10) as VirtualTime, cause: n - 1, event: { type: 'Counted', n } });
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, k) => nth(from + k));
const filled = (count: number, log = new EventLog<Counted>()) => {
  for (let n = 1; n <= count; n++) log.append((n * 10) as VirtualTime, n - 1, { type: 'Counted', n });
  return log;
};

describe('a log', () => {
  test('numbers its entries from 1', () => {
    const log = new EventLog<Counted>();
    expect(log.append(5 as VirtualTime, 0, { type: 'Counted', n: 1 })).toBe(1);
    expect(log.append(5 as VirtualTime, 1, { type: 'Counted', n: 2 })).toBe(2);
    expect(log.length).toBe(2);
  });

  test('gives back what was appended, oldest first', () => {
    expect([...filled(many).entries()]).toStrictEqual(upTo(1, many));
  });

  test.each([0, 1, 1_023, 1_024, 1_025, 2_048, 2_499, 2_500, 9_999])('gives the entries after %i', (after) => {
    expect([...filled(many).entries(after)]).toStrictEqual(after >= many ? [] : upTo(after + 1, many));
  });

  test.each([1, 2, 1_024, 1_025, 2_048, 2_049, 2_500])('finds entry %i', (seq) => {
    expect(filled(many).entry(seq)).toStrictEqual(nth(seq));
  });

  test.each([-1, 0, 2_501])('has no entry %i', (seq) => {
    expect(filled(many).entry(seq)).toBeUndefined();
  });

  test.each([1_023, 1_024, 1_025, 2_048])('is whole when it ends at entry %i', (count) => {
    expect([...filled(count).entries()]).toStrictEqual(upTo(1, count));
    expect(filled(count).entry(count)).toStrictEqual(nth(count));
  });
});

describe('a log with a sink', () => {
  const sunk = () => {
    const chunks: LogEntry<Counted>[][] = [];
    return { chunks, log: filled(many, new EventLog<Counted>((entries) => chunks.push([...entries]))) };
  };

  test('hands over whole chunks in order, and the rest when it is flushed', () => {
    const { chunks, log } = sunk();
    expect(chunks).toStrictEqual([upTo(1, 1_024), upTo(1_025, 2_048)]);
    log.flush();
    expect(chunks).toStrictEqual([upTo(1, 1_024), upTo(1_025, 2_048), upTo(2_049, many)]);
  });

  test('hands over nothing twice', () => {
    const { chunks, log } = sunk();
    log.flush();
    log.flush();
    expect(chunks).toHaveLength(3);
  });

  test('holds only the entries that were not flushed', () => {
    const { log } = sunk();
    expect(log.length).toBe(many);
    expect([...log.entries()]).toStrictEqual(upTo(2_049, many));
    expect(log.entry(2_048)).toBeUndefined();
    expect(log.entry(2_049)).toStrictEqual(nth(2_049));
  });

  test('continues counting after a flush', () => {
    const { chunks, log } = sunk();
    log.flush();
    expect(log.append(0 as VirtualTime, 0, { type: 'Counted', n: 0 })).toBe(many + 1);
    log.flush();
    expect(chunks.at(-1)?.map(({ seq }) => seq)).toStrictEqual([many + 1]);
  });
});

describe('a log whose entries are also stored elsewhere', () => {
  /** A store with so many entries. */
  const past = (length: number) =>
    limitLog({ entries: (after: number) => upTo(after + 1, many), entry: (seq) => (seq < 1 ? undefined : nth(seq)) }, length);

  // biome-ignore format: a table
  test.each([
    // most, kept, held
    [2_500,  2_500, 2_500],
    [2_499,  2_500, 1_476],
    [1_476,  2_500, 1_476],
    [1_475,  2_500,   452],
    [    0,  2_500,   452],
    [    0,  2_048,   452],
    [    0,  2_047, 1_476],
    [    0,  1_023, 2_500],
  ])('holds no more than %i, while the first %i are stored: %i', (most, kept, held) => {
    const log = filled(many);
    log.release(past(kept), most);
    expect([log.held, log.length]).toStrictEqual([held, many]);
  });

  test.each([0, 1, 1_023, 1_024, 2_048, 2_049, 2_499, 2_500])('reads what it does not hold there: after entry %i', (after) => {
    const log = filled(many);
    log.release(past(2_100), 0);
    expect([...log.entries(after)]).toStrictEqual(after === many ? [] : upTo(after + 1, many));
    expect(log.entry(after)).toStrictEqual(after === 0 ? undefined : nth(after));
  });

  test('grows, and releases more', () => {
    const log = filled(many);
    log.release(past(2_048), 0);
    for (let n = many + 1; n <= 2 * many; n++) log.append((n * 10) as VirtualTime, n - 1, { type: 'Counted', n });
    log.release(limitLog({ entries: (after) => upTo(after + 1, 2 * many), entry: nth }, 2 * many), 1_000);
    expect(log.held).toBe(904);
    expect([...log.entries()]).toStrictEqual(upTo(1, 2 * many));
  });

  test('can be released while it is read', () => {
    const log = filled(many);
    const read: LogEntry<Counted>[] = [];
    for (const entry of log.entries()) {
      if (read.push(entry) === 500) log.release(past(many), 0);
    }
    expect(read).toStrictEqual(upTo(1, many));
  });

  test('does not change its past for a shorter one', () => {
    const log = filled(many);
    log.release(past(2_048), 0);
    expect(() => log.release(past(2_047), 0)).toThrow('entries up to 2048 are not in memory, and the past has only 2047');
  });
});

describe('an entry as text', () => {
  test('has its number, time, cause and type first, then its data by key, and what was given as it came', () => {
    const event = { type: 'JobQueued', jobId: 'job-1', endpointId: 'ep', terms: { b: 1, a: [] }, input: { b: 1, a: [] } };
    expect(entryText({ seq: 4, at: 2_000 as VirtualTime, cause: 3, event })).toBe(
      '{"seq":4,"at":2000,"cause":3,"type":"JobQueued","endpointId":"ep","input":{"b":1,"a":[]},"jobId":"job-1","terms":{"a":[],"b":1}}',
    );
  });

  test('ends with its type where there is no data', () => {
    expect(entryText({ seq: 1, at: 0 as VirtualTime, cause: 0, event: { type: 'Nothing' } })).toBe(
      '{"seq":1,"at":0,"cause":0,"type":"Nothing"}',
    );
  });
});

describe('a fingerprint', () => {
  const header = { podsim: { format: 4 }, definition: { seed: 'podsim' } };
  const named = { ...header, definition: { seed: 'podsim', name: 'Größe \ud83d 😀' } };

  test('is a chain of digests that starts from the definition', () => {
    const first = sha256Hex('{"seed":"podsim"}');
    const second = sha256Hex(`${first}{"seq":1,"at":10,"cause":0,"type":"Counted","n":1}`);
    expect(firstLink(header)).toBe(first);
    expect(nextLink(first, entryText(nth(1)))).toBe(second);
    expect(computeFingerprint(header, [nth(1)])).toBe(second);
    expect(computeFingerprint(header, [])).toBe(first);
  });

  test('has the value it always had', () => {
    expect(computeFingerprint(header, upTo(1, 3))).toMatchInlineSnapshot(
      `"fb52293fd3ed3782d3befe2d982e9843418fdad2f3ea57044d2771fa37edbfd7"`,
    );
  });

  test('continues from that of any prefix', () => {
    expect(computeFingerprint(header, upTo(1, 9))).toBe(nextLink(computeFingerprint(header, upTo(1, 8)), entryText(nth(9))));
  });

  test('a chain continues from its last link, and returns the text of each entry', () => {
    const chain = new LogChain(header);
    expect([chain.link, chain.length]).toStrictEqual([computeFingerprint(header, []), 0]);
    for (let n = 1; n <= 9; n++) {
      expect(chain.add(nth(n))).toBe(entryText(nth(n)));
      expect([chain.link, chain.length]).toStrictEqual([computeFingerprint(header, upTo(1, n)), n]);
    }
  });

  test('the digest of the platform gives the same', () => {
    const ofNode = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
    expect(computeFingerprint(named, upTo(1, 9), ofNode)).toBe(computeFingerprint(named, upTo(1, 9)));
  });

  test.each([
    ['another definition', computeFingerprint({ ...header, definition: { seed: 'other' } }, upTo(1, 3))],
    ['another order', computeFingerprint(header, [nth(2), nth(1), nth(3)])],
    ['an entry less', computeFingerprint(header, upTo(1, 2))],
    ['another value', computeFingerprint(header, [...upTo(1, 2), { ...nth(3), event: { type: 'Counted', n: 4 } }])],
    ['another time', computeFingerprint(header, [...upTo(1, 2), { ...nth(3), at: 31 as VirtualTime }])],
    ['another cause', computeFingerprint(header, [...upTo(1, 2), { ...nth(3), cause: 1 }])],
  ])('is another one with %s', (_, other) => {
    expect(other).not.toBe(computeFingerprint(header, upTo(1, 3)));
  });
});

test.each(['', 'abc', 'Größe 大 😀', 'x'.repeat(1_000)])('SHA-256 of %j is that of its UTF-8 bytes', (text) => {
  expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});
