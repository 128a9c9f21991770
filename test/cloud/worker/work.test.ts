import { describe, expect, test } from 'vitest';
import { type Sharing, unitsEach, unitsPerMs } from '../../../engine/cloud/handler/sharing.ts';
import {
  beginWork,
  chunkAtMark,
  endWork,
  nextMarkAt,
  passMark,
  type SharedWork,
  type WorkPlan,
} from '../../../engine/cloud/worker/work.ts';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';

const at = (ms: number): VirtualTime => ms as VirtualTime;
const alone: Sharing = { kind: 'processor', from: 1 };

const begun = (jobs: readonly (readonly [string, WorkPlan, number])[], sharing = alone): SharedWork =>
  jobs.reduce<SharedWork | null>((work, [id, plan, ms]) => beginWork(work, id, plan, sharing, at(ms)), null) as SharedWork;

describe('the work that jobs share', () => {
  test('goes at full speed for as many as the handler says, and more share that evenly', () => {
    const speeds = [1, 2, 3, 4, 7, 1_000].map((running) => unitsEach({ kind: 'processor', from: 2 }, running));
    expect(speeds).toStrictEqual([unitsPerMs, unitsPerMs, 480_480, 360_360, 205_920, 1_441]);
  });

  test('goes at the speed that was measured for so many', () => {
    const sharing: Sharing = { kind: 'table', speeds: [1, 0.7, 0.5] };
    expect([1, 2, 3, 9].map((running) => unitsEach(sharing, running))).toStrictEqual([unitsPerMs, 504_504, 360_360, 360_360]);
  });

  test('of a batch goes the slower the more there are, and all together get more done', () => {
    const sharing: Sharing = { kind: 'batch', slope: 0.25 };
    expect([1, 2, 5].map((running) => unitsEach(sharing, running))).toStrictEqual([unitsPerMs, 576_576, 360_360]);
    const all = Array.from({ length: 1_000 }, (_, k) => (k + 1) * unitsEach({ kind: 'batch', slope: 0.02 }, k + 1));
    expect(all.every((units, k) => k === 0 || units > (all[k - 1] ?? 0))).toBe(true);
    // However many there are, no more than fifty times one alone: what a step of one more costs.
    expect(Math.max(...all) / unitsPerMs).toBeLessThan(50);
  });

  test('is done in the first whole millisecond that is not early', () => {
    const three = begun([
      ['a', { workMs: 10 }, 0],
      ['b', { workMs: 11 }, 0],
      ['c', { workMs: 100 }, 0],
    ]);
    expect(nextMarkAt(three)).toBe(30);
    const two = passMark(three, 'a', at(30));
    // b has one left, of which two thirds of a millisecond are not whole: it shares them with c.
    expect(nextMarkAt(two)).toBe(32);
    expect(
      nextMarkAt(
        begun(
          [
            ['a', { workMs: 1 }, 0],
            ['b', { workMs: 1 }, 0],
            ['c', { workMs: 1 }, 0],
          ],
          { kind: 'processor', from: 2 },
        ),
      ),
    ).toBe(2);
  });

  test('goes on faster without a job that is taken away, and without one that is not there as before', () => {
    const two = begun([
      ['a', { workMs: 10 }, 0],
      ['b', { workMs: 10 }, 0],
    ]);
    expect(nextMarkAt(endWork(two, 'b', at(4)))).toBe(12);
    expect(endWork(two, 'x', at(4))).toBe(two);
    expect(endWork(null, 'x', at(4))).toBeNull();
  });

  test('comes to each chunk, and then to its end', () => {
    let work = begun([['a', { workMs: 10, chunks: { count: 2, firstMs: 5, everyMs: 3 } }, 100]]);
    const marks: unknown[] = [];
    for (let due = nextMarkAt(work); due !== null; due = nextMarkAt(work)) {
      marks.push([due, chunkAtMark(work.shares[0] as never)]);
      work = passMark(work, 'a', due);
    }
    expect(marks).toStrictEqual([
      [105, 1],
      [108, 2],
      [110, undefined],
    ]);
  });

  test('of a job that hangs is never done, and slows the others', () => {
    const both = begun([
      ['hangs', {}, 0],
      ['a', { workMs: 10 }, 0],
    ]);
    expect(nextMarkAt(both)).toBe(20);
    expect(nextMarkAt(passMark(both, 'a', at(20)))).toBeNull();
  });

  test('of jobs that are done at the same time is done in the order in which they began', () => {
    const three = begun([
      ['a', { workMs: 3 }, 0],
      ['b', { workMs: 3 }, 0],
      ['c', { workMs: 3 }, 0],
    ]);
    expect(three.shares.map(({ id }) => id)).toStrictEqual(['a', 'b', 'c']);
  });

  test('is counted anew once the count is so high that adding would round it, and nothing is lost by that', () => {
    const year = 31_536_000_000;
    const early = begun([['hangs', {}, 0]]);
    const late = beginWork(early, 'a', { workMs: 1_001 }, alone, at(year));
    expect(late.count).toBeLessThan(2 ** 52);
    expect(nextMarkAt(late)).toBe(year + 2_002);
  });

  test('goes on under another rule once a job brings one', () => {
    const one = begun([['a', { workMs: 10 }, 0]]);
    const two = beginWork(one, 'b', { workMs: 10 }, { kind: 'processor', from: 2 }, at(5));
    expect(nextMarkAt(two)).toBe(10);
    expect(beginWork(two, 'c', { workMs: 10 }, undefined, at(5)).sharing).toStrictEqual({ kind: 'processor', from: 2 });
  });
});

/** What each job does, job by job and millisecond by millisecond. */
test.each([1, 2, 3])('jobs that come and go at random are done when a count of each alone says, path %i', (path) => {
  const draw = drawsFrom(`work/${path}`);
  const left = new Map<string, number>();
  const sharing: Sharing = { kind: 'processor', from: 3 };
  let work: SharedWork | null = null;
  const [ended, expected]: [string[], string[]] = [[], []];
  for (let ms = 0, n = 0; ms < 3_000; ms++) {
    const each = unitsEach(sharing, left.size);
    for (const [id, units] of left) left.set(id, units - each);
    while (work !== null && nextMarkAt(work) === ms) {
      const { id } = work.shares[0] as { id: string };
      ended.push(`${id} at ${ms}`);
      work = passMark(work, id, at(ms));
    }
    for (const [id, units] of left) {
      if (units > 0) continue;
      expected.push(`${id} at ${ms}`);
      left.delete(id);
    }
    if (draw('comes', 'job', ms) < 0.05) {
      const id = `job-${++n}`;
      const workMs = 1 + Math.floor(draw('work', id, 1) * 120);
      left.set(id, workMs * unitsPerMs);
      work = beginWork(work, id, { workMs }, sharing, at(ms));
    }
    const [first] = left.keys();
    if (first !== undefined && draw('goes', 'job', ms) < 0.01) {
      left.delete(first);
      work = endWork(work, first, at(ms));
    }
  }
  expect(ended.length).toBeGreaterThan(50);
  expect(ended.toSorted()).toStrictEqual(expected.toSorted());
});
