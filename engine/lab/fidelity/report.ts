import type { TimingName } from '../../cloud/timing/timings.ts';
import { type Assessment, assess, type JudgingWay, ways } from './assess.ts';
import { findWorse, groupByMechanism } from './byMechanism.ts';
import { type FactReport, isPlayed } from './fidelity.ts';
import type { FigureChange } from './keptFigures.ts';
import type { Mechanism } from './mechanisms.ts';
import type { Observation } from './observation.ts';
import { judgeOwnStarts } from './ownStarts.ts';
import type { FidelityReport, WayReport } from './reportFormat.ts';
import { compareWithFirst, summarize, unseenIn } from './summary.ts';

/** The judged facts, and how they were judged. */
export interface Judged {
  readonly timing: TimingName;
  readonly seeds: number;
  readonly without: readonly Mechanism[];
  readonly observations: readonly Observation[];
  readonly assessment: Assessment;
}

/** The report for people and for programs. */
export const buildReport = ({ timing, seeds, without, observations, assessment }: Judged): FidelityReport => ({
  timing,
  seeds,
  without: [...without],
  ways: ways.flatMap((way) => {
    const facts = assessment[way];
    return facts === undefined ? [] : [describeWay(way, facts)];
  }),
  documented: summarize(assessment.own, 'documented'),
  interpreted: summarize(assessment.own, 'interpreted'),
  ...(assessment.author === undefined ? {} : { ownStarts: [...judgeOwnStarts(observations)] }),
  ...(without.length === 0 ? {} : { worse: [...findWorse(assess(observations, { timing, seeds, leavesOut: false }).own, assessment.own)] }),
  unplayed: listUnplayed(observations),
});

/** The observations that no play shows, each with its reason. */
export const listUnplayed = (observations: readonly Observation[]): FidelityReport['unplayed'] =>
  observations
    .filter((one) => !isPlayed(one))
    .map(({ file, spec }) => ({ fact: spec.fact, title: spec.title, file, because: spec.unplayed ?? '' }))
    .sort((a, b) => (a.fact < b.fact ? -1 : 1));

/** How the figures compare with the kept ones. */
export const describeKept = (changes: readonly FigureChange[], missing: readonly string[]): NonNullable<FidelityReport['kept']> => {
  const those = (isWorse: boolean) => changes.filter((one) => one.isWorse === isWorse).map(({ isWorse: _, ...change }) => change);
  return { worse: those(true), better: those(false), missing: [...missing] };
};

const describeWay = (way: JudgingWay, facts: readonly FactReport[]): WayReport => ({
  way,
  summary: summarize(facts),
  unseen: unseenIn(facts).map(({ fact }) => fact),
  withUnseen: summarize(facts, 'all'),
  ...sinceFirstIn(facts),
  mechanisms: groupByMechanism(facts).map(({ mechanism, reports }) => ({ mechanism, summary: summarize(reports) })),
  facts,
});

const sinceFirstIn = (facts: readonly FactReport[]): Pick<WayReport, 'sinceFirst'> => {
  const sinceFirst = compareWithFirst(facts);
  return sinceFirst === undefined ? {} : { sinceFirst };
};
