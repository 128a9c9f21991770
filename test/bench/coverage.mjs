// How often the intervals of studies hold the true mean, of plays that are drawn from distributions: `npm run bench -- studies`.
import { mulberry } from './choices.mjs';

const { intervalOfSkewed } = await import(new URL('../../dist/engine/statistics/skewedInterval.js', import.meta.url).href);

const jobs = 500;
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
// The 95th percentile of the lognormal is ten times its median.
const sigma = Math.log(10) / 1.6448536269514722;

const services = {
  exponential: { draw: (random) => -Math.log(1 - random()), mean: 1 },
  lognormal: { draw: (random) => Math.exp(sigma * normal(random)), mean: Math.exp((sigma * sigma) / 2) },
  'Pareto 1.5': { draw: (random) => (1 - random()) ** (-1 / 1.5), mean: 3 },
};

/** One value of each play: a time itself, which stands for a mean that a single time decides, or a percentile of so many of them. */
const measures = {
  mean: (draw, random) => draw(random),
  p95: (draw, random) => percentile(draw, random, 0.95),
  p99: (draw, random) => percentile(draw, random, 0.99),
};

const percentile = (draw, random, share) => Float64Array.from({ length: jobs }, () => draw(random)).sort()[Math.ceil(jobs * share) - 1];

/** Rows of the bench's table. */
export const coverageFigures = (count = 2_000) =>
  Object.entries(services).flatMap(([service, { draw, mean }]) =>
    Object.entries(measures).flatMap(([measure, drawValue]) => {
      const random = mulberry(service.length * 1_000 + measure.length);
      const truth = measure === 'mean' ? mean : average(Array.from({ length: 40_000 }, () => drawValue(draw, random)));
      return [5, 10, 20].map((plays) => {
        const all = Array.from({ length: count }, () => intervalOfSkewed(Array.from({ length: plays }, () => drawValue(draw, random))));
        const known = all.filter(({ low, high }) => low !== null && high !== null);
        const held = known.filter(({ low, high }) => low <= truth && truth <= high);
        const said = `93 to 97; unknown in ${((1 - known.length / count) * 100).toFixed(1)} %`;
        return [`${service}, ${measure} of ${plays} plays: held, %`, (held.length / known.length) * 100, said];
      });
    }),
  );

const average = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
