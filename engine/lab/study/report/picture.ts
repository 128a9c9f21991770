import { findLevels } from '../design/levels.ts';
import type { StudySpec } from '../format/format.ts';
import { listLimits } from '../format/goalLimits.ts';
import type { StudyPicture } from '../format/pictureFormat.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';
import { computeEffects, toLevels } from './effects.ts';
import { frontierAxes } from './frontier.ts';
import { drawHeatMap, heatMapChoice } from './heatMap.ts';

export const drawPicture = (
  { vary, sample, goal }: StudySpec,
  measures: readonly string[],
  configurations: readonly ConfigurationReport[],
): StudyPicture => {
  const isSampled = sample !== 'grid';
  const settings = Object.entries(vary).map(([name, axis], k) => {
    const values = configurations.map((one) => one.values[k] ?? null);
    return findLevels(name, values, Array.isArray(axis) ? axis : [], isSampled);
  });
  const all = toLevels(settings, configurations);
  const effects = measures.map((measure) => computeEffects(measure, settings, all, isSampled));
  const frontier = frontierAxes(goal) ?? null;
  const shown = effects.find(({ measure }) => measure === frontier?.up.name) ?? effects[0];
  const choice = shown === undefined ? undefined : heatMapChoice(shown, settings);
  return {
    frontier,
    limits: (goal === undefined ? [] : listLimits(goal)).map(({ name, lte, gte }) => ({
      measure: name,
      atMost: lte ?? null,
      atLeast: gte ?? null,
    })),
    isSampled,
    settings,
    effects,
    heatMap: choice === undefined ? null : drawHeatMap(choice, settings, configurations),
  };
};
