import { describe, expect, test } from 'vitest';
import { drawAttempt } from '../../../engine/cloud/handler/handler.ts';
import type { HandlerSpec } from '../../../engine/cloud/handler/spec.ts';
import { type Draw, drawsFrom } from '../../../engine/kernel/rng.ts';

const draw = drawsFrom('handler');
const fixed: HandlerSpec = { duration: { kind: 'fixed', ms: 2_000 }, outcomes: ['complete'] };
const asked = (id: string, attempt: number) => ({ id, attempt, input: null });
const endings = (handler: HandlerSpec, starts: number) =>
  Array.from({ length: starts }, (_, k) => drawAttempt(handler, asked('job-1', k + 1), draw).ending);

/** Draws that are given in advance; any other draw throws. */
const told =
  (draws: Readonly<Record<string, number>>): Draw =>
  (purpose, entity, n) => {
    const u = draws[`${purpose} ${entity} ${n}`];
    if (u === undefined) throw new Error(`no draw is given for ${purpose} ${entity} ${n}`);
    return u;
  };

describe('an attempt', () => {
  test('takes as long as its handler, and completes, with nothing said beside', () => {
    expect(drawAttempt(fixed, asked('job-1', 1), draw)).toStrictEqual({ runsMs: 2_000, ending: 'complete' });
  });

  test('of a fixed duration draws nothing', () => {
    expect(drawAttempt(fixed, asked('job-1', 1), told({})).runsMs).toBe(2_000);
  });

  test('draws its duration by job and start', () => {
    const uniform: HandlerSpec = { ...fixed, duration: { kind: 'uniform', fromMs: 0, toMs: 1_000 } };
    const draws = told({ 'job/execution job-1 1': 0.1, 'job/execution job-1 2': 0.2, 'job/execution job-2 1': 0.3 });
    expect(drawAttempt(uniform, asked('job-1', 1), draws).runsMs).toBe(100);
    expect(drawAttempt(uniform, asked('job-1', 2), draws).runsMs).toBe(200);
    expect(drawAttempt(uniform, asked('job-2', 1), draws).runsMs).toBe(300);
  });

  test('answers what its handler answers, even nothing', () => {
    expect(drawAttempt({ ...fixed, output: { text: 'ho' } }, asked('job-1', 1), draw).output).toStrictEqual({ text: 'ho' });
    expect(drawAttempt({ ...fixed, output: null }, asked('job-1', 1), draw)).toStrictEqual({
      runsMs: 2_000,
      ending: 'complete',
      output: null,
    });
  });

  test('says its error only when it fails', () => {
    const handler: HandlerSpec = { ...fixed, outcomes: ['fail', 'crash', 'complete'], error: 'boom' };
    expect([1, 2, 3].map((n) => drawAttempt(handler, asked('job-1', n), draw).error)).toStrictEqual(['boom', undefined, undefined]);
  });
});

describe('outcomes', () => {
  test('go by attempt, the last repeating', () => {
    expect(endings({ ...fixed, outcomes: ['fail', 'complete', 'crash'] }, 5)).toStrictEqual([
      'fail',
      'complete',
      'crash',
      'crash',
      'crash',
    ]);
  });

  test('complete where none is given', () => {
    expect(endings({ ...fixed, outcomes: [] }, 2)).toStrictEqual(['complete', 'complete']);
  });
});

describe('chances', () => {
  const chances: HandlerSpec['chances'] = [
    { ending: 'crash', of: 1, among: 4 },
    { ending: 'fail', of: 1, among: 2 },
  ];
  const endingAt = (u: number) => drawAttempt({ ...fixed, chances }, asked('job-1', 1), told({ 'job/ending job-1 1': u })).ending;

  test('share out the draw in the order they are written, the rest completing', () => {
    expect([0, 0.2499, 0.25, 0.7499, 0.75, 0.9999].map(endingAt)).toStrictEqual(['crash', 'crash', 'fail', 'fail', 'complete', 'complete']);
  });

  test('come before outcomes', () => {
    const certain: HandlerSpec = { ...fixed, outcomes: ['complete'], chances: [{ ending: 'hang', of: 1, among: 1 }] };
    expect(endings(certain, 3)).toStrictEqual(['hang', 'hang', 'hang']);
  });

  test('that are none never strike', () => {
    const never: HandlerSpec = { ...fixed, chances: [{ ending: 'crash', of: 0, among: 1 }] };
    expect(drawAttempt(never, asked('job-1', 1), told({ 'job/ending job-1 1': 0 })).ending).toBe('complete');
  });

  test('are kept over many jobs', () => {
    const rare: HandlerSpec = { ...fixed, chances: [{ ending: 'fail', of: 1, among: 20 }] };
    const failures = Array.from({ length: 20_000 }, (_, k) => drawAttempt(rare, asked(`job-${k}`, 1), draw)).filter(
      ({ ending }) => ending === 'fail',
    );
    // 1,000 expected, give or take 31; 4 of those is once in 16,000.
    expect(Math.abs(failures.length - 1_000)).toBeLessThan(124);
  });
});

describe('chunks', () => {
  test('that are listed are spread evenly, none at the very end', () => {
    const attempt = drawAttempt({ ...fixed, chunks: { outputs: ['a', 'b', 'c'] } }, asked('job-1', 1), draw);
    expect(attempt).toStrictEqual({ runsMs: 2_000, ending: 'complete', stream: { count: 3, everyMs: 500, outputs: ['a', 'b', 'c'] } });
  });

  test('that are counted come a fixed time apart', () => {
    const attempt = drawAttempt({ ...fixed, chunks: { count: 4, everyMs: 100, metrics: { tokens: 1 } } }, asked('job-1', 1), draw);
    expect(attempt).toStrictEqual({ runsMs: 2_000, ending: 'complete', stream: { count: 4, everyMs: 100, metrics: { tokens: 1 } } });
  });

  test('that need longer than the attempt make it longer', () => {
    const attempt = drawAttempt({ ...fixed, chunks: { count: 30, everyMs: 100 } }, asked('job-1', 1), draw);
    expect(attempt.runsMs).toBe(3_000);
  });

  test('of an attempt that takes no time come at once', () => {
    const instant: HandlerSpec = { ...fixed, duration: { kind: 'fixed', ms: 0 }, chunks: { outputs: ['a', 'b'] } };
    expect(drawAttempt(instant, asked('job-1', 1), draw)).toStrictEqual({
      runsMs: 0,
      ending: 'complete',
      stream: { count: 2, everyMs: 0, outputs: ['a', 'b'] },
    });
  });
});
