import { canonicalText } from '../../../kernel/canonical.ts';
import { averageSeries, findWarmUp } from '../../../statistics/mser.ts';
import type { Known, Missing } from '../results/known.ts';
import type { Study, StudyConfiguration } from '../study.ts';
import type { Measuring } from './measuring.ts';

/** The most pilot plays by which a warm-up is found (Hoad, Robinson and Davies take five). */
const pilotsMax = 5;

/** The known warm-up of a configuration. */
export interface WarmUp {
  /** The missing pilot plays: the warm-up is unknown until they are there. */
  readonly pilots: readonly Missing[];
  /**
   * The number of delays to leave out at the beginning; 0 if none was asked for. Undefined if the warm-up cannot be distinguished from the
   * rest.
   */
  readonly skip: number | undefined;
  /** The number of delays in the averaged series. */
  readonly observations: number;
}

/**
 * The warm-up of a configuration. Pilots have seeds of their own, so that the cut does not depend on the values that are measured; one
 * long play is its own pilot, because five would cost five times more.
 */
export const warmUpFor = ({ spec: { warmUp, seeds } }: Study, configuration: StudyConfiguration, known: Known): WarmUp => {
  if (warmUp === 'none') return { pilots: [], skip: 0, observations: 0 };
  const pilot = withMeasuring(configuration, { series: true });
  const names = seeds !== undefined && 'batches' in seeds ? [seeds.seed] : Array.from({ length: pilotsMax }, (_, k) => `pilot-${k + 1}`);
  const results = names.map((seed) => known(pilot, seed));
  const pilots = names.flatMap((seed, k) => (results[k] === undefined ? [{ configuration: pilot, seed }] : []));
  if (pilots.length > 0) return { pilots, skip: undefined, observations: 0 };
  const averaged = averageSeries(results.flatMap((result) => (result?.series === undefined ? [] : [result.series])));
  return { pilots, skip: findWarmUp(averaged), observations: averaged.length };
};

/** The same configuration, measured in another way: always the same object, because plays are known by it. */
export const withMeasuring = (configuration: StudyConfiguration, measuring: Measuring): StudyConfiguration => {
  if (Object.keys(measuring).length === 0) return configuration;
  const ofConfiguration = variants.get(configuration) ?? new Map<string, StudyConfiguration>();
  variants.set(configuration, ofConfiguration);
  const key = canonicalText(measuring);
  const variant = ofConfiguration.get(key) ?? { ...configuration, measuring };
  ofConfiguration.set(key, variant);
  return variant;
};

const variants = new WeakMap<StudyConfiguration, Map<string, StudyConfiguration>>();
