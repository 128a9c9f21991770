import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FifoQueue } from '../../engine/kernel/collections/fifoQueue.ts';
import { finish } from '../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { checkProperty } from '../support/checkProperty.ts';

const at = (ms: number): VirtualTime => ms as VirtualTime;

const lineupOf = (...names: readonly string[]): FifoQueue => {
  const lineup = new FifoQueue();
  for (const name of names) lineup.enqueue(name);
  return lineup;
};

test('a FifoQueue has the order in which names were enqueued', () => {
  expect([...lineupOf('b', 'a', 'c')]).toStrictEqual(['b', 'a', 'c']);
});

test('names that look like numbers keep their order too', () => {
  expect([...lineupOf('10', 'b', '9', '1')]).toStrictEqual(['10', 'b', '9', '1']);
});

test('a name that leaves while the queue is read is not read, and one that joins is', () => {
  const lineup = lineupOf('a', 'b', 'c', 'd');
  const read: string[] = [];
  for (const name of lineup) {
    read.push(name);
    if (name === 'a') for (const other of ['b', 'c']) lineup.remove(other);
    if (name === 'd') lineup.enqueue('b');
    if (read.length === 3) break;
  }
  expect(read).toStrictEqual(['a', 'd', 'b']);
});

test('a removed name is enqueued at the end again', () => {
  const lineup = lineupOf('a', 'b');
  lineup.remove('a');
  lineup.enqueue('a');
  expect([...lineup]).toStrictEqual(['b', 'a']);
});

test('the position of a name is the number of names before it', () => {
  const lineup = lineupOf('a', 'b', 'c', 'd');
  lineup.remove('b');
  lineup.enqueueBefore('e', (other) => other === 'd');
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => lineup.findNumber(name))).toStrictEqual([1, 0, 2, 4, 3]);
});

test('a name is inserted before the first later one, and at the end where there is none', () => {
  const lineup = lineupOf('c', 'e');
  for (const name of ['d', 'a', 'f']) lineup.enqueueBefore(name, (other) => other > name);
  expect([...lineup]).toStrictEqual(['a', 'c', 'd', 'e', 'f']);
  lineup.remove('c');
  lineup.remove('a');
  expect([lineup.first, lineup.last, lineup.size]).toStrictEqual(['d', 'f', 3]);
});

test('an empty FifoQueue has no first and no last', () => {
  const lineup = lineupOf('a');
  lineup.remove('a');
  lineup.remove('stranger');
  expect([lineup.first, lineup.last, lineup.size, lineup.has('a')]).toStrictEqual([undefined, undefined, 0, false]);
});

test('a name is passed over from its end on, and one without an end never', () => {
  const lineup = new FifoQueue();
  lineup.enqueue('a', at(10));
  lineup.enqueue('b', at(20));
  lineup.enqueue('c');
  expect([9, 10, 19, 20, 99].map((now) => lineup.firstNotOver(at(now)))).toStrictEqual(['a', 'b', 'b', 'c', 'c']);
  expect([...lineup]).toStrictEqual(['a', 'b', 'c']);
});

test('what is behind a name that is over and has left is looked at anew', () => {
  const lineup = new FifoQueue();
  lineup.enqueue('a', at(1));
  lineup.enqueue('b');
  lineup.enqueue('c');
  expect(lineup.firstNotOver(at(1))).toBe('b');
  for (const name of ['a', 'b']) lineup.remove(name);
  expect(lineup.firstNotOver(at(1))).toBe('c');
});

test('a queue that is loaded has the names and the ends of the one that was dumped', () => {
  const [one, other] = [new FifoQueue(), new FifoQueue()];
  one.enqueue('a', at(10));
  one.enqueue('b');
  finish(other.load(finish(one.dump())));
  expect([...other]).toStrictEqual(['a', 'b']);
  expect(other.firstNotOver(at(10))).toBe('b');
});

const step = fc.record({
  does: fc.constantFrom('join', 'goBefore', 'wait', 'leave'),
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  lasts: fc.constantFrom(null, 1, 2, 9),
});

test('a FifoQueue behaves like an array, whatever is added, ends, and is removed', () => {
  checkProperty(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lineup = new FifoQueue();
      let now = 0;
      let model: { readonly name: string; readonly end: VirtualTime | null }[] = [];
      for (const { does, name, lasts } of steps) {
        const end = lasts === null ? null : at(now + lasts);
        const isThere = model.some((one) => one.name === name);
        if (does === 'join') {
          if (isThere) continue;
          lineup.enqueue(name, end);
          model.push({ name, end });
        } else if (does === 'goBefore') {
          if (isThere) continue;
          lineup.enqueueBefore(name, (other) => other > name, end);
          const place = model.findIndex((other) => other.name > name);
          model.splice(place < 0 ? model.length : place, 0, { name, end });
        } else if (does === 'wait') {
          now += 1;
        } else {
          lineup.remove(name);
          model = model.filter((other) => other.name !== name);
        }
        expect([...lineup]).toStrictEqual(model.map((one) => one.name));
        expect([lineup.first, lineup.last, lineup.size]).toStrictEqual([model[0]?.name, model.at(-1)?.name, model.length]);
        expect(lineup.has(name)).toBe(model.some((one) => one.name === name));
        expect(lineup.firstNotOver(at(now))).toBe(model.find((one) => one.end === null || one.end > now)?.name);
      }
    }),
    300,
  );
});
