import { stoppingPoint } from '../statistics/stopping.ts';
import { studyMeasures } from './measures.ts';
import type { PlayResult } from './result.ts';
import type { Configuration, Study } from './study.ts';

/** The result of a play, if it is known. */
export type Known = (configuration: Configuration, seed: string) => PlayResult | undefined;

/** A play whose result is missing. */
export interface Missing {
  readonly configuration: Configuration;
  readonly seed: string;
}

/**
 * The plays that are to be made next: none when the study is complete. What is already known is not played again, so that a study that
 * was stopped goes on where it was. Results beyond a stopping point are not used: how many there are depends on who was quick.
 */
export const missingPlays = (study: Study, known: Known): readonly Missing[] =>
  study.configurations.flatMap((configuration) =>
    wantedSeeds(study, configuration, known).flatMap((seed) => (known(configuration, seed) === undefined ? [{ configuration, seed }] : [])),
  );

/** The results that a configuration is judged by, in the order of the seeds. */
export const resultsFor = (study: Study, configuration: Configuration, known: Known): readonly SeededResult[] =>
  wantedSeeds(study, configuration, known).flatMap((seed) => {
    const result = known(configuration, seed);
    return result === undefined ? [] : [{ seed, result }];
  });

export interface SeededResult {
  readonly seed: string;
  readonly result: PlayResult;
}

/** The seeds that a configuration needs, as far as one can tell from the results so far. */
const wantedSeeds = ({ spec: { seeds = seedsDefault } }: Study, configuration: Configuration, known: Known): readonly string[] => {
  if (!('until' in seeds)) return seeds;
  const { precision, of, lookAhead, min, max } = seeds.until;
  const values = knownValues(configuration, of, max, known);
  const stop = stoppingPoint(values, { relative: precision, lookAhead, min });
  // An eighth more at a time: few are played in vain, and threads have enough to do.
  const next = values.length === 0 ? min + lookAhead : values.length + Math.max(2, Math.ceil(values.length / 8));
  return firstSeeds(stop ?? Math.min(next, max));
};

/** The values of a measure with the seeds from 1 on, up to the first that is not known. A play without a value counts as 0. */
const knownValues = (configuration: Configuration, measure: string, max: number, known: Known): readonly number[] => {
  const values: number[] = [];
  while (values.length < max) {
    const result = known(configuration, String(values.length + 1));
    if (result === undefined) break;
    values.push(studyMeasures.get(measure)?.of(result) ?? 0);
  }
  return values;
};

const firstSeeds = (count: number): readonly string[] => Array.from({ length: count }, (_, k) => String(k + 1));

const seedsDefault = firstSeeds(20);
