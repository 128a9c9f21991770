import type { ConstrainedStanding } from '../../../statistics/constrained.ts';
import { type Stopping, stoppingPoint } from '../../../statistics/stopping.ts';
import type { SeedPlan } from '../format/seedsFormat.ts';
import { studyMeasures } from '../measure/measures.ts';
import { type WarmUp, warmUpFor, withMeasuring } from '../measure/warmUp.ts';
import { firstSeeds, type Known, type Missing, type SeededResult } from '../results/known.ts';
import type { Study, StudyConfiguration } from '../study.ts';
import { countChoices, decisionStanding, groupByChoice } from './decision.ts';
import { measureShares } from './shares.ts';

/** The plan of a study, as the results so far determine it. */
export interface StudyPlan {
  /** In the order of the configurations. */
  readonly parts: readonly PlannedPart[];
  /** Set if seeds are played until the choice is sure. Its places are the places of the choices. */
  readonly decision: ConstrainedStanding | undefined;
}

/** The plays of one configuration. */
export interface PlannedPart {
  readonly configuration: StudyConfiguration;
  readonly warmUp: WarmUp;
  /** The configuration as it is measured: without its warm-up, or in batches. */
  readonly measured: StudyConfiguration;
  /** With which seeds; none while its warm-up is not known. */
  readonly seeds: readonly string[];
  /** How far it is from its stopping point, if the seeds depend on a precision. */
  readonly stopping: Stopping | undefined;
}

/**
 * Plans the plays of a study. The plan depends on the results in the order of the seeds, never on the order in which they came: pilot plays
 * give the warm-up, then values give the stopping points.
 */
export const planStudy = (study: Study, known: Known): StudyPlan => {
  const { goal, seeds = seedsDefault } = study.spec;
  const begun = study.configurations.map((configuration) => {
    const warmUp = warmUpFor(study, configuration, known);
    const batches = 'batches' in seeds ? seeds.batches : undefined;
    const { skip = 0 } = warmUp;
    const measured = withMeasuring(configuration, {
      ...(skip === 0 ? {} : { skip }),
      ...(batches === undefined ? {} : { batches }),
      ...measureShares(goal, configuration),
    });
    return { configuration, warmUp, measured };
  });
  const waits = begun.some(({ warmUp }) => warmUp.pilots.length > 0);
  if ('until' in seeds && 'sure' in seeds.until && goal !== undefined) {
    const choices = countChoices(study);
    const measured = begun.map((part) => part.measured);
    const decision = waits ? undefined : decisionStanding(seeds.until, goal, groupByChoice(measured, choices), known);
    const parts = begun.map((part, k) => ({ ...part, seeds: firstSeeds(decision?.wanted[k % choices] ?? 0), stopping: undefined }));
    return { parts, decision };
  }
  const parts = begun.map((part) => ({
    ...part,
    ...(part.warmUp.pilots.length > 0 ? { seeds: [], stopping: undefined } : seedsFor(seeds, part.measured, known)),
  }));
  return { parts, decision: undefined };
};

/**
 * The next plays: none when the study is complete. Known results are not played again, so that a study that
 * was stopped continues where it was. Results beyond a stopping point are not used, because their number depends on the speed of threads.
 */
export const missingPlays = (study: Study, known: Known): readonly Missing[] =>
  planStudy(study, known).parts.flatMap(({ warmUp, measured, seeds }) => [
    ...warmUp.pilots,
    ...seeds.flatMap((seed) => (known(measured, seed) === undefined ? [{ configuration: measured, seed }] : [])),
  ]);

/** The results that a configuration is judged by, in the order of the seeds. */
export const resultsFor = ({ measured, seeds }: PlannedPart, known: Known): readonly SeededResult[] =>
  seeds.flatMap((seed) => {
    const result = known(measured, seed);
    return result === undefined ? [] : [{ seed, result }];
  });

/** The seeds that a configuration needs, as the results so far determine them. */
const seedsFor = (seeds: SeedPlan, configuration: StudyConfiguration, known: Known): Pick<PlannedPart, 'seeds' | 'stopping'> => {
  if ('batches' in seeds) return { seeds: [seeds.seed], stopping: undefined };
  if (!('until' in seeds)) return { seeds, stopping: undefined };
  if ('sure' in seeds.until) return { seeds: [], stopping: undefined };
  const { precision, of, lookAhead, min, max } = seeds.until;
  const values = readKnownValues(configuration, of, max, known);
  const stopping = stoppingPoint(values, { relative: precision, lookAhead, min });
  // Plays as many seeds as are likely to be missing, and at most an eighth more at a time. Few plays are wasted, and threads stay busy.
  const step = values.length === 0 ? stopping.missing : Math.min(stopping.missing, Math.max(2, Math.ceil(values.length / 8)));
  return { seeds: firstSeeds(stopping.stop ?? Math.min(values.length + step, max)), stopping };
};

/** The values of a measure with the seeds from 1 on, up to the first that is not known; null for a play without one. */
const readKnownValues = (configuration: StudyConfiguration, measure: string, max: number, known: Known): readonly (number | null)[] => {
  const values: (number | null)[] = [];
  while (values.length < max) {
    const result = known(configuration, String(values.length + 1));
    if (result === undefined) break;
    values.push(result.verdict === 'failed' ? null : (studyMeasures.get(measure)?.of(result) ?? null));
  }
  return values;
};

const seedsDefault = firstSeeds(20);
