import { isLeft } from 'fp-ts/lib/Either.js';
import { listValues, type MeasuredTiming, newestTiming, type TimingName } from '../../cloud/timing/timings.ts';
import type { TimingValue } from '../../cloud/timing/timingValue.ts';
import type { Json } from '../../kernel/canonical.ts';
import { InvariantViolation } from '../../kernel/invariant.ts';
import { estimateQuantities } from './estimate/estimate.ts';
import type { QuantityName } from './estimate/quantities.ts';
import type { PollSpec } from './format.ts';
import { judge, type ValueReport } from './judge.ts';
import type { Mechanism } from './mechanisms.ts';
import { listPlays, type Observation, type PlayChoice, pollName } from './observation.ts';
import { type ObservedPlay, playObservation } from './playObservation.ts';
import { readFrom } from './reading.ts';
import { middleIn } from './suppose.ts';

/** The times that the values of an observation were compared with. */
export interface FactReport {
  readonly fact: string;
  readonly title: string;
  readonly mechanisms: readonly Mechanism[];
  readonly judgments: readonly JudgedValue[];
  /** The fact that it is a part of: it is not counted again. */
  readonly repeats?: string;
  /** The error of podsim when the fact was first compared with it, as a share of the observation. */
  readonly atFirst?: number;
}

/** A value, and whether nothing was left to predict it from: no other run, or no other author, has observed its quantities. */
export type JudgedValue = ValueReport & { readonly unseen?: true };

/** How often each observation is played. */
export const seedsUsual = 40;

/** The times that an observation is judged under: a timing by its name, or estimated values. */
export type Under = { readonly timing: TimingName } | Estimated;

/** A timing estimated from some observations. Quantities without an observation have their textbook values. */
interface Estimated {
  readonly times: readonly TimingValue[];
  /** The quantities that they give evidence of; absent if every requested one has evidence. */
  readonly known?: ReadonlySet<QuantityName>;
}

/** Plays an observation with several seeds, and compares each of its values with the plays. */
export const judgeObservation = (observation: Observation, under: Under, seeds = seedsUsual): FactReport => {
  const { spec } = observation;
  const times = 'timing' in under ? listValues(under.timing) : under.times;
  const plays = playAll(observation, { seeds: listSeeds(spec.fact, seeds), times });
  const isKnown = checkKnown(observation, under);
  const judged = (spec.values ?? []).flatMap((value) => {
    const { read, tells, adds, rests = [] } = value;
    if (read === undefined) return [];
    const more = adds === undefined ? 0 : middleIn(times, adds);
    const shown = plays.map((play) => readFrom(read, play).map((one) => (typeof one === 'number' ? one + more : one)));
    return [
      markUnseen(
        judge(value, shown),
        !isKnown([...rests, ...(tells === undefined ? [] : [tells.quantity]), ...(adds === undefined ? [] : [adds])]),
      ),
    ];
  });
  const polled = (spec.series ?? []).flatMap((poll, row) => judgePoll(poll, row, plays).map((one) => markUnseen(one, !isKnown([]))));
  const { fact, title, mechanisms, repeats, atFirst } = spec;
  return {
    ...{ fact, title, mechanisms, judgments: [...judged, ...polled] },
    ...(repeats === undefined ? {} : { repeats }),
    ...(atFirst === undefined ? {} : { atFirst: atFirst / 100 }),
  };
};

/** Each fact has seeds of its own: with the same ones, one unusual draw would shift the predictions of all facts to the same side. */
const listSeeds = (fact: string, count: number): readonly string[] => Array.from({ length: count }, (_, k) => `${fact}/${k + 1}`);

const markUnseen = (report: ValueReport, unseen: boolean): JudgedValue => (unseen ? { ...report, unseen: true } : report);

/** Whether these times have evidence of every quantity of an observed value. */
const checkKnown = ({ spec }: Observation, under: Under): ((rests: readonly QuantityName[]) => boolean) => {
  const known = 'timing' in under ? undefined : under.known;
  const always = [...(spec.rests ?? []), ...(spec.supposes ?? []).map(({ quantity }) => quantity)];
  return (rests) => known === undefined || [...always, ...rests].every((name) => known.has(name));
};

/**
 * Leave-one-out cross-validation: estimates the timing without one run, or without all runs of one author, and judges it on the runs left
 * out. `without`: mechanisms that are switched off.
 */
export const judgeLeftOut = (
  observations: readonly Observation[],
  by: 'run' | 'author',
  seeds = seedsUsual,
  without: readonly string[] = [],
): readonly FactReport[] => {
  const groups = new Map<string, Observation[]>();
  for (const one of observations) groups.set(one.spec[by], [...(groups.get(one.spec[by]) ?? []), one]);
  const reports = [...groups].flatMap(([name, group]) => {
    const found = estimateQuantities(selectGrounds(observations).filter(({ spec }) => spec[by] !== name));
    const times = [...found.values()].map(({ timing }) => timing).filter(({ mechanism }) => !without.includes(mechanism));
    const under = { times, known: new Set(found.keys()) };
    return group.filter(isPlayed).map((one) => judgeObservation(one, under, seeds));
  });
  return joinFacts(reports);
};

/** The observations that a timing is made from, without later ones. */
export const selectGrounds = (observations: readonly Observation[], timing: MeasuredTiming = newestTiming): readonly Observation[] =>
  observations.filter(({ spec }) => spec.judges?.includes(timing) !== true);

/** One report for each fact: one that has several observations is judged by all of them. */
export const joinFacts = (reports: readonly FactReport[]): readonly FactReport[] => {
  const byFact = new Map<string, FactReport>();
  for (const report of reports) {
    const other = byFact.get(report.fact);
    byFact.set(report.fact, other === undefined ? report : { ...other, judgments: [...other.judgments, ...report.judgments] });
  }
  return [...byFact.values()].sort((a, b) => (a.fact < b.fact ? -1 : 1));
};

export const isPlayed = ({ spec }: Observation): boolean => spec.world !== undefined;

const playAll = (observation: Observation, choice: PlayChoice): readonly ObservedPlay[] => {
  const scenarios = listPlays(observation, choice);
  if (isLeft(scenarios)) throw new InvariantViolation(`${observation.file}: ${scenarios.left[0]?.message ?? ''}`);
  return scenarios.right.map((scenario) => playObservation(scenario, observation.origin));
};

/** Each count of a poll: what health showed then. */
const judgePoll = (poll: PollSpec, row: number, plays: readonly ObservedPlay[]): readonly ValueReport[] =>
  (['jobs', 'workers'] as const).flatMap((part) =>
    Object.entries(poll[part] ?? {}).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const shown = plays.map((play) => readPoll(play, row, part, name));
      const bound = poll.about === true ? ({ bound: 'about' } as const) : {};
      return [judge({ what: `poll ${row + 1}: ${part}.${name}`, unit: 'count', value, kind: 'observed', ...bound }, shown)];
    }),
  );

const readPoll = ({ answers }: ObservedPlay, row: number, part: 'jobs' | 'workers', name: string): readonly Json[] => {
  const body = answers.get(pollName(row))?.at(-1)?.body as { readonly [part: string]: { readonly [name: string]: Json } } | undefined;
  const shown = body?.[part]?.[name];
  return shown === undefined ? [] : [shown];
};
