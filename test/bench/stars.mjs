// How often a study stars a configuration that misses its goal, where all of them miss it by 2 %, and how many plays a right star takes: `npm run bench -- choices`.
import { mulberry } from './choices.mjs';
import { playQueue, services } from './queueWaits.mjs';

const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { standingUnderLimits } = await from('engine/statistics/constrained.js');
const { intervalFor } = await from('engine/lab/study/measure/intervals.js');
const { checkGoal, levelOfGoal } = await from('engine/lab/study/report/goal.js');

const intervalOf = intervalFor('cost', [], true);
const average = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Plays of a mean of 1, resampled from twenty thousand of a queue. */
const waitsOf = (service, load, pick) => {
  const random = mulberry(1_959);
  const plays = Array.from({ length: 20_000 }, () => pick(playQueue(services[service], load, 1, 500, random).waits));
  const middle = average(plays);
  return (draw) => plays[Math.floor(draw() * plays.length)] / middle;
};
const p95 = (waits) => waits.sort()[Math.ceil(waits.length * 0.95) - 1];

/** Plays of a mean of 1. */
const plays = () => ({
  normal: (random) => 1 + 0.2 * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  exponential: services.exponential.draw,
  'exponential, a fifth of it': (random) => 0.8 + 0.2 * services.exponential.draw(random),
  lognormal: services['lognormal 1.4'].draw,
  'Pareto 1.5': services['Pareto 1.5'].draw,
  'Pareto 1.5, a fifth of it': (random) => 0.8 + 0.2 * services['Pareto 1.5'].draw(random),
  'mean waits, M/M/1, 90 % busy': waitsOf('exponential', 0.9, average),
  'p95 of waits, lognormal 1.4, 70 % busy': waitsOf('lognormal 1.4', 0.7, p95),
});

const rules = { error: 0.05, indifference: 0.01, first: 10, max: 1_600 };

/** The level at which configurations of a study that plays until it is sure must lie within their limit, and after how many plays each. */
const looksAt = (configurations) => {
  const unplayed = Array.from({ length: configurations }, () => ({ objective: [], rooms: [[]] }));
  const looks = [];
  for (let n = rules.first; n < rules.max; n += Math.ceil(n / 4)) looks.push(n);
  return { level: standingUnderLimits(unplayed, rules).level, looks: [...looks, rules.max] };
};

/** After how many plays of such a mean one seems to lie within 1. No interval ends before that of Student's t for one degree more, so few are made. */
const starAfter = (draw, random, mean, { level, looks }) => {
  const [values, sums] = [[], { one: 0, square: 0 }];
  return looks.find((n) => {
    while (values.length < n) {
      const value = mean * draw(random);
      values.push(value);
      sums.one += value;
      sums.square += value * value;
    }
    const [middle, variance] = [sums.one / n, (sums.square - (sums.one * sums.one) / n) / (n - 1)];
    if (middle + 3 * Math.sqrt(variance / n) > 1) return false;
    const { high } = intervalOf(values, level);
    return high !== null && high <= 1;
  });
};

/** Plays until the star, in the middle of a hundred such configurations among fifty. */
const playsToStar = (draw, mean, looked) => {
  const random = mulberry(100);
  const counts = Array.from({ length: 101 }, () => starAfter(draw, random, mean, looked) ?? Number.POSITIVE_INFINITY);
  return counts.sort((a, b) => a - b)[50];
};

const goal = { cost: { lte: 1 } };

/** A study of so many plays of each of some configurations, in which each is looked at once. */
const isStarred = (draw, random, configurations, count) => {
  const level = levelOfGoal(configurations);
  return Array.from({ length: configurations }, () => {
    const drawn = Array.from({ length: count }, () => 1.02 * draw(random));
    // No interval ends below its mean.
    if (average(drawn) > 1) return 'no';
    const reportAt = (asked) => ({ cost: { n: count, ...intervalOf(drawn, asked) } });
    return checkGoal(goal, reportAt(0.95), 0, reportAt(level));
  }).includes('yes');
};

/** Of few configurations that are looked at once, the most of studies of ten, twenty and forty plays, each so many. */
export const fewFigures = (count) =>
  Object.entries(plays()).flatMap(([name, draw]) =>
    [2, 5, 10].map((configurations) => {
      const random = mulberry(300 + configurations);
      const shares = [10, 20, 40].map(
        (own) => (100 * Array.from({ length: count }, () => isStarred(draw, random, configurations, own)).filter(Boolean).length) / count,
      );
      return [
        `a false star, ${configurations} looked at once, ${name}, %`,
        Math.max(...shares),
        `at most 5; ${shares.join(', ')} of 10, 20, 40 plays`,
      ];
    }),
  );

/** Rows of the bench's table. */
export const starFigures = (count = 1_000) => {
  const looked = looksAt(50);
  return Object.entries(plays()).flatMap(([name, draw]) => {
    const random = mulberry(200);
    const share = (asked) => (100 * Array.from({ length: count }, asked).filter(Boolean).length) / count;
    const isStarredLate = () =>
      Array.from({ length: 50 }, () => starAfter(draw, random, 1.02, looked)).some((after) => after !== undefined);
    const [near, half] = [1 / 1.1, 1 / 2].map((mean) => {
      const needed = playsToStar(draw, mean, looked);
      return needed > rules.max ? `more than ${rules.max}` : needed;
    });
    return [
      [`a false star, 200 looked at once, ${name}, %`, share(() => isStarred(draw, random, 200, 20)), 'at most 5'],
      [
        `a false star, 50 until sure, ${name}, %`,
        share(isStarredLate),
        `at most 5; a right one takes ${half} plays at half the limit, ${near} at ten elevenths`,
      ],
    ];
  });
};
