import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { sendPieces } from '../../adapters/http/answers.ts';
import { Outlet, UnreadStreams } from '../../adapters/http/unread.ts';

// Many clients read a long log at once. Each has a piece of it made in a turn of the event loop, and no turn has the pieces of all: others would wait
// for 500 pieces.

/** How many pieces were made in each of some turns. */
const countMade = async (made: readonly unknown[]): Promise<ReadonlySet<number>> => {
  const counts = new Set<number>();
  for (let turn = 0; turn < 40; turn++) {
    const before = made.length;
    await setImmediate();
    counts.add(made.length - before);
  }
  return counts;
};

test('a turn has the next piece of one stream', async () => {
  const made: number[] = [];
  const all = new UnreadStreams({ streamsUnread: 100 });
  for (let k = 0; k < 10; k++) new Outlet(new PassThrough() as unknown as Response, all, () => undefined).whenWritten(() => made.push(k));
  expect(await countMade(made)).toStrictEqual(new Set([1, 0]));
  expect(made).toStrictEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a turn has the next piece of one answer', async () => {
  const made: string[] = [];
  const pieces = function* () {
    for (let k = 0; k < 3; k++) {
      made.push(String(k));
      yield 'piece';
    }
  };
  for (let k = 0; k < 10; k++) sendPieces(new PassThrough().resume() as unknown as Response, pieces());
  await setImmediate();
  expect(Math.max(...(await countMade(made)))).toBe(1);
  expect(made).toHaveLength(30);
});
