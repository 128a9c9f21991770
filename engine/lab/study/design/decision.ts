import { type ConstrainedStanding, standingUnderLimits } from '../../../statistics/constrained.ts';
import type { Goal } from '../format/format.ts';
import type { SurePlan } from '../format/seedsFormat.ts';
import { shapeOfTimes } from '../measure/heavyTimes.ts';
import type { Known } from '../results/known.ts';
import type { PlayResult } from '../results/result.ts';
import type { Study, StudyConfiguration } from '../study.ts';
import { buildContender } from './contenders.ts';

/** The number of configurations to choose from, apart from the circumstances. */
export const countChoices = ({ configurations, circumstances }: Pick<Study, 'configurations' | 'circumstances'>): number =>
  configurations.length / circumstances.length;

/** The items that belong to each choice, one for each circumstance: of a list in the order of a study's configurations. */
export const groupByChoice = <Item>(items: readonly Item[], choices: number): readonly (readonly Item[])[] =>
  Array.from({ length: choices }, (_, k) => items.filter((_item, place) => place % choices === k));

/** The state of the choice that a goal asks for, by the known results in the order of the seeds. Its places are the places of the choices. */
export const decisionStanding = (
  { sure, indifference, min, max }: SurePlan,
  goal: Goal,
  measured: readonly (readonly StudyConfiguration[])[],
  known: Known,
): ConstrainedStanding =>
  standingUnderLimits(
    measured.map((inEach, place) =>
      buildContender(
        goal,
        inEach.map((one) => readKnownResults(one, max, known)),
        place,
        inEach.map(({ scenario }) => shapeOfTimes(scenario.definition)),
      ),
    ),
    { error: 1 - sure, indifference, first: min, max },
  );

/** The results with the seeds from 1 on, up to the first that is not known. */
const readKnownResults = (configuration: StudyConfiguration, max: number, known: Known): readonly PlayResult[] => {
  const results: PlayResult[] = [];
  while (results.length < max) {
    const result = known(configuration, String(results.length + 1));
    if (result === undefined) break;
    results.push(result);
  }
  return results;
};
