// Whether what studies say is true as often as they say: `npm run bench -- studies`, with 1,000 experiments of each kind. Some minutes on
// two cores; `npm run bench -- studies 100` is quicker, and its figures vary more. Every experiment is seeded: the figures are the same
// on every machine.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { choiceFigures, mulberry } from './choices.mjs';
import { coverageFigures } from './coverage.mjs';
import { sharingFigures } from './sharing.mjs';
import { starFigures } from './stars.mjs';

const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { parseStudy } = await from('engine/lab/study/study.js');
const { missingPlays } = await from('engine/lab/study/design/plan.js');
const { studyReport } = await from('engine/lab/study/report/report.js');
const { playOnce } = await from('adapters/study/playOnce.js');
const { drawsFrom } = await from('engine/kernel/rng.js');

const servers = 2;
const load = 0.3;
const meanServiceMs = 9_000;
const jobs = 500;
const plays = 20;

const queue = `title: an M/M/${servers} queue
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
  endpoints:
    - { id: ep-a, workers: { min: ${servers}, max: ${servers} }, handler: { duration: { exponential: { mean: ${meanServiceMs}ms } } } }
load:
  - { as: bulk, with: { endpoint: ep-a, body: { input: {} } }, poisson: { rate: 1/${meanServiceMs / servers / load}ms }, exactly: ${jobs} }
`;

const files = { scenario: () => queue, includedBy: () => () => undefined };

/** A study of that queue, read from its file. The same scenario twice: which is which is said by the seeds. */
const studyOf = (seeds, rest = '') => {
  const text = `study: how long do jobs wait\nscenario: queue.scenario.yaml\nvary: { load.0.exactly: [${jobs}] }\nseeds: [${seeds.join(', ')}]\nmeasures: [${measures.join(', ')}]\n${rest}`;
  const study = parseStudy('queue.study.yaml', text, files);
  if (study._tag === 'Left') throw new Error(JSON.stringify(study.left));
  return study.right;
};

const measures = ['delayTime.mean', 'delayTime.p95', 'cost', 'utilization', 'queueDepth.mean', 'throughput'];
const seedsOf = (experiment) => Array.from({ length: plays }, (_, k) => `study-${experiment}/${k + 1}`);

/** The mean wait of the first jobs, by the recursion of Kiefer and Wolfowitz (1955): nothing of podsim is in it. */
const meanWaitMs = (replications) => {
  const random = mulberry(1955);
  const exponential = (mean) => -mean * Math.log(1 - random());
  let sum = 0;
  for (let replication = 0; replication < replications; replication++) {
    const free = new Float64Array(servers);
    for (let job = 0, at = 0; job < jobs; job++) {
      at += exponential(meanServiceMs / servers / load);
      const next = free.indexOf(Math.min(...free));
      const start = Math.max(at, free[next]);
      sum += start - at;
      free[next] = start + exponential(meanServiceMs);
    }
  }
  return sum / replications / jobs;
};

/** The plays of some experiments, in this thread. */
const playAll = (experiments) =>
  experiments.map((experiment) => {
    const study = studyOf(seedsOf(experiment));
    const [{ scenario }] = study.configurations;
    return { experiment, results: seedsOf(experiment).map((seed) => playOnce(scenario, seed)) };
  });

if (!isMainThread) {
  for (const experiment of workerData.experiments) parentPort.postMessage(playAll([experiment])[0]);
}

/** The results of every experiment, from all cores. */
const playEverywhere = async (count) => {
  const threads = availableParallelism();
  const results = new Array(count);
  const parts = Array.from({ length: threads }, (_, thread) =>
    Array.from({ length: count }, (_, k) => k).filter((k) => k % threads === thread),
  );
  await Promise.all(
    parts.map(
      (experiments) =>
        new Promise((resolve, reject) => {
          const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { experiments } });
          worker.on('message', ({ experiment, results: some }) => {
            results[experiment] = some;
          });
          worker.on('error', reject);
          worker.on('exit', resolve);
        }),
    ),
  );
  return results;
};

/** The share of studies whose interval holds the true mean. */
const coverage = (all, truth) => {
  const hits = all.filter((results, experiment) => {
    const study = studyOf(seedsOf(experiment));
    const seeds = seedsOf(experiment);
    const { configurations } = studyReport(study, (_, seed) => results[seeds.indexOf(seed)]);
    const { low, high } = configurations[0].measures['delayTime.mean'];
    return low <= truth && truth <= high;
  });
  return (hits.length / all.length) * 100;
};

/** The share of comparisons of the queue with itself, each with seeds of its own, in which no measure differs. */
const quietComparisons = (all) => {
  const seeds = seedsOf('pair');
  const one = studyOf(seeds);
  const [configuration] = one.configurations;
  const study = { ...one, configurations: [configuration, { ...configuration, number: 2 }], baseline: configuration };
  const quiet = all.filter((results, k) => {
    const others = all[(k + 1) % all.length];
    const known = ({ number }, seed) => (number === 1 ? results : others)[seeds.indexOf(seed)];
    return studyReport(study, known).comparison.differences.every(({ verdict }) => verdict === 'same' || verdict === 'unclear');
  });
  return (quiet.length / all.length) * 100;
};

/** Plays a study of given values through the plan that real studies have; returns how many were computed, and the results. */
const planned = (study, costOf) => {
  const results = new Map();
  const known = ({ number }, seed) => results.get(`${number}/${seed}`);
  for (;;) {
    const missing = missingPlays(study, known);
    if (missing.length === 0) return { computed: results.size, known };
    for (const { configuration, seed } of missing)
      results.set(`${configuration.number}/${seed}`, { ...emptyResult, values: { cost: costOf(configuration.number, Number(seed)) } });
  }
};

const nothing = { n: 0, sum: 0, squares: '0', max: 0, ranks: [], bins: [] };
const emptyResult = {
  verdict: 'pass',
  counts: {},
  queueDepth: { meanMillionths: 0, max: 0 },
  durations: { delayTime: nothing, executionTime: nothing, totalTime: nothing, coldStart: nothing },
};

const normal = (draw, entity, k) =>
  Math.sqrt(-2 * Math.log(1 - draw('radius', entity, k))) * Math.cos(2 * Math.PI * draw('angle', entity, k));

/** The plays that sequential stopping computes over those of an oracle, which knows the variance; the worst of several precisions. */
const stoppingRatio = (count) => {
  const ratios = [0.2, 0.1, 0.05].map((precision) => {
    const deviation = 0.5;
    const oracle = Math.ceil(((1.959964 * deviation) / precision) ** 2);
    const study = studyOf(['a'], '');
    const asked = { ...study, spec: { ...study.spec, seeds: { until: { precision, of: 'cost', lookAhead: 5, min: 5, max: 10_000 } } } };
    let computed = 0;
    for (let experiment = 0; experiment < count; experiment++) {
      const draw = drawsFrom(`stopping/${precision}/${experiment}`);
      computed += planned(asked, (_, k) => 1 + deviation * normal(draw, 'play', k)).computed;
    }
    return computed / count / oracle;
  });
  return Math.max(...ratios);
};

/** How often jobs wait as long on one worker with as many places, without slowdown, as for so many workers, in %. */
const severalPlaces = (count) => {
  const text = queue.replace(/workers: \{[^}]*\}, handler: \{/, `workers: { min: 1, max: 1 }, handler: { concurrency: ${servers},`);
  const study = parseStudy(
    'queue.study.yaml',
    `study: how long do jobs wait\nscenario: queue.scenario.yaml\nvary: { load.0.exactly: [${jobs}] }\nseeds: [a]\nmeasures: [delayTime.mean]\n`,
    { ...files, scenario: () => text },
  );
  if (study._tag === 'Left') throw new Error(JSON.stringify(study.left));
  const scenarios = [study.right, studyOf(['a'])].map(({ configurations: [{ scenario }] }) => scenario);
  const same = Array.from({ length: count }, (_, k) => {
    const [one, other] = scenarios.map((scenario) => playOnce(scenario, `places/${k + 1}`).durations.delayTime);
    return one.sum === other.sum && one.n === other.n;
  });
  return (same.filter(Boolean).length / count) * 100;
};

/** Rows of the bench's table. */
export const studyFigures = async (count = 1_000) => {
  const all = await playEverywhere(count);
  const truth = meanWaitMs(100_000);
  return [
    ['M/M/2: true mean wait, ms', truth, ''],
    ['M/M/2: inside the interval, %', coverage(all, truth), '93 to 97'],
    ['itself: no difference reported, %', quietComparisons(all), 'at least 94'],
    ['stopping : oracle, from 25 plays on', stoppingRatio(count), 'at most 1.3'],
    [`M/M/${servers}, one worker with ${servers} places: the same waits, %`, severalPlaces(30), '100'],
    ...choiceFigures(Math.ceil(count / 10)),
    ...starFigures(count),
    ...coverageFigures(Math.ceil(count / 10)),
    ...sharingFigures(),
  ];
};
