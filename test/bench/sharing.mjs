// Jobs that share a worker, beside theory: `npm run bench -- sharing`, and the last rows of `npm run bench -- studies`. What is played is
// seeded, so those figures are the same on every machine; the last two rows are of time, of the processor.
const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { parseScenario } = await from('engine/scenario/scenario.js');
const { playOnce } = await from('adapters/study/playOnce.js');
const { play } = await from('engine/scenario/play/play.js');

const meanMs = 9_000;
const worldOf = (handler, workers = 1) => `title: one worker for many
world:
  settings: { worker: { imagePull: 0s, start: 0s } }
  accounts: [{ id: team, keys: [{ name: bulk, rateLimitExempt: true }] }]
  endpoints:
    - { id: ep-a, workers: { min: ${workers}, max: ${workers} }, timeout: 20h, handler: ${handler} }
load:
  - { as: bulk, with: { endpoint: ep-a, body: { input: {} } }, `;

const scenarioOf = (text) => {
  const parsed = parseScenario('queue.scenario.yaml', text);
  if (parsed._tag === 'Left') throw new Error(JSON.stringify(parsed.left));
  return parsed.right[0];
};

/** The mean of thirty plays over what theory says, and how near that has to be with 95 % confidence. */
const beside = (values, theory) => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1);
  // Student's t with 29 degrees of freedom.
  const half = 2.045 * Math.sqrt(variance / values.length);
  return [mean / theory, `1 ± ${(half / theory).toFixed(3)}`];
};
const thirty = (one) => Array.from({ length: 30 }, (_, k) => one(k + 1));

/** How long jobs take that share one worker: the mean of their work by what is left of the worker's time. */
const sharedResponse = (service) => {
  const busy = 0.7;
  const handler = `{ concurrency: 1000, sharing: { kind: processor }, duration: ${service} }`;
  const scenario = scenarioOf(`${worldOf(handler)}poisson: { rate: 1/${Math.round(meanMs / busy)}ms }, exactly: 2000 }\n`);
  const means = thirty((k) => {
    const { sum, n } = playOnce(scenario, `shared/${k}`).durations.totalTime;
    return sum / n;
  });
  return beside(means, meanMs / (1 - busy));
};

/** How many jobs users get done who share one worker and think between their jobs: mean value analysis, which is exact. */
const closedModel = (users) => {
  const [thinkMs, workMs, hours] = [30_000, 5_000, 10.5];
  let [present, throughput] = [0, 0];
  for (let n = 1; n <= users; n++) {
    const responseMs = workMs * (1 + present);
    throughput = n / (thinkMs + responseMs);
    present = throughput * responseMs;
  }
  const handler = `{ concurrency: ${users}, sharing: { kind: processor }, duration: { exponential: { mean: ${workMs}ms } } }`;
  const scenario = scenarioOf(
    `${worldOf(handler)}closed: { users: ${users}, thinkTime: { exponential: { mean: ${thinkMs}ms } } }, for: ${hours * 60}m }\n`,
  );
  const ends = thirty((k) => {
    const { world } = play({
      ...scenario,
      spec: { ...scenario.spec, invariants: 'none' },
      definition: { ...scenario.definition, seed: `closed/${k}` },
    });
    return [...world.log.entries()].filter(({ at, event }) => event.type === 'JobCompleted' && at > 1_800_000 && at <= hours * 3_600_000)
      .length;
  });
  return beside(ends, throughput * (hours * 3_600_000 - 1_800_000));
};

/** How many tokens a second so many sequences make at once: n / (decode + slope × (n - 1)), once their prompts are read. */
const tokenThroughput = (n) => {
  const [decodeMs, slopeMs, output] = [20, 0.5, 4_000];
  const tokens = `{ prompt: 1, output: ${output}, prefill: 1ms, decode: ${decodeMs}ms, batch: { slope: ${slopeMs}ms, most: 64 }, memory: { tokens: 1000000 } }`;
  const scenario = scenarioOf(`${worldOf(`{ concurrency: 64, tokens: ${tokens} }`)}burst: { size: ${n}, every: 1h }, exactly: ${n} }\n`);
  const { max } = playOnce(scenario, 'tokens').durations.totalTime;
  return (n * output) / (max - n) / (n / (decodeMs + slopeMs * (n - 1)));
};

/** How many of four jobs in the first burst run at once, after one that warmed the process up (ramp: sdk); three on the platform. */
const firstBurst = () => {
  const handler = '{ concurrency: 4, ramp: sdk, duration: { fixed: 5s } }';
  const steps = `steps:
  - { at: 10s, as: bulk, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { at: 20s, as: bulk, repeat: { times: 4 }, act: run, with: { endpoint: ep-a, body: { input: {} } } }
  - { at: 1m, as: bulk, act: health, with: { endpoint: ep-a } }
`;
  const text = worldOf(handler)
    .replace('start: 0s', 'start: 0s, takeDelay: 150ms, takeEvery: 1s')
    .replace(/load:[\s\S]*$/, steps);
  const { world } = play(scenarioOf(text));
  let [running, most] = [0, 0];
  for (const { event } of world.log.entries()) {
    if (event.type === 'JobStarted') most = Math.max(most, ++running);
    if (event.type === 'JobCompleted') running -= 1;
  }
  return most;
};

/** What 10,000 jobs cost on one worker that takes 64 at once, over what they cost on 64 workers: in turn, in one process, by its processor. */
const costOfPlaces = (handler, alone = handler) => {
  const cpuMs = (text) => {
    const scenario = scenarioOf(text);
    const before = process.cpuUsage();
    playOnce(scenario, 'cost');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const come = 'poisson: { rate: 16/s }, exactly: 10000 }\n';
  const texts = [worldOf(`{ concurrency: 64, ${handler} }`), worldOf(`{ ${alone} }`, 64)].map((text) => `${text}${come}`);
  const rounds = Array.from({ length: 5 }, () => texts.map(cpuMs));
  const ratios = rounds.slice(1).map(([one, many]) => one / many);
  return ratios.sort((a, b) => a - b)[2];
};

const services = {
  exponential: `{ exponential: { mean: ${meanMs}ms } }`,
  constant: `{ fixed: ${meanMs}ms }`,
  lognormal: '{ lognormal: { median: 5459ms, p95: 28277ms } }',
};
const sequence =
  'tokens: { prompt: 10, output: 100, prefill: 0.1ms, decode: 20ms, batch: { slope: 0.1ms, most: 64 }, memory: { tokens: 1000000 } }';

/** Rows of the bench's table. */
export const sharingFigures = () => [
  ...Object.entries(services).map(([name, service]) => [`M/G/1 shared, ${name}: response : theory`, ...sharedResponse(service)]),
  ['12 users share one worker: throughput : theory', ...closedModel(12)],
  ...[1, 8, 64].map((n) => [`tokens a second, ${n} at once : formula`, tokenThroughput(n), '0.999 to 1.001']),
  ['of four jobs in the first burst, run at once', firstBurst(), '3'],
  [
    '10,000 jobs, 64 on one worker : on 64 workers',
    costOfPlaces('sharing: { kind: processor, from: 64 }, duration: { fixed: 3s }'),
    'at most 2',
  ],
  ['the same, of 100 tokens each', costOfPlaces(sequence), 'at most 2'],
];
