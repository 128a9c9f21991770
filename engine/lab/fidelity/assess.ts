import { listValues, type TimingName } from '../../cloud/timing/timings.ts';
import { type FactReport, isPlayed, joinFacts, judgeLeftOut, judgeObservation, seedsUsual } from './fidelity.ts';
import type { Mechanism } from './mechanisms.ts';
import type { Observation } from './observation.ts';

/**
 * The times by which a fact is judged: estimated without its author, estimated without its run, or the timing itself. The strictest comes
 * first.
 */
export const ways = ['author', 'run', 'own'] as const;
export type JudgingWay = (typeof ways)[number];

/** The requested assessment. */
export interface AssessmentChoice {
  readonly timing: TimingName;
  /** How often each observation is played. */
  readonly seeds?: number;
  /** Mechanisms that are switched off: their settings are as in the textbook. */
  readonly without?: readonly Mechanism[];
  /** Whether the times are computed again without each run and each author: of all observations that a timing was made from. */
  readonly leavesOut: boolean;
}

/** The facts, judged in each of the ways that were asked for. */
export type Assessment = { readonly own: readonly FactReport[] } & { readonly [W in Exclude<JudgingWay, 'own'>]?: readonly FactReport[] };

/** Plays the observations, and judges each fact in each way. */
export const assess = (
  observations: readonly Observation[],
  { timing, seeds = seedsUsual, without = [], leavesOut }: AssessmentChoice,
): Assessment => {
  const times = listValues(timing).filter(({ mechanism }) => !without.some((one) => one === mechanism));
  const own = joinFacts(observations.filter(isPlayed).map((one) => judgeObservation(one, { times }, seeds)));
  if (!leavesOut) return { own };
  const judge = (by: 'author' | 'run') => judgeLeftOut(observations, by, seeds, without);
  return { author: judge('author'), run: judge('run'), own };
};
