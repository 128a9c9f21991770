// How often the intervals of studies hold the true mean, of plays that are drawn from distributions: `npm run bench -- studies`.
import { mulberry } from './choices.mjs';

const { intervalOfSkewed } = await import(new URL('../../dist/engine/statistics/skewedInterval.js', import.meta.url).href);
const { isTailTooLong, tailIndexOf } = await import(new URL('../../dist/engine/statistics/tailIndex.js', import.meta.url).href);

const jobs = 500;
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
// The 95th percentile of the lognormal is ten times its median.
const sigma = Math.log(10) / 1.6448536269514722;

/** Those that the rule of long tails was chosen with. */
const services = {
  exponential: { draw: (random) => -Math.log(1 - random()), mean: 1 },
  lognormal: { draw: (random) => Math.exp(sigma * normal(random)), mean: Math.exp((sigma * sigma) / 2) },
  'Pareto 1.5': { draw: (random) => (1 - random()) ** (-1 / 1.5), mean: 3 },
};

/** Those that it never saw. */
const others = {
  'Weibull 0.5': { draw: (random) => Math.log(1 - random()) ** 2, mean: 2 },
  // A tenth of the jobs takes twenty times as long as the others.
  hyperexponential: { draw: (random) => (random() < 0.1 ? 20 : 1) * -Math.log(1 - random()), mean: 2.9 },
  'lognormal, sigma 2': { draw: (random) => Math.exp(2 * normal(random)), mean: Math.exp(2) },
  'Pareto 2.5': { draw: (random) => (1 - random()) ** (-1 / 2.5), mean: 5 / 3 },
};

const percentileOf = (sorted, share) => sorted[Math.ceil(sorted.length * share) - 1];
/** One value of each play, from its jobs in ascending order; and which of them a percentile is, counted from the longest. */
const measures = {
  mean: { of: (sorted) => average(sorted), rank: 1 },
  p95: { of: (sorted) => percentileOf(sorted, 0.95), rank: 1 + jobs * 0.05 },
  p99: { of: (sorted) => percentileOf(sorted, 0.99), rank: 1 + jobs * 0.01 },
};

const playOf = (draw, random) => Float64Array.from({ length: jobs }, () => draw(random)).sort();

/** The tail of all jobs of all plays, as a study knows it. */
const tailOf = (plays) => {
  const all = new Float64Array(plays.length * jobs);
  for (const [k, play] of plays.entries()) all.set(play, k * jobs);
  return tailIndexOf(Array.from(all.sort(), (value) => ({ value, weight: 1 })));
};

/** Rows of the bench's table. */
export const coverageFigures = (count = 2_000) => [
  ...Object.entries(services).flatMap((service) => rowsOf(service, count, '93 to 97')),
  ...Object.entries(others).flatMap((service) => rowsOf(service, count, '93 to 97, not chosen with')),
];

const rowsOf = ([service, { draw, mean }], count, wanted) => {
  const random = mulberry(service.length * 1_000);
  const many = Array.from({ length: 20_000 }, () => playOf(draw, random));
  const truths = Object.fromEntries(
    Object.entries(measures).map(([name, { of }]) => [name, name === 'mean' ? mean : average(many.map(of))]),
  );
  return [5, 10, 20].flatMap((n) => {
    const studies = Array.from({ length: count }, () => {
      const plays = Array.from({ length: n }, () => playOf(draw, random));
      const tail = tailOf(plays);
      return Object.entries(measures).map(([name, { of, rank }]) => {
        const { low, high } = intervalOfSkewed(plays.map(of));
        return { name, low, high: isTailTooLong(tail, rank) ? null : high };
      });
    });
    return Object.keys(measures).map((name, k) =>
      row(
        `${service}, ${name} of ${n} plays`,
        studies.map((all) => all[k]),
        truths[name],
        wanted,
      ),
    );
  });
};

const row = (name, intervals, truth, wanted) => {
  const known = intervals.filter(({ low, high }) => low !== null && high !== null);
  const held = known.filter(({ low, high }) => low <= truth && truth <= high);
  const unknown = (1 - known.length / intervals.length) * 100;
  return [
    `${name}: held, %`,
    known.length === 0 ? 100 : (held.length / known.length) * 100,
    `${wanted}; unknown in ${unknown.toFixed(1)} %`,
  ];
};

const average = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
