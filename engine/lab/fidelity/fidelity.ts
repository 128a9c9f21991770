import { isLeft } from 'fp-ts/lib/Either.js';
import type { SomeSettings } from '../../cloud/entities.ts';
import { settingsIn } from '../../cloud/timing/timings.ts';
import type { Json } from '../../kernel/canonical.ts';
import { InvariantViolation } from '../../kernel/invariant.ts';
import { medianOf } from '../../statistics/sample.ts';
import { estimateTiming } from './estimate/estimate.ts';
import type { PollSpec } from './format.ts';
import { judge, type ValueReport } from './judge.ts';
import type { Mechanism } from './mechanisms.ts';
import { type Observation, type PlayChoice, playsOf, pollName } from './observation.ts';
import { type ObservedPlay, playObservation } from './playObservation.ts';
import { readFrom } from './reading.ts';

/** What the values of an observation were compared with. */
export interface FactReport {
  readonly fact: string;
  readonly title: string;
  readonly mechanisms: readonly Mechanism[];
  readonly judgments: readonly ValueReport[];
  /** The median of the sizes of the errors of what is measured; undefined where it has none. */
  readonly error?: number;
  /** Of what is counted or named: how many are right, and of how many. */
  readonly right: number;
  readonly named: number;
  readonly within: number;
  readonly among: number;
}

/** Several facts together. */
export interface Summary {
  readonly facts: number;
  /** How many have a time or another measured value. */
  readonly measured: number;
  readonly error?: number;
  /** The share of those within a quarter of what was seen. */
  readonly withinQuarter?: number;
  readonly right: number;
  readonly named: number;
  /** The share of the values that were seen that lie in the predicted middle 90 %. */
  readonly coverage?: number;
}

/** How often each observation is played. */
export const seedsUsual = 40;

/** Which times an observation is judged under: a timing by its name, or settings over those of the textbook. */
export type Under = { readonly timing: string } | { readonly settings: SomeSettings };

/** Plays an observation with so many seeds, and compares each of its values with the plays. */
export const judgeObservation = (observation: Observation, under: Under, seeds = seedsUsual): FactReport => {
  const { spec } = observation;
  const plays = playAll(observation, { seeds: Array.from({ length: seeds }, (_, k) => String(k + 1)), ...under });
  const judged = (spec.values ?? []).flatMap((value) => {
    const { read } = value;
    return read === undefined || value.kind === 'interpreted'
      ? []
      : [
          judge(
            value,
            plays.map((play) => readFrom(read, play)),
          ),
        ];
  });
  const judgments = [...judged, ...(spec.series ?? []).flatMap((poll, row) => judgePoll(poll, row, plays))];
  const errors = judgments.flatMap(({ error }) => (error === undefined ? [] : [Math.abs(error)]));
  const named = judgments.filter(({ right }) => right !== undefined);
  return {
    fact: spec.fact,
    title: spec.title,
    mechanisms: spec.mechanisms,
    judgments,
    ...(errors.length === 0 ? {} : { error: medianOf(errors) }),
    right: named.filter(({ right }) => right).length,
    named: named.length,
    within: sumOf(judgments.map(({ within }) => within)),
    among: sumOf(judgments.map(({ among }) => among)),
  };
};

/** The timing without one run, or without all that one author gave, judged on what was left out. */
export const judgeLeftOut = (observations: readonly Observation[], by: 'run' | 'author', seeds = seedsUsual): readonly FactReport[] => {
  const groups = new Map<string, Observation[]>();
  for (const one of observations) groups.set(one.spec[by], [...(groups.get(one.spec[by]) ?? []), one]);
  return [...groups].flatMap(([name, group]) => {
    const settings = settingsIn(estimateTiming(observations.filter(({ spec }) => spec[by] !== name)));
    return group.filter(isPlayed).map((one) => judgeObservation(one, { settings }, seeds));
  });
};

export const isPlayed = ({ spec }: Observation): boolean => spec.world !== undefined;

/** Facts together. */
export const summarize = (reports: readonly FactReport[]): Summary => {
  const errors = reports.flatMap(({ error }) => error ?? []);
  const among = sumOf(reports.map((report) => report.among));
  return {
    facts: reports.length,
    measured: errors.length,
    ...(errors.length === 0
      ? {}
      : { error: medianOf(errors), withinQuarter: errors.filter((error) => error <= 0.25).length / errors.length }),
    right: sumOf(reports.map(({ right }) => right)),
    named: sumOf(reports.map(({ named }) => named)),
    ...(among === 0 ? {} : { coverage: sumOf(reports.map(({ within }) => within)) / among }),
  };
};

const playAll = (observation: Observation, choice: PlayChoice): readonly ObservedPlay[] => {
  const scenarios = playsOf(observation, choice);
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

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
