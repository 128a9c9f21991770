// How good the recommendations of twins are, for hidden endpoints: `npm run bench -- twin`. Their parameters are drawn, and a plain loop that shares nothing
// with the engine plays them: once for the records, and for many more weeks to know what each choice truly comes to.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importHidden, loadHidden, podsim, recoveredBy, recoveryRows } from './recovery.mjs';

export const workers = [1, 2, 3, 4, 5, 6, 8];
export const idles = [5, 30, 120, 300, 600];
const goals = [5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 600];
const weeksFirst = 100;
const weeksMost = 800;

/** Rows of the bench's table. */
export const twinFigures = async (count = 30, from = 1) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-twins-'));
  try {
    const hidden = await loadHidden(folder);
    const answers = [];
    for (let number = from; number < from + count; number++) {
      const answer = await answerOne(hidden, number, join(folder, `${number}`));
      process.stderr.write(`${lineOf(answer)}\n`);
      answers.push(answer);
    }
    return [...rowsOf(answers, 'twin'), ...recoveryRows(answers.flatMap(({ recovered }) => recovered)), ...rowsOf(answers, 'naive')];
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const answerOne = async (hidden, number, folder) => {
  const endpoint = hidden.drawEndpoint(number);
  const { jobs } = hidden.playHidden(endpoint);
  const first = workers.flatMap((workersMax) =>
    idles.map((idle) => hidden.truthOf(endpoint, { workersMax, idleTimeoutMs: idle * 1_000 }, weeksFirst)),
  );
  const goal = goalFor(number, first);
  const truths = first.map((truth) => lookLonger(hidden, endpoint, truth, goal * 1_000));
  const file = (name) => join(folder, name);
  await importHidden(hidden, endpoint, jobs, folder, goal);
  // What it recommends does not depend on how much more that bears, which takes as many plays again.
  const study = file('twin/twin.study.yaml');
  writeFileSync(study, readFileSync(study, 'utf8').replace(/^sensitivity:.*\n/m, ''));
  // The last week as it was.
  const week = jobs.filter(({ submitted }) => submitted >= (endpoint.days - 7) * 86_400_000).sort((a, b) => a.submitted - b.submitted);
  writeFileSync(file('trace.csv'), `at,ms\n${week.map(({ submitted, execution }) => `${submitted},${execution}`).join('\n')}\n`);
  writeFileSync(file('naive.study.yaml'), naiveText(hidden, week, endpoint, goal));
  const truthFor = (choice) =>
    truths.find((one) => isSame(one, choice)) ?? lookLonger(hidden, endpoint, hidden.truthOf(endpoint, choice, weeksFirst), goal * 1_000);
  const cheapest = Math.min(...truths.filter(({ p95Ms }) => p95Ms <= goal * 1_000).map(({ workerMs }) => workerMs));
  const judge = async (name) => {
    const { best, quoted } = await play(file(name), file('results'));
    const truth = best === undefined ? undefined : truthFor(best);
    return {
      best,
      truth,
      meets: truth !== undefined && truth.p95Ms <= goal * 1_000,
      over: truth === undefined ? Number.NaN : truth.workerMs / cheapest - 1,
      held: quoted.filter(({ low }) => low !== null).map((one) => isWithin(one, truthFor(one))),
      isNear: quoted.filter(({ mean }) => mean !== null).map((one) => Math.abs(one.mean / truthFor(one).p95Ms - 1) <= 0.1),
    };
  };
  const recovered = recoveredBy(hidden, endpoint, folder);
  return { number, jobs: jobs.length, goal, recovered, twin: await judge('twin/twin.study.yaml'), naive: await judge('naive.study.yaml') };
};

/** A question that has an answer, and not any answer: some choices meet the goal, and at least half do not. */
export const goalFor = (number, truths) => {
  const fit = goals.filter((goal) => {
    const met = truths.filter(({ p95Ms }) => p95Ms <= goal * 1_000).length;
    return met > 0 && met <= truths.length / 2;
  });
  return (
    fit[number % fit.length] ?? Math.round(truths.map(({ p95Ms }) => p95Ms).sort((a, b) => a - b)[Math.floor(truths.length / 4)] / 1_000)
  );
};

/** Near the goal, a truth is looked at for longer. */
const lookLonger = (hidden, endpoint, truth, goalMs) => {
  let sure = truth;
  for (let weeks = weeksFirst * 2; Math.abs(sure.p95Ms - goalMs) < 4 * sure.errorMs && weeks <= weeksMost; weeks *= 2)
    sure = hidden.truthOf(endpoint, truth, weeks);
  return sure;
};

/** As one would without a twin: the arrivals and durations as they were, and the middle one of the delays that seem to be cold starts. */
const naiveText = (hidden, jobs, { queueDelayMs }, goal) => {
  const delays = jobs.flatMap(({ delay }) => (delay > 5_000 ? [delay] : []));
  return `study: How many workers, by the records as they were?
scenario:
  world:
    settings: { worker: { imagePull: 0s, start: ${hidden.percentile(delays, 0.5)}ms } }
    endpoints:
      - { id: ep, workers: { min: 0, max: 1 }, scaling: { type: QUEUE_DELAY, queueDelay: ${queueDelayMs / 1_000}s }, timeout: 1h }
  load:
    - name: jobs
      with: { endpoint: ep, body: { input: {} } }
      trace: { file: trace.csv, at: at, unit: ms, origin: first }
      durations: { file: trace.csv, column: ms, unit: ms }
vary:
  workers.max: [1, 2, 3, 4, 6]
  idleTimeout: [5s, 30s, 2m, 5m, 10m]
seeds: 1
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: ${goal}s }, minimize: cost }
`;
};

/** What a study recommends, and what it says of the 95th percentile of each configuration. */
const play = async (file, results) => {
  const report = JSON.parse((await podsim('study', file, '--json', '--results', results)).stdout);
  const quoted = report.configurations.map(({ number, values: [workersMax, idle], measures }) => ({
    workersMax,
    idleTimeoutMs: Number.parseFloat(idle) * (idle.endsWith('m') ? 60_000 : 1_000),
    isBest: number === report.best,
    ...measures['delayTime.p95'],
  }));
  return { best: quoted.find(({ isBest }) => isBest), quoted };
};

const isSame = (one, other) => one.workersMax === other.workersMax && one.idleTimeoutMs === other.idleTimeoutMs;
const isWithin = ({ low, high }, { p95Ms }) => low <= p95Ms && p95Ms <= high;
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

const lineOf = ({ number, jobs, goal, recovered: _, ...answers }) => {
  const words = ({ best, truth, meets, over, held }) =>
    best === undefined
      ? 'nothing is recommended'
      : `${best.workersMax} workers, ${best.idleTimeoutMs / 1_000} s: truly ${(truth.p95Ms / 1_000).toFixed(1)} s, ${meets ? 'meets' : 'MISSES'}, ${percent(over)} % over; ${held.filter(Boolean).length} of ${held.length} held`;
  return `${number}: ${jobs} jobs, goal ${goal} s; ${Object.entries(answers)
    .map(([name, answer]) => `${name}: ${words(answer)}`)
    .join('; ')}`;
};

const percent = (share) => (100 * share).toFixed(0);

const rowsOf = (answers, which) => {
  const own = answers.map((answer) => answer[which]);
  const meeting = own.filter(({ meets }) => meets);
  const over = meeting.map((one) => one.over);
  const wanted = (words) => (which === 'twin' ? words : '');
  return [
    [`${which}: recommendations that truly meet, %`, (100 * meeting.length) / own.length, wanted('at least 90')],
    [
      `${which}: their true cost over the best, %`,
      100 * mean(over),
      `${wanted('at most 10, ')}${over.filter((one) => one <= 0.1).length} of ${over.length} are`,
    ],
    [`${which}: p95 said within 10 % of the truth, %`, 100 * mean(own.flatMap(({ isNear }) => isNear.map(Number))), ''],
    ...(which === 'twin'
      ? [['twin: quoted p95 that hold the truth, %', 100 * mean(own.flatMap(({ held }) => held.map(Number))), '90 to 97']]
      : []),
  ];
};
