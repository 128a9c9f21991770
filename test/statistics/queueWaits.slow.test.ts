import { expect, test } from 'vitest';
import { drawsFrom } from '../../engine/kernel/rng.ts';
import { intervalFor } from '../../engine/lab/study/measure/intervals.ts';
import { checkGoal, levelOfGoal } from '../../engine/lab/study/report/goal.ts';
import { mean } from '../../engine/statistics/moments.ts';
import { intervalOfAmounts } from '../../engine/statistics/skewedInterval.ts';
import { isQueueTailTooLong } from '../../engine/statistics/tailIndex.ts';
import { meanWait, playQueue, services } from '../bench/queueWaits.mjs';
import { fewOrAll } from '../support/long.ts';

// Small versions of `npm run bench -- coverage` and `npm run bench -- choices`.

/** Numbers from 0 to 1, one after another. */
const randomFrom = (seed: string): (() => number) => {
  const draw = drawsFrom(seed);
  let k = 0;
  return () => draw('queue', 'one', k++);
};

const perStudy = 10;

/** Of studies of ten plays of a single server: whether each knows the mean wait, holds it, and is nowhere below 0. */
const judgeStudies = (name: keyof typeof services, load: number, count = 30, jobs = 300) => {
  const random = randomFrom(`${name}/${load}`);
  return Array.from({ length: count }, () => {
    const some = Array.from({ length: perStudy }, () => playQueue(services[name], load, 1, jobs, random));
    const { low, high } = intervalOfAmounts(some.map(({ waits }) => mean([...waits])));
    const times = some.flatMap((play) => [...play.times]).sort((a, b) => a - b);
    const isLong = isQueueTailTooLong(times.map((value) => ({ value, weight: 1 })));
    const truth = meanWait(services[name], load);
    const known = !isLong && low !== null && high !== null;
    return { known, held: known && low <= truth && truth <= high, low: low ?? 0 };
  });
};

// biome-ignore format: a table
test.each<[keyof typeof services, number, number, number]>([
  //                    load known at least  held at least
  ['exponential',       0.5, 0.9,            0.9],
  ['exponential',       0.9, 0.9,            0.9],
  ['lognormal 1',       0.7, 0.85,           0.9],
  ['lognormal 1.4',     0.7, 0.5,            0.88],
])('of waits for %s jobs at a load of %d, ten plays hold the mean of Pollaczek and Khinchine', (name, load, known, held) => {
  const studies = judgeStudies(name, load, 100);
  const knowing = studies.filter((one) => one.known);
  expect(knowing.length / studies.length).toBeGreaterThanOrEqual(known);
  expect(knowing.filter((one) => one.held).length / knowing.length).toBeGreaterThanOrEqual(held);
  expect(Math.min(...studies.map(({ low }) => low))).toBeGreaterThanOrEqual(0);
});

// The mean has no end; that of a shape of 2.5 has one, and its variance has none.
// biome-ignore format: a table
test.each<[keyof typeof services, number, number]>([
  //            jobs  known at most
  ['Pareto 1.5', 300, 0.05],
  ['Pareto 1.5',  50, 0.25],
  ['Pareto 1.8', 300, 0.15],
  ['Pareto 2.5', 300, 0.6],
])('of waits for %s jobs, %i a play, the mean is seldom known', (name, jobs, most) => {
  const studies = judgeStudies(name, 0.5, 100, jobs);
  expect(studies.filter(({ known }) => known).length / studies.length).toBeLessThanOrEqual(most);
});

test.each(['exponential', 'lognormal 1.4', 'Pareto 1.5'] as const)(
  'of configurations that all miss by a fiftieth, none seems to keep to its limit after ten to forty plays: %s',
  (name) => {
    const random = randomFrom(`stars/${name}`);
    const level = 1 - (2 * 0.05) / 3 / (50 * 24);
    const wrong = Array.from({ length: 1_000 }, () => {
      const values = Array.from({ length: 40 }, () => 1.02 * services[name].draw(random));
      return [10, 20, 40].some((n) => (intervalFor('cost', [], true)(values.slice(0, n), level).high ?? Number.POSITIVE_INFINITY) <= 1);
    });
    expect(wrong.filter(Boolean).length).toBeLessThanOrEqual(1);
  },
);

/** Of studies of so many configurations that all miss by 2 %, the share in which one seems to keep to the limit. */
const shareStarred = (name: keyof typeof services, configurations: number, counts: number): number => {
  const random = randomFrom(`stars/${name}/${configurations}/${counts}`);
  const studies = fewOrAll(4_000, 40_000) / configurations;
  const isStarred = (): boolean => {
    const values = Array.from({ length: counts }, () => 1.02 * services[name].draw(random));
    // No interval ends below its mean.
    if (mean(values) > 1) return false;
    const report = (isSure: boolean, level: number) => ({ cost: { n: counts, ...intervalFor('cost', [], isSure)(values, level) } });
    return checkGoal({ cost: { lte: 1 } } as object, report(false, 0.95), 0, report(true, levelOfGoal(configurations))) === 'yes';
  };
  return (
    Array.from({ length: studies }, () => Array.from({ length: configurations }, isStarred).includes(true)).filter(Boolean).length / studies
  );
};

test.each([2, 5, 10])(
  'of %d configurations that all miss by a fiftieth, looked at once, one seems to keep to its limit in at most one study of twenty',
  (configurations) => {
    for (const counts of [10, 20, 40]) {
      for (const name of ['lognormal 1.4', 'Pareto 1.5'] as const)
        expect([name, counts, shareStarred(name, configurations, counts) <= 0.05]).toStrictEqual([name, counts, true]);
    }
  },
);
