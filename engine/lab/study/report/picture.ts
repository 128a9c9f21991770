import { levelsOf } from '../design/levels.ts';
import type { StudySpec } from '../format/format.ts';
import { limitsOf } from '../format/goalLimits.ts';
import type { StudyPicture } from '../format/pictureFormat.ts';
import type { ConfigurationReport } from '../format/reportFormat.ts';
import { effectsOf, toLevels } from './effects.ts';
import { frontierAxes } from './frontier.ts';
import { heatMapChoice, heatMapOf } from './heatMap.ts';

export const pictureOf = (
  { vary, sample, goal }: StudySpec,
  measures: readonly string[],
  configurations: readonly ConfigurationReport[],
): StudyPicture => {
  const isSampled = sample !== 'grid';
  const settings = Object.entries(vary).map(([name, axis], k) => {
    const values = configurations.map((one) => one.values[k] ?? null);
    return levelsOf(name, values, Array.isArray(axis) ? axis : [], isSampled);
  });
  const all = toLevels(settings, configurations);
  const effects = measures.map((measure) => effectsOf(measure, settings, all, isSampled));
  const frontier = frontierAxes(goal) ?? null;
  const shown = effects.find(({ measure }) => measure === frontier?.up.name) ?? effects[0];
  const choice = shown === undefined ? undefined : heatMapChoice(shown, settings);
  return {
    frontier,
    limits: (goal === undefined ? [] : limitsOf(goal)).map(({ name, lte, gte }) => ({
      measure: name,
      atMost: lte ?? null,
      atLeast: gte ?? null,
    })),
    isSampled,
    settings,
    effects,
    heatMap: choice === undefined ? null : heatMapOf(choice, settings, configurations),
  };
};
