import { describe, expect, test } from 'vitest';
import { drawsFrom } from '../../../engine/kernel/rng.ts';
import { arrivals, thinkTime } from '../../../engine/scenario/load/arrivals.ts';
import { generateBursts } from '../../../engine/scenario/load/bursts.ts';
import type { LoadSpec } from '../../../engine/scenario/load/format.ts';
import { callsOfTrace, countBlocks, usualBlock } from '../../../engine/scenario/load/resample.ts';

const timesOf = (load: Partial<LoadSpec>, seed = 'a', name = 'load-1'): number[] => [
  ...arrivals(name, { act: 'run', with: {}, ...load }, drawsFrom(seed)),
];
const perSecond = (count: number) => ({ count, ms: 1_000 });

describe('calls arrive', () => {
  // biome-ignore format: a table
  test.each<[string, Partial<LoadSpec>, number[]]>([
    ['evenly, from the start, until its end included', { constant: { every: 500 }, for: 1_500 },                [0, 500, 1_000, 1_500]],
    ['evenly, so many',                                { constant: { every: 500 }, exactly: 3 },                [0, 500, 1_000]],
    ['so many, or until its end, whichever is first',  { constant: { every: 500 }, exactly: 9, for: 600 },      [0, 500]],
    ['at once',                                        { burst: { size: 3 } },                                  [0, 0, 0]],
    ['at once, again and again',                       { burst: { size: 2, every: 100 }, for: 200 },            [0, 0, 100, 100, 200, 200]],
    ['at once, cut off in the middle',                 { burst: { size: 2, every: 100 }, exactly: 3 },          [0, 0, 100]],
    ['when a trace says so, in order',                 { trace: [300, 0, 200] },                                [0, 200, 300]],
    ['when a trace says so, until its end',            { trace: [300, 0, 200], for: 250 },                      [0, 200]],
  ])('%s', (_, load, times) => {
    expect(timesOf(load)).toStrictEqual(times);
  });
});

describe('a ramp', () => {
  // biome-ignore format: a table
  test.each<[string, number, number, number]>([
    // from, to: calls a second; over: ms
    ['upwards',      1,  9, 10_000],
    ['downwards',    9,  1, 10_000],
    ['level',        4,  4, 10_000],
    ['slightly',    10, 11, 60_000],
    ['steeply',      1, 99,  1_000],
  ])('%s: at any time as many have come as its rate has added up to', (_, from, to, over) => {
    const times = timesOf({ ramp: { from: perSecond(from), to: perSecond(to), over } });
    expect(times.length).toBe(Math.floor((((from + to) / 2) * over) / 1_000));
    times.forEach((at, k) => {
      const slope = (to - from) / over;
      const area = (t: number) => (from * t + (slope * t * t) / 2) / 1_000;
      expect(area(at - 0.5)).toBeLessThanOrEqual(k + 1 + 1e-9);
      expect(area(at + 0.5)).toBeGreaterThanOrEqual(k + 1 - 1e-9);
    });
  });

  // 6 calls on the way, from one in 10 s to one in 2 s; then one in 2 s.
  // biome-ignore format: a table
  test.each<[string, Partial<LoadSpec>, number[]]>([
    ['ends with its change',                          {},                          []],
    ['holds its last rate until its load ends',       { for: 26_000 },             [22_000, 24_000, 26_000]],
    ['holds its last rate for so many calls',         { exactly: 8 },              [22_000, 24_000]],
    ['is cut off by an earlier end',                  { for: 20_000 },             []],
  ])('%s', (_, ends, held) => {
    const times = timesOf({ ramp: { from: { count: 1, ms: 10_000 }, to: { count: 1, ms: 2_000 }, over: 20_000 }, ...ends });
    expect(times).toHaveLength(6 + held.length);
    expect(times[5]).toBe(20_000);
    expect(times.slice(6)).toStrictEqual(held);
  });

  test('downwards and level holds its last rate, too', () => {
    const down = timesOf({ ramp: { from: perSecond(3), to: perSecond(1), over: 2_000 }, for: 4_000 });
    expect(down.slice(-2)).toStrictEqual([3_000, 4_000]);
    expect(timesOf({ ramp: { from: perSecond(1), to: perSecond(1), over: 2_000 }, for: 4_000 })).toStrictEqual([
      1_000, 2_000, 3_000, 4_000,
    ]);
  });

  test('ends with so many, too', () => {
    expect(timesOf({ ramp: { from: perSecond(1), to: perSecond(9), over: 10_000 }, exactly: 5 })).toHaveLength(5);
  });
});

describe('by chance', () => {
  const poisson = { poisson: { rate: perSecond(5) } };

  test('the gaps have the mean and the spread that the rate says', () => {
    const times = timesOf({ ...poisson, exactly: 20_000 });
    const gaps = times.map((at, k) => at - (times[k - 1] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    // Four standard errors of 20,000 exponential gaps of 200 ms are 5.7 ms.
    expect(Math.abs(mean - 200)).toBeLessThan(5.7);
    expect(Math.abs(spread - 200)).toBeLessThan(12);
  });

  test('the gaps of a renewal process are its distribution, drawn anew for each', () => {
    const times = timesOf({ renewal: { interarrival: { kind: 'erlang', shape: 4, meanMs: 200 } }, exactly: 20_000 });
    const gaps = times.map((at, k) => at - (times[k - 1] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    // Of four phases: half the spread of exponential gaps, and half the errors.
    expect(Math.abs(mean - 200)).toBeLessThan(2.9);
    expect(Math.abs(spread - 100)).toBeLessThan(4);
  });

  test('a renewal process of exponential gaps has the draws of a Poisson process', () => {
    const renewal = timesOf({ renewal: { interarrival: { kind: 'exponential', meanMs: 200 } }, exactly: 1_000 });
    // Each gap is rounded, and not each time.
    timesOf({ ...poisson, exactly: 1_000 }).forEach((at, k) => {
      expect(Math.abs(at - (renewal[k] ?? 0))).toBeLessThan(k + 2);
    });
  });

  const hours = (n: number) => n * 3_600_000;
  const perHour = (count: number) => ({ count, ms: hours(1) });
  const day = {
    piecewise: [
      { at: 0, rate: perHour(0) },
      { at: hours(8), rate: perHour(60) },
      { at: hours(20), rate: perHour(10) },
    ],
    every: hours(24),
  };

  test('the calls of each piece are as many as its rate says, each day again', () => {
    const counts = [0, 0, 0];
    const times = timesOf({ ...day, for: hours(24) * 20 });
    for (const at of times) {
      const hour = (at % hours(24)) / hours(1);
      const piece = hour < 8 ? 0 : hour < 20 ? 1 : 2;
      counts[piece] = (counts[piece] ?? 0) + 1;
    }
    // 20 days of 12 h with 60 and of 4 h with 10 an hour; four standard errors are 480 and 113.
    expect(counts[0]).toBe(0);
    expect(Math.abs((counts[1] ?? 0) - 14_400)).toBeLessThan(480);
    expect(Math.abs((counts[2] ?? 0) - 800)).toBeLessThan(113);
    expect(times.at(-1)).toBeGreaterThan(hours(24) * 19);
  });

  test('without a period the last rate goes on', () => {
    const times = timesOf({
      piecewise: [
        { at: 0, rate: perHour(60) },
        { at: hours(1), rate: perHour(1) },
      ],
      for: hours(1_000),
    });
    const late = times.filter((at) => at >= hours(1)).length;
    expect(Math.abs(late - 999)).toBeLessThan(126);
    expect(
      timesOf({
        piecewise: [
          { at: 0, rate: perHour(60) },
          { at: hours(1), rate: perHour(0) },
        ],
        for: hours(9),
      }).at(-1),
    ).toBeLessThan(hours(1));
  });

  test('pieces of one rate are a Poisson process, with the same draws', () => {
    const pieces = {
      piecewise: [
        { at: 0, rate: perSecond(5) },
        { at: 700, rate: perSecond(5) },
      ],
      every: 1_100,
    };
    const times = timesOf({ ...pieces, exactly: 1_000 });
    // Sums of many small numbers differ in the last digits: a time may be rounded to the next millisecond.
    timesOf({ ...poisson, exactly: 1_000 }).forEach((at, k) => {
      expect(Math.abs(at - (times[k] ?? 0))).toBeLessThanOrEqual(1);
    });
  });

  test('a higher rate brings each call earlier', () => {
    const doubled = { ...day, piecewise: day.piecewise.map(({ at, rate }) => ({ at, rate: { ...rate, count: 2 * rate.count } })) };
    const times = timesOf({ ...doubled, exactly: 500 });
    timesOf({ ...day, exactly: 500 }).forEach((at, k) => {
      expect(times[k]).toBeLessThan(at);
    });
  });

  describe('in bursts', () => {
    const minute = 60_000;
    const bursts = {
      states: [
        { times: 0.5, for: 40 * minute },
        { times: 5, for: 5 * minute },
      ],
    };
    const counts = (times: readonly number[], windows: number): readonly number[] => {
      const all = Array.from({ length: windows }, () => 0);
      for (const at of times) {
        const window = Math.floor(at / minute);
        all[window] = (all[window] ?? 0) + 1;
      }
      return all;
    };

    test('the rate is that of its states, by how long they last', () => {
      const times = timesOf({ poisson: { rate: perHour(60) }, bursts, for: hours(2_000) });
      // (0.5 × 40 + 5 × 5) / 45 = 1 time 60 an hour. A burst or none in each of 2,700 rounds: the standard error is about 2.5 %.
      expect(Math.abs(times.length / 120_000 - 1)).toBeLessThan(0.08);
    });

    test('counts scatter as two states make them', () => {
      const windows = 120_000;
      const all = counts(timesOf({ poisson: { rate: perHour(60) }, bursts, for: windows * minute }), windows);
      const mean = all.reduce((sum, one) => sum + one, 0) / windows;
      const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / windows;
      // Poisson's 1, and the variance of the rate over its mean: (8/9 × 0.5² + 1/9 × 4²) = 2, less what changes within a minute, 2 × 7.5 %.
      expect(variance / mean).toBeGreaterThan(2.5);
      expect(variance / mean).toBeLessThan(3.2);
    });

    test('states last exponentially long, each its own time', () => {
      const stays: number[] = [];
      let from = 0;
      for (const { times, until } of generateBursts(
        'a',
        {
          states: [
            { times: 1, for: 40 },
            { times: 5, for: 5_000 },
          ],
        },
        drawsFrom('a'),
      )) {
        if (times === 5) stays.push(until - from);
        from = until;
        if (stays.length === 2_000) break;
      }
      const mean = stays.reduce((sum, one) => sum + one, 0) / stays.length;
      const spread = Math.sqrt(stays.reduce((sum, one) => sum + (one - mean) ** 2, 0) / stays.length);
      expect(Math.abs(mean / 5_000 - 1)).toBeLessThan(0.09);
      expect(Math.abs(spread / 5_000 - 1)).toBeLessThan(0.15);
    });

    test('they begin in any state, and three states follow each other in any order', () => {
      const states = [
        { times: 0, for: minute },
        { times: 1, for: minute },
        { times: 9, for: minute },
      ];
      const firsts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
        (seed) => counts(timesOf({ poisson: { rate: perSecond(1) }, bursts: { states }, for: minute }, seed), 1)[0] ?? 0,
      );
      expect(Math.min(...firsts)).toBeLessThan(30);
      expect(Math.max(...firsts)).toBeGreaterThan(120);
    });

    test('of the hours of a day they are multiples', () => {
      const times = timesOf({ ...day, bursts, for: hours(24) * 400 });
      // 400 days of 720 + 40.
      expect(Math.abs(times.length / 304_000 - 1)).toBeLessThan(0.05);
      expect(times.every((at) => at % hours(24) >= hours(8))).toBe(true);
    });
  });

  test('a scale multiplies rates, and thins a trace', () => {
    const long = { for: hours(24) * 20 };
    expect(timesOf({ ...day, scale: 1.5, ...long }).length / timesOf({ ...day, ...long }).length).toBeCloseTo(1.5, 1);
    expect(timesOf({ poisson: { rate: perSecond(2) }, scale: 2.5, exactly: 50 })).toStrictEqual(timesOf({ ...poisson, exactly: 50 }));
    const trace = Array.from({ length: 4_000 }, (_, k) => k);
    const thinned = timesOf({ trace, scale: 0.25 });
    expect(Math.abs(thinned.length - 1_000)).toBeLessThan(110);
    expect(timesOf({ trace, scale: 0.25 }, 'b')).not.toStrictEqual(thinned);
    expect(timesOf({ trace, scale: 1 })).toStrictEqual(trace);
  });

  test('rounds in which nothing comes take no time', () => {
    const rate = { count: 1, ms: hours(1_000) };
    const times = timesOf({ piecewise: [{ at: 0, rate }], every: 1, exactly: 3 });
    timesOf({ poisson: { rate }, exactly: 3 }).forEach((at, k) => {
      expect(Math.abs(at - (times[k] ?? 0))).toBeLessThanOrEqual(3);
    });
  });

  test('times are whole milliseconds, in order', () => {
    const times = timesOf({ ...poisson, exactly: 1_000 });
    expect(times.every(Number.isSafeInteger)).toBe(true);
    expect(times).toStrictEqual([...times].sort((a, b) => a - b));
  });

  test('the same seed and name give the same times; another seed or name gives others', () => {
    const load = { ...poisson, exactly: 20 };
    expect(timesOf(load)).toStrictEqual(timesOf(load));
    expect(timesOf(load, 'b')).not.toStrictEqual(timesOf(load));
    expect(timesOf(load, 'a', 'load-2')).not.toStrictEqual(timesOf(load));
  });

  test('asking for more changes none of those before', () => {
    expect(timesOf({ ...poisson, exactly: 40 }).slice(0, 20)).toStrictEqual(timesOf({ ...poisson, exactly: 20 }));
  });

  test('users think as long as their distribution says, each for themselves', () => {
    const load: LoadSpec = { act: 'run', with: {}, closed: { users: 2, thinkTime: { kind: 'uniform', fromMs: 100, toMs: 200 } } };
    const think = (user: number, n: number) => thinkTime('load-1', user, n, load, drawsFrom('a'));
    const times = Array.from({ length: 100 }, (_, n) => think(1, n));
    expect(Math.min(...times)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...times)).toBeLessThanOrEqual(200);
    expect(new Set(times).size).toBeGreaterThan(30);
    expect(times).not.toStrictEqual(Array.from({ length: 100 }, (_, n) => think(2, n)));
  });
});

describe('a trace that is resampled', () => {
  const trace = [0, 1, 2, 13, 25, 26, 39];
  const load: Partial<LoadSpec> = { trace, resample: { block: 10 } };
  const blockOf = (times: readonly number[], k: number): string =>
    times.flatMap((at) => (Math.floor(at / 10) === k ? [at % 10] : [])).join(' ');
  const kept = [0, 1, 2, 3].map((k) => blockOf(trace, k));

  test('is made of whole blocks of it, others with another seed, and the same with the same', () => {
    const plays = Array.from({ length: 40 }, (_, k) => timesOf(load, `seed-${k}`));
    for (const times of plays) for (const k of [0, 1, 2, 3]) expect(kept).toContain(blockOf(times, k));
    const drawn = new Set(plays.flatMap((times) => [0, 1, 2, 3].map((k) => blockOf(times, k))));
    expect([...drawn].sort()).toStrictEqual([...kept].sort());
    expect(new Set(plays.map(String)).size).toBeGreaterThan(30);
    expect(timesOf(load, 'seed-7')).toStrictEqual(plays[7]);
  });

  test('has as many calls as the trace, on average', () => {
    const counts = Array.from({ length: 2_000 }, (_, k) => timesOf(load, `seed-${k}`).length);
    expect(counts.reduce((sum, one) => sum + one, 0) / counts.length).toBeCloseTo(trace.length, 0);
  });

  test('goes on for longer than the trace, and ends before', () => {
    const long = timesOf({ ...load, for: 4_000 });
    expect(long.length).toBeGreaterThan(600);
    expect(long).toStrictEqual([...long].sort((a, b) => a - b));
    expect(Math.max(...timesOf({ ...load, for: 15 }))).toBeLessThanOrEqual(15);
    expect(timesOf({ ...load, exactly: 2 })).toHaveLength(2);
  });

  test('keeps the rows of its calls, and so does one that is thinned', () => {
    for (const one of [load, { trace, scale: 0.5 }, { ...load, scale: 0.5 }]) {
      const calls = callsOfTrace('load-1', one, drawsFrom('b'));
      expect(calls.map(({ at }) => at)).toStrictEqual(timesOf(one, 'b'));
      for (const { at, row } of calls) expect(at % 10).toBe((trace[row] ?? 0) % 10);
    }
  });

  test('has days where it is a week or longer, and else tenths', () => {
    const hour = 3_600_000;
    expect([usualBlock(7 * 24 * hour - 1), usualBlock(10 * hour), usualBlock(3)]).toStrictEqual([24 * hour, hour + 1, undefined]);
    expect([countBlocks(39, 10), countBlocks(38, 10), countBlocks(33, 10), countBlocks(10 * hour, hour + 1)]).toStrictEqual([4, 4, 3, 10]);
  });
});
