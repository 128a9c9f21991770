import { describe, expect, test } from 'vitest';
import { judged202611 } from '../../../engine/cloud/timing/judged202611.ts';
import { timesOf, timesText } from '../../../engine/cloud/timing/times.ts';

describe('the times of a world', () => {
  test('are those of the textbook unless it names others, which were not measured', () => {
    const times = timesOf({ settings: { worker: { start: 8_000 } } });
    expect(times).toStrictEqual({ timing: 'textbook', changed: [], error: null });
    expect(timesText(times)).toBe('textbook, not measured');
  });

  test('that were measured say how far off they are on facts they were not made from', () => {
    const times = timesOf({ timing: 'measured-2026-11', settings: {} });
    expect(times).toStrictEqual({ timing: 'measured-2026-11', changed: [], error: judged202611 });
    expect(timesText({ ...times, error: { percent: 19, facts: 48 } })).toBe(
      'measured-2026-11, median error 19 % on 48 facts it was not made from',
    );
  });

  test('that were measured, but for some that the world sets, have an error that was not measured', () => {
    const settings = { worker: { takeEvery: 0, start: 8_000 }, job: { ttl: 60_000 } };
    const times = timesOf({ timing: 'measured-2026-11', settings });
    expect(times.error).toBeNull();
    expect(timesText(times)).toBe('measured-2026-11 but for worker.start, worker.takeEvery; how far off that is was not measured');
  });

  test('name three of the settings that were changed, and count the others', () => {
    const changed = ['a.b', 'c.d', 'e.f', 'g.h', 'i.j'];
    expect(timesText({ timing: 'measured-2026-11', changed, error: null })).toBe(
      'measured-2026-11 but for a.b, c.d, e.f and 2 more; how far off that is was not measured',
    );
  });
});
