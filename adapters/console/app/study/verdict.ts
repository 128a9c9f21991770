import {
  amountWithUnit,
  doubtWords,
  limitText,
  openWords,
  type PictureLimit,
  sensitivityWords,
} from '../../../../engine/lab/study/index.ts';
import type { StudyModel } from './studyModel.ts';

/** What the study came to, in a sentence or two. */
export const verdictWords = (model: StudyModel): string => {
  const { report } = model;
  if (report.doubts.length > 0) return doubtWords(report).join(' ');
  const { limits, frontier } = report.picture;
  const goal = limits.map((limit) => limitWords(model, limit)).join(', ');
  const best = report.best === null ? undefined : model.configuration(report.best);
  if (best === undefined)
    return limits.length === 0
      ? 'The study has no goal: no configuration is better than others.'
      : `No configuration surely meets the goal: ${goal}.${unclearWords(model)}`;
  const wanted = frontier?.across;
  const measured = wanted === undefined ? undefined : best.measures[wanted.name]?.mean;
  const amount = wanted === undefined || measured === undefined ? '' : `, ${amountWithUnit(measured, model.findUnit(wanted.name))}`;
  const why = wanted === undefined ? '' : ` with the ${wanted.less ? 'least' : 'most'} ${wanted.name}${amount}`;
  return `${model.describeValues(best)} meets the goal (${goal})${why}.${unclearWords(model)}`;
};

export const limitWords = (model: StudyModel, { measure, atMost, atLeast }: PictureLimit): string =>
  limitText(measure, model.findUnit(measure), atMost, atLeast);

const unclearWords = ({ report }: StudyModel): string =>
  [...sensitivityWords(report), ...openWords(report)].map((words) => ` ${words}`).join('');
