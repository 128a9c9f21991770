import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { judged202611 } from '../../../engine/cloud/timing/judged202611.ts';
import { describeTimes, errorsText, timesText } from '../../../engine/cloud/timing/times.ts';
import { mechanismsIn } from '../../../engine/cloud/timing/usedMechanisms.ts';

const measured = { timing: 'measured-2026-11', settings: {} } as const;
const errorOf = (mechanism: string, facts: number, percent: number | null, near = 0) => ({
  mechanism,
  facts,
  percent,
  near,
  bounds: 0,
  kept: 0,
});

describe('the times of a world', () => {
  test('are those of the textbook unless it names others, which were not measured', () => {
    const times = describeTimes({ settings: { job: { ttl: 60_000 } } }, () => ['start']);
    expect(times).toStrictEqual({ timing: 'textbook', changed: [], errors: null });
    expect(timesText(times)).toBe('textbook, not measured');
  });

  test('are its own where it sets them, such as those of a twin, and of the textbook for the rest', () => {
    const times = describeTimes({ settings: { worker: { start: 8_000 } } }, () => ['start']);
    expect(timesText(times)).toBe('its own worker.start; else textbook, not measured');
  });

  test('that were measured say how far off they are in what the answer hangs on, and nothing of the rest', () => {
    const { errors } = describeTimes(measured, () => ['take', 'start', 'post']);
    expect(errors?.map(({ mechanism }) => mechanism).sort()).toStrictEqual(['post', 'start', 'take']);
    expect(errors).toStrictEqual(
      judged202611
        .filter(({ mechanism }) => ['take', 'start', 'post'].includes(mechanism))
        .sort((a, b) => (b.percent ?? -1) - (a.percent ?? -1)),
    );
    const text = timesText(describeTimes(measured, () => ['take', 'start', 'post']));
    expect(text).toMatch(/^measured-2026-11; median error on facts of authors left out: start \d+ % \(\d+ facts, \d+ within a quarter\), /);
    expect(text).not.toMatch(/18 %|it was not made from|webhook|unknown/);
  });

  test('that were measured, but for some that the world sets, have an error that was not measured', () => {
    const settings = { worker: { takeEvery: 0, start: 8_000 }, job: { ttl: 60_000 } };
    const times = describeTimes({ timing: 'measured-2026-11', settings }, () => ['start']);
    expect(times.errors).toBeNull();
    expect(timesText(times)).toBe('measured-2026-11 but for worker.start, worker.takeEvery; how far off that is was not measured');
  });

  test('name three of the settings that were changed, and count the others', () => {
    const changed = ['a.b', 'c.d', 'e.f', 'g.h', 'i.j'];
    expect(timesText({ timing: 'measured-2026-11', changed, errors: null })).toBe(
      'measured-2026-11 but for a.b, c.d, e.f and 2 more; how far off that is was not measured',
    );
  });
});

describe('the measurement of your own that is named', () => {
  const advised = (...errors: readonly ReturnType<typeof errorOf>[]) =>
    /; ([^;]* would narrow .*)$/.exec(timesText({ timing: 'measured-2026-12', changed: [], errors }))?.[1];

  test('is that of the widest error that one can measure', () => {
    expect(advised(errorOf('edge', 1, 733), errorOf('start', 20, 40, 8), errorOf('take', 4, 28))).toBe(
      'three cold starts of your image would narrow start (podsim observe)',
    );
  });

  test('is none where the errors are narrow, or where there is nothing to measure', () => {
    expect(advised(errorOf('start', 20, 25, 8), errorOf('post', 4, 9))).toBeUndefined();
    expect(advised(errorOf('edge', 1, 733), errorOf('start', 2, null))).toBeUndefined();
  });
});

describe('errors in words', () => {
  test('have the widest first, and then what is not known', () => {
    const errors = describeTimes(measured, () => ['cancel', 'take', 'start', 'nothing-known']).errors ?? [];
    expect(errors.map(({ percent }) => percent === null)).toStrictEqual([false, false, true, true]);
    expect(errorsText([errorOf('start', 22, 42, 8), errorOf('take', 5, 15, 3), errorOf('cancel', 2, null)])).toBe(
      'median error on facts of authors left out: start 42 % (22 facts, 8 within a quarter), take 15 % (5 facts, 3 within a quarter); unknown: cancel',
    );
    expect(errorsText([errorOf('cancel', 2, null), errorOf('pod', 2, null)])).toBe('unknown: cancel, pod');
    expect(errorsText([errorOf('bill', 1, 3, 1)])).toBe('median error on facts of authors left out: bill 3 % (1 fact, 1 within a quarter)');
    expect(errorsText([])).toBe('nothing in it hangs on a measured time');
  });
});

describe('what an answer hangs on', () => {
  const used = (...events: readonly object[]) => [...mechanismsIn(events.map((event) => ({ event: event as DomainEvent })))].sort();

  test('follows from what happened: a start only where a worker started, a pull only where its host lacked the image', () => {
    const warm = [
      { type: 'WorkerTookJob', workerId: 'w', jobId: 'j' },
      { type: 'JobCompleted', jobId: 'j' },
    ];
    expect(used(...warm)).toStrictEqual(['post', 'take']);
    expect(used({ type: 'WorkerLaunched', imageOnHost: true }, { type: 'WorkerReady' }, ...warm)).toStrictEqual([
      'bill',
      'post',
      'start',
      'take',
    ]);
    expect(used({ type: 'WorkerLaunched' }, { type: 'WorkerReady' })).toStrictEqual(['bill', 'pull', 'start']);
    expect(used({ type: 'WorkerSlept' })).toStrictEqual(['sleep']);
  });
});
