// How good the recommendations of twins are, for hidden endpoints: `npm run bench -- twin`. Their parameters are drawn, and a plain loop that shares nothing
// with the engine plays them: once for the records, and for many more weeks to know what each choice truly comes to.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importHidden, loadHidden, podsim, recoveredBy, recoveryRows } from './recovery.mjs';
import { screenStudy } from './twinScreen.mjs';

export const workers = [1, 2, 3, 4, 5, 6, 8];
export const idles = [5, 30, 120, 300, 600];
const goals = [5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 600];
const weeksFirst = 25;
const weeksMost = 200;
/** Of a choice: only where nothing is recommended after so many does the study go on to the 200 that a twin allows. */
const playsFirst = 40;

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
  // What is much dearer than the best is not looked at for longer: it is none.
  const least = Math.min(...first.filter(({ p95Ms }) => p95Ms <= goal * 1_000).map(({ workerMs }) => workerMs));
  const truths = first.map((truth) => (truth.workerMs > 1.3 * least ? truth : lookLonger(hidden, endpoint, truth, goal * 1_000)));
  const file = (name) => join(folder, name);
  await importHidden(hidden, endpoint, jobs, folder, goal);
  // What it recommends does not depend on how much more that bears, which takes as many plays again.
  const study = file('twin/twin.study.yaml');
  const text = screenStudy(hidden, endpoint, file('twin'), readFileSync(study, 'utf8').replace(/^sensitivity:.*\n/m, ''), goal);
  writeFileSync(study, text.replace(/max: 200/, `max: ${playsFirst}`));
  // The last week as it was.
  const week = jobs.filter(({ submitted }) => submitted >= (endpoint.days - 7) * 86_400_000).sort((a, b) => a.submitted - b.submitted);
  writeFileSync(file('trace.csv'), `at,ms\n${week.map(({ submitted, execution }) => `${submitted},${execution}`).join('\n')}\n`);
  writeFileSync(file('naive.study.yaml'), naiveText(hidden, week, endpoint, goal));
  const truthFor = (choice) =>
    truths.find((one) => isSame(one, choice)) ?? lookLonger(hidden, endpoint, hidden.truthOf(endpoint, choice, weeksFirst), goal * 1_000);
  const cheapest = Math.min(...truths.filter(({ p95Ms }) => p95Ms <= goal * 1_000).map(({ workerMs }) => workerMs));
  const judge = ({ best, quoted }) => {
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
  let said = await play(study, file('results'));
  if (said.best === undefined) {
    // What was played counts.
    writeFileSync(study, text);
    said = await play(study, file('results'));
  }
  const naive = judge(await play(file('naive.study.yaml'), file('results')));
  const recovered = recoveredBy(hidden, endpoint, folder);
  return { number, jobs: jobs.length, goal, recovered, hasAnswer: Number.isFinite(cheapest), twin: judge(said), naive };
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
  workers.max: [1, 2, 4]
  idleTimeout: [5s, 2m, 10m]
seeds: 1
measures: [delayTime.p95, cost]
goal: { delayTime.p95: { lte: ${goal}s }, minimize: cost }
`;
};

/** What a study recommends, and what it says of the 95th percentile of each configuration. */
const play = async (file, results) => {
  const report = JSON.parse((await podsim('study', file, '--json', '--results', results)).stdout);
  const quoted = report.configurations.map(({ number, values, measures }) => ({
    ...choiceOf(values),
    isBest: number === report.best,
    ...measures['delayTime.p95'],
  }));
  return { best: quoted.find(({ isBest }) => isBest), quoted };
};

/** Of both together, as a screened study has them, or of one after the other. */
const choiceOf = ([workers, idleTimeout]) => {
  const { max, idleTimeout: idle } = typeof workers === 'object' ? workers : { max: workers, idleTimeout };
  return { workersMax: max, idleTimeoutMs: Number.parseFloat(idle) * (idle.endsWith('m') ? 60_000 : 1_000) };
};

const isSame = (one, other) => one.workersMax === other.workersMax && one.idleTimeoutMs === other.idleTimeoutMs;
const isWithin = ({ low, high }, { p95Ms }) => low <= p95Ms && p95Ms <= high;
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

const lineOf = ({ number, jobs, goal, recovered: _, hasAnswer, ...answers }) => {
  const words = ({ best, truth, meets, over, held }) =>
    best === undefined
      ? 'nothing is recommended'
      : `${best.workersMax} workers, ${best.idleTimeoutMs / 1_000} s: truly ${(truth.p95Ms / 1_000).toFixed(1)} s, ${meets ? 'meets' : 'MISSES'}, ${percent(over)} % over; ${held.filter(Boolean).length} of ${held.length} held`;
  return `${number}: ${jobs} jobs, goal ${goal} s${hasAnswer ? '' : ', which no choice truly meets'}; ${Object.entries(answers)
    .map(([name, answer]) => `${name}: ${words(answer)}`)
    .join('; ')}`;
};

const percent = (share) => (100 * share).toFixed(0);

const rowsOf = (answers, which) => {
  const asked = answers.filter(({ hasAnswer }) => hasAnswer);
  const own = asked.map((answer) => answer[which]);
  const meeting = own.filter(({ meets }) => meets);
  const over = meeting.map((one) => one.over);
  const wanted = (words) => (which === 'twin' ? words : '');
  return [
    [
      `${which}: recommendations that truly meet, %`,
      (100 * meeting.length) / own.length,
      `${wanted('at least 90; ')}${own.filter(({ best, meets }) => best !== undefined && !meets).length} of ${own.length} miss, ${own.filter(({ best }) => best === undefined).length} get none`,
    ],
    [
      `${which}: their true cost over the best, %`,
      100 * mean(over),
      `${wanted('at most 10, ')}${over.filter((one) => one <= 0.1).length} of ${over.length} are`,
    ],
    [`${which}: p95 said within 10 % of the truth, %`, 100 * mean(own.flatMap(({ isNear }) => isNear.map(Number))), ''],
    ...(which === 'twin'
      ? [
          ['twin: quoted p95 that hold the truth, %', 100 * mean(own.flatMap(({ held }) => held.map(Number))), '90 to 97'],
          ['choices that were played, of 25', mean(own.map(({ isNear }) => isNear.length)), 'the loop has the others far from any choice'],
        ]
      : []),
  ];
};
