import { isLeft } from 'fp-ts/lib/Either.js';
import { toMeasuredScenario } from '../../../scenario/play/measuredScenario.ts';
import { play } from '../../../scenario/play/play.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { sortUp } from '../../../statistics/sample.ts';
import { percentiles } from '../../../world/reports/record/namedMeasures.ts';
import type { BoundReport, WorkerCost } from '../format/boundFormat.ts';
import type { Goal } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { StudyReport } from '../format/reportFormat.ts';
import type { Study } from '../study.ts';
import { computeLeastTime, type WaitLimit } from './lowerBound.ts';
import { type PlayedTrace, readTrace } from './playedTrace.ts';

/** More entries than this take longer to play again than the answer is worth. */
const entriesMax = 2_000_000;

/**
 * Plays the median run of the recommended configuration once more, and compares what its workers cost with the least that any scaler needs for
 * the same jobs. Undefined if nothing is recommended.
 */
export const computeBound = (study: Study, report: StudyReport): BoundReport | undefined => {
  const best = report.configurations.find(({ number }) => number === report.best);
  const configuration = study.configurations.find(({ number }) => number === report.best);
  if (best === undefined || configuration === undefined || best.medianSeed === null) return undefined;
  const subject = { configuration: best.number, seed: best.medianSeed };
  const { scenario } = configuration;
  const why = explainUnfit(scenario);
  if (why !== undefined) return { ...subject, unknown: why };
  const { world, unfired } = play(toMeasuredScenario(scenario, best.medianSeed), { idle: false, entriesMax });
  if (unfired.some((words) => words.startsWith('entriesMax: '))) return { ...subject, unknown: 'its log is too long to be played again' };
  const trace = readTrace(() => world.log.entries(), world.now);
  if (isLeft(trace)) return { ...subject, unknown: trace.left };
  const { billedMs, usd } = trace.right;
  const leastMs = computeLeastByGoal(trace.right, study.spec.warmUp === 'none' ? study.spec.goal : undefined);
  const findCost = (ms: number): WorkerCost => ({ workerHours: ms / hourMs, usd: billedMs === 0 ? 0 : (usd * ms) / billedMs });
  return { ...subject, recommended: findCost(billedMs), least: findCost(leastMs) };
};

const hourMs = 3_600_000;

/** The largest of the bounds that the limits of a goal give. Only the work and one start are left of a goal without a limit of waits. */
export const computeLeastByGoal = (trace: PlayedTrace, goal: Goal | undefined): number => {
  const { jobs, startMs } = trace;
  const limits = goal === undefined ? [] : listWaitLimits(trace, goal);
  return Math.max(computeLeastTime(jobs, startMs), ...limits.map((limit) => computeLeastTime(jobs, startMs, limit)));
};

/** The limits of waits. One that this play misses, because only the mean over the plays keeps to it, is as wide as the play needs. */
const listWaitLimits = ({ waits, totals }: PlayedTrace, goal: Goal): readonly WaitLimit[] =>
  listLimits(goal).flatMap(({ name, lte, gte = 0, share }): readonly WaitLimit[] => {
    const [measure = '', which = ''] = (share?.whole === 'jobs' ? share.measure : name).split('.');
    const times = sortUp(measure === 'delayTime' ? waits : measure === 'totalTime' ? totals : []);
    const percent = share?.whole === 'jobs' ? 100 * gte : which in percentiles ? percentiles[which as keyof typeof percentiles] : undefined;
    const ms = share === undefined ? lte : share.lte;
    if (times.length === 0 || percent === undefined || ms === undefined) return [];
    // By nearest rank, as measures are.
    const keeping = Math.max(1, Math.ceil((times.length * percent) / 100 - tolerance));
    const of = measure === 'delayTime' ? 'start' : 'end';
    return [{ of, ms: Math.max(ms, times[keeping - 1] ?? 0), misses: times.length - keeping }];
  });

/** For shares such as 0.99, which are not exact. */
const tolerance = 1e-9;

/** Why other scalers would not have the same jobs in such a scenario, or would run several at once. */
const explainUnfit = ({ spec, definition }: Scenario): string | undefined => {
  if ((spec.load ?? []).some(({ closed, steps, onFailure, onRefusal }) => (closed ?? steps ?? onFailure ?? onRefusal) !== undefined))
    return 'its clients wait for answers, so when jobs come depends on the scaler';
  return definition.endpoints.some(({ handler }) => handler.tokens !== undefined || (handler.concurrency ?? 1) > 1)
    ? 'jobs share workers, and how long they run depends on the scaler'
    : undefined;
};
