import { isLeft, left, right } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { to } from '../../engine/cloud/lifecycles.ts';
import { after, allowEvent, applyEvent, type Mutable, whyNot } from '../../engine/kernel/decider.ts';
import { readLifecycle } from '../../engine/kernel/lifecycle.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';

interface Box {
  readonly id: string;
  readonly status: string;
  readonly held: readonly string[];
  readonly label: { readonly text: string };
}
interface BoxFilled {
  readonly type: 'BoxFilled';
  readonly with: string;
}

const box: Box = { id: 'box-1', status: 'EMPTY', held: [], label: { text: 'a' } };
const fill = (draft: Mutable<Box>, event: BoxFilled, at: VirtualTime): void => {
  draft.status = 'FULL';
  draft.held = [...draft.held, `${event.with} at ${at}`];
};
const filled: BoxFilled = { type: 'BoxFilled', with: 'sand' };

describe('evolved', () => {
  test('leaves the entity before the event as it was', () => {
    const before = structuredClone(box);
    const now = applyEvent(fill, box, filled, 5 as VirtualTime);
    expect(box).toStrictEqual(before);
    expect(now).toStrictEqual({ ...before, status: 'FULL', held: ['sand at 5'] });
  });

  test('shares what did not change', () => {
    expect(applyEvent(fill, box, filled, 5 as VirtualTime).label).toBe(box.label);
  });

  test('takes an entity that cannot be changed', () => {
    const frozen = Object.freeze({ ...box, held: Object.freeze([...box.held]) });
    expect(applyEvent(fill, frozen, filled, 5 as VirtualTime).held).toStrictEqual(['sand at 5']);
    expect(() => fill(frozen, filled, 5 as VirtualTime)).toThrow(TypeError);
  });

  test('freezes nothing of its caller', () => {
    expect(Object.isFrozen(applyEvent(fill, box, filled, 5 as VirtualTime).held)).toBe(false);
  });
});

const plain = { description: '', tags: [], meta: { rule: '' } };
const gone = to('GONE', '', '');

const boxLifecycle = readLifecycle<string, string>({
  id: 'box',
  initial: 'NEW',
  states: {
    NEW: { ...plain, on: { BoxMade: to('EMPTY', '', '') } },
    EMPTY: { ...plain, on: { BoxFilled: to('FULL', '', ''), BoxBroken: gone, BoxSold: to('GONE', '', '', { asked: 'sold' }) } },
    FULL: { ...plain, on: { BoxBroken: gone, BoxEmptied: to('EMPTY', '', '', { asked: 'emptied' }) } },
    GONE: { ...plain, type: 'final' },
  },
});

describe('the gate to the log', () => {
  test('lets an event through that the lifecycle has a cell for', () => {
    expect(allowEvent(boxLifecycle, box, 'box.fill', filled)).toStrictEqual(right(filled));
  });

  test('refuses one that it has none for, and says when it would have been allowed', () => {
    expect(allowEvent(boxLifecycle, { ...box, status: 'FULL' }, 'box.fill', filled)).toStrictEqual(
      left({ kind: 'refused', rule: 'box.fill', detail: 'box-1 is FULL; BoxFilled cannot happen now (it can when box is EMPTY)' }),
    );
    expect(allowEvent(boxLifecycle, { ...box, status: 'GONE' }, 'box.break', { type: 'BoxBroken' })).toStrictEqual(
      left({ kind: 'refused', rule: 'box.break', detail: 'box-1 is GONE; BoxBroken cannot happen now (it can when box is EMPTY or FULL)' }),
    );
  });

  test('tells the caller the current status and what is possible, and names no events', () => {
    const said = (status: string, eventType: string) => whyNot(boxLifecycle, { id: 'box-1', status }, 'box', eventType).detail;
    expect(said('FULL', 'BoxSold')).toBe('box-1 is FULL and cannot be sold: only a box that is EMPTY can; this one can be emptied');
    expect(said('EMPTY', 'BoxEmptied')).toBe('box-1 is EMPTY and cannot be emptied: only a box that is FULL can; this one can be sold');
    expect(said('GONE', 'BoxSold')).toBe('box-1 is GONE and cannot be sold: only a box that is EMPTY can');
    expect(said('FULL', 'BoxMade')).toBe('there is a box box-1 already: the key that made it makes no other, use another key');
  });

  test('does not know an entity that has not begun', () => {
    expect(allowEvent(boxLifecycle, { ...box, status: 'NEW' }, 'box.fill', filled)).toStrictEqual(
      left({ kind: 'unknown', rule: 'box.fill', detail: 'box not found' }),
    );
  });

  test('says so where an event never can happen', () => {
    expect(whyNot(boxLifecycle, box, 'box.fly', 'BoxFlown').detail).toBe('box-1 is EMPTY; BoxFlown cannot happen now (it never can)');
    expect(isLeft(allowEvent(boxLifecycle, box, 'box.fly', { type: 'BoxFlown' }))).toBe(true);
  });
});

test.each([
  ['so long after an instant', 1_000, 500, 1_500],
  ['at once', 1_000, 0, 1_000],
  ['never, where nothing has begun', null, 500, null],
  ['never, where there is no end', 1_000, null, null],
])('a timer fires %s', (_, since, by, due) => {
  expect(after(since as VirtualTime | null, by)).toBe(due);
});
