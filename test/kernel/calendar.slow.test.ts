import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Calendar, type CalendarEntry, CalendarRun } from '../../engine/kernel/calendar.ts';
import { InvariantViolation } from '../../engine/kernel/invariant.ts';
import type { VirtualTime } from '../../engine/kernel/time.ts';
import { checkProperty } from '../support/checkProperty.ts';

interface Named extends CalendarEntry {
  readonly name: string;
}

const entry = (name: string, due: number): Named => ({ name, due: due as VirtualTime, order: 0, place: -1 });
const calendarOf = (...entries: readonly Named[]): Calendar<Named> => {
  const calendar = new Calendar<Named>();
  for (const one of entries) calendar.schedule(one);
  return calendar;
};
const names = (entries: readonly Named[]) => entries.map(({ name }) => name);
const drained = (calendar: Calendar<Named>): string[] => Array.from({ length: calendar.size }, () => calendar.take().name);

describe('a calendar', () => {
  test('gives its entries by the time they are due', () => {
    const calendar = calendarOf(entry('c', 30), entry('a', 10), entry('d', 40), entry('b', 20));
    expect(drained(calendar)).toStrictEqual(['a', 'b', 'c', 'd']);
  });

  test('gives those due at the same time in the order they were scheduled', () => {
    const ties = Array.from({ length: 100 }, (_, k) => `tie-${k}`);
    expect(drained(calendarOf(...ties.map((name) => entry(name, 7))))).toStrictEqual(ties);
  });

  test('puts an entry that is scheduled again behind the others of its time', () => {
    const [first, second] = [entry('first', 5), entry('second', 5)];
    const calendar = calendarOf(first, second);
    calendar.cancel(first);
    calendar.schedule(first);
    expect(drained(calendar)).toStrictEqual(['second', 'first']);
  });

  test('lists the next entries without taking them', () => {
    const calendar = calendarOf(entry('late', 9), entry('early', 1), entry('late too', 9));
    expect(names(calendar.inOrder())).toStrictEqual(['early', 'late', 'late too']);
    expect(calendar.size).toBe(3);
    expect(calendar.next()?.name).toBe('early');
  });

  test('refuses to cancel a copy of one that stands in a run', () => {
    const [first, second, run] = [entry('first', 1), entry('second', 2), new CalendarRun()];
    const calendar = calendarOf();
    calendar.schedule(first, run);
    calendar.schedule(second, run);
    expect(() => calendar.cancel({ ...second })).toThrow(InvariantViolation);
    calendar.cancel(second);
    expect(() => calendar.cancel(second)).toThrow(InvariantViolation);
    expect(drained(calendar)).toStrictEqual(['first']);
  });

  test('refuses to schedule an entry twice, to cancel one that is not scheduled, and to take from nothing', () => {
    const once = entry('once', 1);
    const calendar = calendarOf(once);
    expect(() => calendar.schedule(once)).toThrow(InvariantViolation);
    expect(() => calendar.cancel(entry('stranger', 1))).toThrow(InvariantViolation);
    expect(() => calendar.cancel({ ...once })).toThrow(InvariantViolation);
    expect(calendar.take()).toBe(once);
    expect(() => calendar.cancel(once)).toThrow(InvariantViolation);
    expect(() => calendar.take()).toThrow(InvariantViolation);
    expect(calendar.next()).toBeUndefined();
  });
});

/** A slow model of a calendar: an array that is always sorted. */
class SortedArray {
  #entries: { readonly name: string; readonly due: number; readonly order: number }[] = [];
  #order = 0;

  schedule(name: string, due: number): void {
    this.#entries.push({ name, due, order: this.#order++ });
    this.#entries.sort((a, b) => a.due - b.due || a.order - b.order);
  }

  take(): string | undefined {
    return this.#entries.shift()?.name;
  }

  cancel(name: string): void {
    this.#entries = this.#entries.filter((one) => one.name !== name);
  }

  names(): string[] {
    return this.#entries.map(({ name }) => name);
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('schedule' as const), due: fc.nat(30), run: fc.nat(2) }) },
  // As a timer of fixed delay does.
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('schedule' as const), due: fc.integer({ min: 25, max: 30 }), run: fc.constant(0) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('take' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), which: fc.nat() }) },
);

test('a calendar behaves like a sorted array, whatever is scheduled, taken and cancelled', () => {
  checkProperty(
    fc.property(fc.array(step, { minLength: 1, maxLength: 150, size: 'max' }), (steps) => {
      const calendar = new Calendar<Named>();
      const model = new SortedArray();
      // Without the third: some entries are of no run.
      const runs = [new CalendarRun(), new CalendarRun()];
      const scheduled = new Map<string, Named>();
      steps.forEach((one, k) => {
        if (one.does === 'schedule') {
          scheduled.set(`e${k}`, calendar.schedule(entry(`e${k}`, one.due), runs[one.run]));
          model.schedule(`e${k}`, one.due);
        } else if (scheduled.size > 0) {
          const name = one.does === 'take' ? model.names()[0] : [...scheduled.keys()][one.which % scheduled.size];
          if (one.does === 'take') expect(calendar.take().name).toBe(model.take());
          else {
            calendar.cancel(scheduled.get(name ?? '') as Named);
            model.cancel(name ?? '');
          }
          scheduled.delete(name ?? '');
        }
        expect([calendar.next()?.name, calendar.size]).toStrictEqual([model.names()[0], model.names().length]);
      });
      expect(names(calendar.inOrder())).toStrictEqual(model.names());
      for (const count of [0, 1, 2, 7, 500]) expect(names(calendar.soonest(count))).toStrictEqual(model.names().slice(0, count));
      expect(drained(calendar)).toStrictEqual(model.names());
    }),
    500,
  );
});
