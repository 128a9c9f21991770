import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FifoQueue } from '../../engine/kernel/collections/fifoQueue.ts';
import { checkProperty } from '../support/checkProperty.ts';

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

test('a name keeps its position when it is enqueued again', () => {
  const lineup = lineupOf('a', 'b');
  lineup.enqueue('a');
  expect([...lineup]).toStrictEqual(['a', 'b']);
  expect(lineup.size).toBe(2);
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
  expect(['a', 'b', 'c', 'd', 'e'].map((name) => lineup.numberOf(name))).toStrictEqual([1, 0, 2, 4, 3]);
});

test('a name is inserted before the first later one, and at the end where there is none', () => {
  const lineup = lineupOf('c', 'e');
  for (const name of ['d', 'a', 'f', 'a']) lineup.enqueueBefore(name, (other) => other > name);
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

test('what is over is asked once', () => {
  const lineup = lineupOf('a', 'b', 'c');
  const asked: string[] = [];
  const first = () =>
    lineup.firstNotOver((name) => {
      asked.push(name);
      return name < 'c';
    });
  expect([first(), first()]).toStrictEqual(['c', 'c']);
  expect(asked).toStrictEqual(['a', 'b', 'c', 'c']);
});

const step = fc.record({ does: fc.constantFrom('join', 'goBefore', 'end', 'leave'), name: fc.constantFrom('a', 'b', 'c', 'd', 'e') });

test('a FifoQueue behaves like an array, whatever is added, ends, and is removed', () => {
  checkProperty(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const lineup = new FifoQueue();
      const over = new Set<string>();
      let model: string[] = [];
      for (const { does, name } of steps) {
        if (does === 'join') {
          lineup.enqueue(name);
          if (!model.includes(name)) model.push(name);
        } else if (does === 'goBefore') {
          lineup.enqueueBefore(name, (other) => other > name);
          const later = model.findIndex((other) => other > name);
          if (!model.includes(name)) model.splice(later < 0 ? model.length : later, 0, name);
        } else if (does === 'end') {
          if (model.includes(name)) over.add(name);
        } else {
          lineup.remove(name);
          over.delete(name);
          model = model.filter((other) => other !== name);
        }
        expect([...lineup]).toStrictEqual(model);
        expect([lineup.first, lineup.last, lineup.size]).toStrictEqual([model[0], model.at(-1), model.length]);
        expect(lineup.has(name)).toBe(model.includes(name));
        expect(lineup.firstNotOver((other) => over.has(other))).toBe(model.find((other) => !over.has(other)));
      }
    }),
    300,
  );
});
