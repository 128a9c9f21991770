// The question of `npm run bench -- twin` in a few minutes: the loop of the hidden endpoints plays what a twin has fitted, too, in place of the engine, with
// which it agrees job by job (`test/twin/hidden.long.test.ts`). The choice is that of the study that a twin writes: `npm run bench -- twin-loop [COUNT] [FROM]`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadHidden, tableOf } from './recovery.mjs';
import { goalFor, idles, workers } from './twin.mjs';
import { twinOf } from './twinScreen.mjs';

const from = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { standingUnderLimits } = await from('engine/statistics/constrained.js');
const { intervalOfSkewed } = await from('engine/statistics/skewedInterval.js');

const truthWeeks = 60;
const hourMs = 3_600_000;
/** As `twin.study.yaml` has it. */
const rules = { error: 0.05, indifference: 0.01, first: 10, max: 200 };

/** Rows of the bench's table. */
export const twinLoopFigures = async (count = 30, first = 1) => {
  const folder = mkdtempSync(join(tmpdir(), 'podsim-twins-'));
  try {
    const hidden = await loadHidden(folder);
    const fitted = { ...(await from('adapters/twin/fitTwin.js')), ...(await from('adapters/twin/write/scenarioText.js')) };
    const { JobTable } = await from('adapters/twin/records/jobTable.js');
    const answers = [];
    for (let number = first; number < first + count; number++) {
      const answer = answerOne(hidden, fitted, JobTable, number);
      process.stderr.write(
        `${number}: ${answer === undefined ? 'bursts of three states, which the loop does not have' : lineOf(answer)}\n`,
      );
      if (answer !== undefined) answers.push(answer);
    }
    return rowsOf(answers);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const answerOne = (hidden, { fitTwin, listStarts, findLength }, JobTable, number) => {
  const endpoint = hidden.drawEndpoint(number);
  const given = { workersMax: endpoint.workersMax, idleTimeout: endpoint.idleTimeoutMs, queueDelay: endpoint.queueDelayMs / 1_000 };
  const fit = fitTwin(tableOf(JobTable, hidden.playHidden(endpoint).jobs), given, 'twin');
  const twin = twinOf(endpoint, fit, listStarts(fit));
  if (twin === undefined) return undefined;
  const truthOf = (choice) => hidden.truthOf(endpoint, choice, truthWeeks);
  const all = workers.flatMap((workersMax) => idles.map((idle) => truthOf({ workersMax, idleTimeoutMs: idle * 1_000 })));
  const goalMs = 1_000 * goalFor(number, all);
  const choices = choicesOf(fit);
  const truths = choices.map((one) => all.find((other) => isSame(one, other)) ?? truthOf(one));
  const days = findLength(fit.arrivals) / (24 * hourMs);
  const { plays, selected } = studyOf(hidden, twin, choices, days, goalMs);
  const records = (fit.arrivals.until - fit.arrivals.from) / (24 * hourMs);
  const cheapest = Math.min(...[...all, ...truths].filter(({ p95Ms }) => p95Ms <= goalMs).map(({ workerMs }) => workerMs));
  const truth = selected === undefined ? undefined : truths[selected];
  return {
    goalMs,
    truth,
    meets: truth !== undefined && truth.p95Ms <= goalMs,
    over: truth === undefined ? Number.NaN : truth.workerMs / cheapest - 1,
    plays: plays.reduce((sum, { length }) => sum + length, 0),
    held: plays.flatMap((own, k) =>
      isHeld(
        own.map(({ p95Ms }) => p95Ms),
        days / records,
        truths[k].p95Ms,
      ),
    ),
  };
};

/** As many workers as the study of a twin asks about. */
const choicesOf = ({ service, arrivals: { pieces } }) => {
  const busiest = Math.max(...pieces.map(({ perHour }) => perHour));
  const least = Math.max(1, Math.floor((busiest * mean(service.sorted)) / hourMs));
  const step = Math.max(1, Math.round(least / 4));
  return [0, 1, 2, 3, 5].flatMap((steps) => idles.map((idle) => ({ workersMax: least + steps * step, idleTimeoutMs: idle * 1_000 })));
};

/** Plays until the choice is sure. The same weeks for each choice, and others than those of the endpoint. */
const studyOf = (hidden, twin, choices, days, goalMs) => {
  const plays = choices.map(() => []);
  for (;;) {
    const contenders = plays.map((own) => ({
      objective: own.map(({ workerMs }) => workerMs),
      rooms: [own.map(({ p95Ms }) => goalMs - p95Ms)],
    }));
    const { isOver, wanted, selected } = standingUnderLimits(contenders, rules);
    if (isOver) return { plays, selected };
    for (const [k, own] of plays.entries())
      while (own.length < wanted[k]) {
        const { jobs, workerMs } = hidden.playHidden({ ...twin, ...choices[k], days, seed: 77_000_003 + 1_000 * own.length });
        own.push({
          workerMs,
          p95Ms: hidden.percentile(
            jobs.map(({ delay }) => delay),
            0.95,
          ),
        });
      }
  }
};

/** As a study quotes an interval, with what the records leave open. */
const isHeld = (values, share, truth) => {
  const { mean: middle, low, high } = intervalOfSkewed(values);
  if (low === null || high === null) return [];
  const times = Math.sqrt(1 + values.length * share);
  return [middle - times * (middle - low) <= truth && truth <= middle + times * (high - middle)];
};

const isSame = (one, other) => one.workersMax === other.workersMax && one.idleTimeoutMs === other.idleTimeoutMs;
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;

const lineOf = ({ goalMs, truth, meets, over, held }) =>
  `goal ${goalMs / 1_000} s: ${
    truth === undefined
      ? 'nothing is recommended'
      : `${truth.workersMax} workers, ${truth.idleTimeoutMs / 1_000} s: truly ${(truth.p95Ms / 1_000).toFixed(1)} s, ${meets ? 'meets' : 'MISSES'}, ${(100 * over).toFixed(0)} % over`
  }; ${held.filter(Boolean).length} of ${held.length} held`;

const rowsOf = (answers) => {
  const meeting = answers.filter(({ meets }) => meets);
  const missing = answers.filter(({ meets, truth }) => !meets && truth !== undefined).length;
  return [
    ['recommendations that truly meet, %', (100 * meeting.length) / answers.length, `at least 90; ${missing} of ${answers.length} miss`],
    ['their true cost over the best, %', 100 * mean(meeting.map(({ over }) => over)), 'at most 10'],
    ['quoted p95 that hold the truth, %', 100 * mean(answers.flatMap(({ held }) => held.map(Number))), '90 to 97'],
    ['plays of a study', mean(answers.map(({ plays }) => plays)), ''],
  ];
};
