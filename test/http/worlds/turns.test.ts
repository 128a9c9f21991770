import { describe, expect, test } from 'vitest';
import { Turns, takeTurn, type Work } from '../../../adapters/host/call/turns.ts';
import type { Steps } from '../../../engine/kernel/steps.ts';

/** What happened, in order. */
type Told = string[];

const work = (told: Told, name: string, steps: number, more: Partial<Work> = {}): Work => ({
  *steps(): Steps<void> {
    for (let k = 1; k <= steps; k++) {
      told.push(`${name} ${k}`);
      yield;
    }
    told.push(`${name} is over`);
  },
  fail: (error) => told.push(`${name} failed: ${error}`),
  refuse: (because) => told.push(`${name} is refused: ${because}`),
  ...more,
});

const turnOver = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const idle = (...all: readonly Turns[]): Promise<unknown> =>
  Promise.all(all.map((turns) => new Promise<void>((resolve) => turns.whenIdle(resolve))));

describe('what is done to a world', () => {
  test('is over at once where it is short', () => {
    const told: Told = [];
    const turns = new Turns();
    expect([turns.take(work(told, 'a', 0)), turns.isBusy]).toStrictEqual([true, false]);
    expect(told).toStrictEqual(['a is over']);
  });

  test('is done in slices where it is long, and work of others runs in between', async () => {
    const told: Told = [];
    const [one, other] = [new Turns(0), new Turns(0)];
    expect(one.take(work(told, 'a', 3))).toBe(false);
    expect(other.take(work(told, 'b', 2))).toBe(false);
    await idle(one, other);
    expect(told).toStrictEqual(['a 1', 'b 1', 'a 2', 'b 2', 'a 3', 'b is over', 'a is over']);
  });

  test('leaves a turn of the event loop between two slices', async () => {
    const told: Told = [];
    const turns = new Turns(0);
    turns.take(work(told, 'a', 2));
    setImmediate(() => told.push('another'));
    await idle(turns);
    expect(told).toStrictEqual(['a 1', 'a 2', 'another', 'a is over']);
  });

  test('is done in the order in which it came, none before the last is over', async () => {
    const told: Told = [];
    const turns = new Turns(0);
    turns.take(work(told, 'a', 1));
    expect(turns.take(work(told, 'b', 0))).toBe(false);
    turns.take(work(told, 'c', 1));
    turns.takeNext(work(told, 'first', 0));
    await idle(turns);
    expect(told).toStrictEqual(['a 1', 'a is over', 'first is over', 'b is over', 'c 1', 'c is over']);
  });

  test('may ask for more', () => {
    const told: Told = [];
    const turns = new Turns();
    const asking = work(told, 'a', 0, {
      *steps() {
        turns.take(work(told, 'b', 0));
        told.push('a');
        yield;
      },
    });
    expect(turns.take(asking)).toBe(true);
    expect(told).toStrictEqual(['a', 'b is over']);
  });

  test('that throws rejects its promise, and holds nothing up', async () => {
    const told: Told = [];
    const turns = new Turns(0);
    turns.take(
      work(told, 'a', 0, {
        *steps() {
          yield;
          throw new Error('broken');
        },
      }),
    );
    turns.take(work(told, 'b', 0));
    await idle(turns);
    expect(told).toStrictEqual(['a failed: Error: broken', 'b is over']);
  });

  test('does not begin after its caller has left', async () => {
    const told: Told = [];
    const turns = new Turns(0);
    turns.take(work(told, 'a', 1));
    const left = work(told, 'b', 1);
    turns.take(left);
    turns.leave(left);
    await idle(turns);
    expect(told).toStrictEqual(['a 1', 'a is over']);
  });

  test('is cancelled midway where it may be, and the waiting work continues', async () => {
    const told: Told = [];
    const turns = new Turns(0);
    const [dropped, kept] = [work(told, 'a', 9, { mayStop: true }), work(told, 'b', 1)];
    turns.take(dropped);
    turns.take(kept);
    turns.leave(dropped);
    await turnOver();
    turns.leave(kept);
    await idle(turns);
    expect(told).toStrictEqual(['a 1', 'b 1', 'b is over']);
  });

  test('can be finished at once', () => {
    const told: Told = [];
    const turns = new Turns(0);
    turns.take(work(told, 'a', 2));
    turns.take(work(told, 'b', 0));
    turns.completeAll();
    expect([told, turns.isBusy]).toStrictEqual([['a 1', 'a 2', 'a is over', 'b is over'], false]);
  });

  test('ends with the world: what is under way is dropped, or brought to its end; what waits is refused', () => {
    for (const mayStop of [true, undefined] as const) {
      const told: Told = [];
      const turns = new Turns(0);
      turns.take(work(told, 'a', 2, mayStop === true ? { mayStop } : {}));
      turns.take(work(told, 'b', 0));
      turns.close('it ends');
      const ofA = mayStop === true ? ['a 1', 'a is refused: it ends'] : ['a 1', 'a 2', 'a is over'];
      expect([told, turns.isBusy]).toStrictEqual([[...ofA, 'b is refused: it ends'], false]);
    }
  });

  test('that the LogWriter needs is also done when the world is closed', async () => {
    const turns = new Turns(0);
    turns.take(work([], 'a', 2));
    const seven = takeTurn(turns, function* () {
      yield;
      return 7;
    });
    turns.close('it ends');
    expect(await seven).toBe(7);
  });
});
