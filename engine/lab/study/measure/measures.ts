import type { MeasureWords } from '../../../world/reports/record/measures.ts';
import { isDuration, type NamedMeasure, type NumberName, namedMeasures } from '../../../world/reports/record/namedMeasures.ts';
import { type PlayResult, percentiles, type Tally } from '../results/result.ts';

/** A quantity that a study measures: one value of each play. */
export interface StudyMeasure extends MeasureWords {
  /** The play's value; null if it has none, such as the delay of no jobs. */
  readonly of: (result: PlayResult) => number | null;
}

/** A play keeps its durations as tallies, and any other number by its name. */
const takeFromResult = ({ name, row, which }: NamedMeasure): StudyMeasure['of'] =>
  isDuration(row) ? ({ durations }) => readTally(durations[row], which) : ({ values }) => values[name as NumberName] ?? null;

const readTally = ({ n, sum, max, ranks }: Tally, which: NamedMeasure['which']): number | null => {
  if (n === 0) return null;
  if (which === 'mean') return sum / n;
  return which === 'max' ? max : (ranks[percentiles.findIndex((percent) => which === `p${percent}`)] ?? null);
};

/** Every measure by its name, as study files write it. */
export const studyMeasures: ReadonlyMap<string, StudyMeasure> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ namedMeasures.map((measure) => {
    const { name, unit, better, about } = measure;
    return [name, { unit, better, about, of: takeFromResult(measure) }];
  }),
);

export const studyMeasureNames: readonly string[] = /* @__PURE__ */ Array.from(studyMeasures.keys());
