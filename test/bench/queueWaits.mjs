// Plays of a queue as plain loops, which share nothing with the engine: jobs come at random, and are served first come, first served.
const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const lognormal = (sigma) => ({
  draw: (random) => Math.exp(sigma * normal(random) - (sigma * sigma) / 2),
  ofRunning: (random) => Math.exp(sigma * normal(random) + (sigma * sigma) / 2),
  square: Math.exp(sigma * sigma),
});
const pareto = (alpha) => ({
  draw: (random) => ((alpha - 1) / alpha) * (1 - random()) ** (-1 / alpha),
  ofRunning: (random) => ((alpha - 1) / alpha) * (1 - random()) ** (-1 / (alpha - 1)),
  square: alpha > 2 ? (alpha - 1) ** 2 / (alpha * (alpha - 2)) : Number.POSITIVE_INFINITY,
});
const exponential = (random) => -Math.log(1 - random());

/**
 * Times of jobs with a mean of 1: one of them, the time of the job that is running when one looks, and the mean of the squares, which the formula of
 * Pollaczek and Khinchine needs.
 */
export const services = {
  exponential: { draw: exponential, ofRunning: (random) => exponential(random) + exponential(random), square: 2 },
  'lognormal 0.5': lognormal(0.5),
  'lognormal 1': lognormal(1),
  // Its 95th percentile is ten times its median.
  'lognormal 1.4': lognormal(1.4),
  'lognormal 2': lognormal(2),
  // A tenth takes twenty times as long as the others.
  hyperexponential: {
    draw: (random) => ((random() < 0.1 ? 20 : 1) * exponential(random)) / 2.9,
    ofRunning: (random) => ((random() < 2 / 2.9 ? 20 : 1) * (exponential(random) + exponential(random))) / 2.9,
    square: (2 * 40.9) / 2.9 ** 2,
  },
  'Pareto 3.5': pareto(3.5),
  'Pareto 2.5': pareto(2.5),
  'Pareto 1.8': pareto(1.8),
  'Pareto 1.5': pareto(1.5),
};

/** The mean wait of a single server that is busy for such a part of the time. */
export const meanWait = ({ square }, load) => (load * square) / (2 * (1 - load));

/** The work that an arrival finds at a single server in its steady state: a geometric number of rests of running jobs, as Pollaczek and Khinchine have it. */
const steadyWork = ({ ofRunning, square }, load, random) => {
  let work = 0;
  if (square < Number.POSITIVE_INFINITY) while (random() < load) work += random() * ofRunning(random);
  return work;
};

/** The waits of so many jobs, and their times. One server begins in its steady state, and several begin idle. */
export const playQueue = (service, load, servers, jobs, random) => {
  const [waits, times, free] = [new Float64Array(jobs), new Float64Array(jobs), new Float64Array(servers)];
  if (servers === 1) free[0] = steadyWork(service, load, random);
  let now = 0;
  for (let k = 0; k < jobs; k++) {
    let next = 0;
    for (let one = 1; one < servers; one++) if (free[one] < free[next]) next = one;
    const start = Math.max(now, free[next]);
    waits[k] = start - now;
    times[k] = service.draw(random);
    free[next] = start + times[k];
    now += exponential(random) / (load * servers);
  }
  return { waits, times };
};
