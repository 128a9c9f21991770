// How often studies that play until the choice is sure choose right: plays are drawn by plain loops that share nothing with the engine. `npm run bench -- studies`.
const { standingUnderLimits } = await import(new URL('../../dist/engine/statistics/constrained.js', import.meta.url).href);

/** As a study has it. With 400 plays at most, a third of the studies of staffing would be left open. */
const rules = { error: 0.05, indifference: 0.01, first: 10, max: 1_600 };

export const mulberry = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
const exponential = (random, mean) => -mean * Math.log(1 - random());
const sum = (values) => values.reduce((all, one) => all + one, 0);
const p95 = (values) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1];

/** So many jobs, in seconds: the same ones with every configuration. */
const jobsOf = (random, count, gap, service) => {
  let at = 0;
  return Array.from({ length: count }, () => {
    at += exponential(random, gap);
    return { at, takes: service(random) };
  });
};

/** First come, first served, by several servers. */
const waitsAt = (jobs, servers) => {
  const free = new Float64Array(servers);
  return jobs.map(({ at, takes }) => {
    const next = free.indexOf(Math.min(...free));
    const start = Math.max(at, free[next]);
    free[next] = start + takes;
    return start - at;
  });
};

/** An M/M/c queue, four erlangs of work: how many workers, so that the 95th percentile of waits is 1.5 s at most, on average? */
const staffing = {
  name: 'M/M/c staffing',
  systems: [5, 6, 7, 8, 9, 10],
  limit: 1.5,
  playOf: (seed) => {
    const jobs = jobsOf(mulberry(seed), 300, 1, (random) => exponential(random, 4));
    return (servers) => ({ cost: servers * jobs.at(-1).at, measure: p95(waitsAt(jobs, servers)) });
  },
};

/** A worker that idles after a job, and else starts for 20 s on average; jobs come at random, one a minute: the closed form has the mean delay and the cost. */
const idling = {
  name: 'idling against cold starts',
  systems: [5, 30, 60, 120, 300],
  limit: 5,
  truth: (idle) => ({ cost: 200 * 60 * (1 - Math.exp(-idle / 60)), measure: 20 * Math.exp(-idle / 60) }),
  playOf: (seed) => {
    const random = mulberry(seed);
    const gaps = Array.from({ length: 200 }, () => ({ gap: exponential(random, 60), start: exponential(random, 20) }));
    return (idle) => ({
      cost: sum(gaps.map(({ gap }) => Math.min(gap, idle))),
      measure: sum(gaps.map(({ gap, start }) => (gap > idle ? start : 0))) / gaps.length,
    });
  },
};

/** Four servers, 80 % busy, with times that vary much: which has the shortest waits on average? */
const balancers = {
  name: 'load balancers',
  systems: ['random', 'in turn', 'the less busy of two', 'the least busy'],
  limit: Number.POSITIVE_INFINITY,
  playOf: (seed) => {
    const random = mulberry(seed);
    const jobs = jobsOf(random, 500, 1 / 3.2, (draw) => (draw() < 0.1 ? exponential(draw, 5.5) : exponential(draw, 0.5)));
    const places = jobs.map(() => [Math.floor(random() * 4), Math.floor(random() * 4)]);
    const choose = (how, free, k) => {
      const [one, other] = places[k];
      if (how === 'random') return one;
      if (how === 'in turn') return k % 4;
      return how === 'the least busy' ? free.indexOf(Math.min(...free)) : free[one] <= free[other] ? one : other;
    };
    return (how) => {
      const free = [0, 0, 0, 0];
      const waits = jobs.map(({ at, takes }, k) => {
        const place = choose(how, free, k);
        const start = Math.max(at, free[place]);
        free[place] = start + takes;
        return start - at;
      });
      return { cost: sum(waits) / waits.length, measure: 0 };
    };
  },
};

/** What is right: by the closed form, or by so many plays that no study has. */
const rightChoice = ({ systems, limit, truth, playOf }) => {
  const plays = truth === undefined ? Array.from({ length: 4_000 }, (_, k) => playOf(-k - 1)) : [];
  const means = systems.map((system) => {
    if (truth !== undefined) return truth(system);
    const all = plays.map((play) => play(system));
    return { cost: sum(all.map(({ cost }) => cost)), measure: sum(all.map(({ measure }) => measure)) / all.length };
  });
  const [best] = means
    .map((one, k) => ({ ...one, k }))
    .filter(({ measure }) => measure <= limit)
    .sort((a, b) => a.cost - b.cost);
  return best.k;
};

const study = ({ systems, limit, playOf }, number, asked) => {
  const plays = [];
  const seen = systems.map(() => []);
  const room = (value) => (limit === Number.POSITIVE_INFINITY ? 0 : limit - value);
  for (;;) {
    const contenders = seen.map((own) => ({ objective: own.map(({ cost }) => cost), rooms: [own.map(({ measure }) => room(measure))] }));
    const standing = standingUnderLimits(contenders, asked);
    if (standing.isOver) return standing;
    for (const [i, count] of standing.wanted.entries())
      while (seen[i].length < count) {
        const k = seen[i].length;
        plays[k] ??= playOf(number * 100_000 + k);
        seen[i].push(plays[k](systems[i]));
      }
  }
};

/** Rows of the bench's table. */
export const choiceFigures = (count = 100) =>
  [staffing, idling, balancers].map((question) => {
    const right = rightChoice(question);
    const all = Array.from({ length: count }, (_, k) => study(question, k + 1, rules));
    const share = (which) => `${((all.filter(which).length / count) * 100).toFixed(0)} %`;
    const plays = sum(all.map(({ wanted }) => sum(wanted))) / count;
    const said = `at least 95; left open in ${share(({ isSure }) => !isSure)}, ${plays.toFixed(0)} plays`;
    return [`${question.name}: the right choice, %`, (all.filter(({ selected }) => selected === right).length / count) * 100, said];
  });
