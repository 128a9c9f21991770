import { backtest } from '../../../adapters/twin/backtest.ts';
import { doubtWaits, explainMiss, findDoubts } from '../../../adapters/twin/doubts.ts';
import type { ArrivalFit } from '../../../adapters/twin/fit/arrivals.ts';
import { rateAt } from '../../../adapters/twin/fit/arrivals.ts';
import { type BlockFit, blockMs } from '../../../adapters/twin/fit/blocks.ts';
import { fitTwin, listStarts, type TwinFit } from '../../../adapters/twin/fitTwin.ts';
import { findLength } from '../../../adapters/twin/write/scenarioText.ts';
import { quantile } from '../../../engine/cloud/index.ts';
import { standingUnderLimits } from '../../../engine/statistics/constrained.ts';
import { intervalOfSkewed } from '../../../engine/statistics/skewedInterval.ts';
import type { Choice } from './draw.ts';
import { type ComingJob, type HiddenEndpoint, numbersFrom, percentile, playHidden } from './endpoint.ts';
import type { HiddenCase } from './families.ts';
import { tableOf } from './table.ts';

// What a twin answers about a hidden endpoint, and whether that is so. The loop of the hidden endpoints plays both, as it agrees with the engine job by job.

const hourMs = 3_600_000;
const weeks = 25;
const rules = { error: 0.05, indifference: 0.01, first: 10, max: 200 };
const goalsMs = [5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240, 300, 600].map((seconds) => seconds * 1_000);
const idles = [5, 60, 600];

interface PlayedMeans {
  readonly p95Ms: number;
  readonly workerMs: number;
}

/** The answer about one endpoint. */
export interface HiddenVerdict {
  /** Why the twin refuses; none if it answers. */
  readonly refusals: readonly string[];
  readonly goalMs: number;
  /** What is truly so under the choice; undefined if there is none. */
  readonly truth: PlayedMeans | undefined;
  readonly isRight: boolean;
  /** Of each quoted interval, whether it has the truth. */
  readonly held: readonly boolean[];
}

/** `seed`: which of the goals that have an answer is asked about. */
export const judgeTwin = (hidden: HiddenCase, seed: number): HiddenVerdict => {
  const { endpoint } = hidden;
  const jobs = tableOf(hidden.records);
  const given = { workersMax: endpoint.workersMax, idleTimeoutMs: endpoint.idleTimeoutMs, queueDelay: endpoint.queueDelayMs / 1_000 };
  const fit = fitTwin(jobs, given, 'twin');
  const test = backtest(jobs, given, 'twin');
  const refusals = [
    ...fit.unknown.filter(({ isVital }) => isVital).map(({ words }) => words),
    ...findDoubts(fit, test),
    ...doubtWaits(test, explainMiss(fit)),
  ];
  const { arrivals } = fit;
  if (refusals.length > 0 || arrivals === undefined) return { refusals, goalMs: 0, truth: undefined, isRight: false, held: [] };
  const choices = listChoices(fit, arrivals);
  const truths = choices.map((choice) => average(Array.from({ length: weeks }, (_, k) => measure(hidden.playWeek(choice, k + 1)))));
  const goalMs = pickGoal(truths, seed);
  const { plays, selected } = studyFit(endpoint, fit, arrivals, choices, goalMs);
  const truth = selected === undefined ? undefined : truths[selected];
  const days = findLength(arrivals, fit) / (arrivals.until - arrivals.from);
  return {
    refusals,
    goalMs,
    truth,
    isRight: truth !== undefined && truth.p95Ms <= goalMs,
    held: plays.flatMap((own, k) =>
      isHeld(
        own.map(({ p95Ms }) => p95Ms),
        days,
        truths[k]?.p95Ms ?? 0,
      ),
    ),
  };
};

/** As the study of a twin asks, without workers that are always up. */
const listChoices = ({ service: { sorted } }: TwinFit, { pieces }: ArrivalFit): readonly Choice[] => {
  const busiest = Math.max(...pieces.map(({ perHour }) => perHour));
  const least = Math.max(1, Math.floor((busiest * mean(sorted)) / hourMs));
  const step = Math.max(1, Math.round(least / 4));
  return [0, 1, 2, 3, 5].flatMap((steps) => idles.map((idle) => ({ workersMax: least + steps * step, idleTimeoutMs: idle * 1_000 })));
};

/** One that some choices meet, and at least half do not. */
const pickGoal = (truths: readonly PlayedMeans[], seed: number): number => {
  const fit = goalsMs.filter((goalMs) => {
    const met = truths.filter(({ p95Ms }) => p95Ms <= goalMs).length;
    return met > 0 && met <= truths.length / 2;
  });
  return (
    fit[seed % fit.length] ??
    percentile(
      truths.map(({ p95Ms }) => p95Ms),
      0.25,
    )
  );
};

/** Plays until the choice is sure. The same weeks for each choice. */
const studyFit = (endpoint: HiddenEndpoint, fit: TwinFit, arrivals: ArrivalFit, choices: readonly Choice[], goalMs: number) => {
  const plays: PlayedMeans[][] = choices.map(() => []);
  const days = findLength(arrivals, fit) / (24 * hourMs);
  const starts = listStarts(fit);
  const own = { ...endpoint, slowerPerDay: 0, firstJobMs: fit.blocks === undefined ? (fit.dependence.firstJobMs ?? 0) : 0 };
  const twin = { ...own, starts: starts.map((medianMs) => ({ medianMs, sigma: 0, share: 1 / starts.length })) };
  for (;;) {
    const standing = standingUnderLimits(
      plays.map((played) => ({ objective: played.map(({ workerMs }) => workerMs), rooms: [played.map(({ p95Ms }) => goalMs - p95Ms)] })),
      rules,
    );
    if (standing.isOver) return { plays, selected: standing.selected };
    for (const [k, played] of plays.entries())
      while (played.length < (standing.wanted[k] ?? 0)) {
        const seed = 77_000_003 + 1_000 * played.length;
        played.push(
          measure(
            playHidden(
              { ...twin, ...choices[k], days, seed },
              fit.blocks === undefined ? drawFitted(fit, arrivals, days, seed) : drawDays(fit.blocks, days, seed),
            ),
          ),
        );
      }
  }
};

/** Whole days, in the order that a seed draws. */
const drawDays = ({ jobs }: BlockFit, days: number, seed: number): readonly ComingJob[] => {
  const next = numbersFrom(seed);
  const count = Math.floor(((jobs.at(-1)?.[0] ?? 0) + 1) / blockMs + 0.1);
  return Array.from({ length: days }, (_, day) => {
    const drawn = Math.floor(next() * count);
    return jobs.flatMap(([at, runs]) => (Math.floor(at / blockMs) === drawn ? [{ at: at + (day - drawn) * blockMs, runs }] : []));
  }).flat();
};

/** Jobs as the scenario of a twin has them. */
const drawFitted = ({ service }: TwinFit, { pieces, period, bursts }: ArrivalFit, days: number, seed: number): readonly ComingJob[] => {
  const [next, ofStates, ofService] = [numbersFrom(seed), numbersFrom(seed + 1), numbersFrom(seed + 2)] as const;
  const states = bursts?.states ?? [{ times: 1, meanMs: days * 24 * hourMs }];
  const most = Math.max(...pieces.map(({ perHour }) => perHour)) * Math.max(...states.map(({ times }) => times));
  const start = Date.UTC(2026, 9, 5);
  let [state, until] = [0, 0];
  const jobs: ComingJob[] = [];
  for (let at = 0; ; ) {
    at -= (Math.log(1 - next()) * hourMs) / most;
    if (at >= days * 24 * hourMs) return jobs;
    while (until < at) {
      if (states.length > 1 && until > 0) state = (state + 1 + Math.floor(ofStates() * (states.length - 1))) % states.length;
      until -= Math.log(1 - ofStates()) * (states[state]?.meanMs ?? hourMs);
    }
    if (next() * most >= rateAt(pieces, period, start + at) * (states[state]?.times ?? 1)) continue;
    const u = ofService();
    const { chosen, sorted } = service;
    const runs = chosen === undefined ? (sorted[Math.floor(u * sorted.length)] ?? 1) : quantile(chosen, u);
    jobs.push({ at: Math.round(at), runs: Math.max(1, Math.round(runs)) });
  }
};

const measure = ({ jobs, workerMs }: ReturnType<typeof playHidden>): PlayedMeans => ({
  p95Ms: percentile(
    jobs.map(({ delay }) => delay),
    0.95,
  ),
  workerMs,
});

const average = (all: readonly PlayedMeans[]): PlayedMeans => ({
  p95Ms: mean(all.map(({ p95Ms }) => p95Ms)),
  workerMs: mean(all.map(({ workerMs }) => workerMs)),
});

/** As a study quotes an interval, with what the records leave open; none if it quotes none. */
const isHeld = (values: readonly number[], share: number, truth: number): readonly boolean[] => {
  const { mean: middle, low, high } = intervalOfSkewed(values);
  if (low === null || high === null) return [];
  const times = Math.sqrt(1 + values.length * share);
  return [middle - times * (middle - low) <= truth && truth <= middle + times * (high - middle)];
};

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
