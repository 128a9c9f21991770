import type { ConfigurationReport } from '../../../../engine/lab/study/index.ts';
import { fitScale, type Scale } from '../charts/scale.ts';
import { chooseLook, type Look, looks } from './looks.tsx';
import type { StudyModel } from './studyModel.ts';

export interface PlotPoint {
  readonly one: ConfigurationReport;
  readonly look: Look;
  readonly x: number;
  readonly y: number;
}

/** The room of the drawing: pixels from a value. */
export interface PlotRoom {
  readonly width: number;
  readonly height: number;
  readonly across: Scale;
  readonly up: Scale;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** What stays free around the points, for the axes. */
export const [left, right, top, bottom] = [62, 18, 28, 38];

/** Whether the two measures are those that the goal weighs against each other. */
export const isFrontier = (model: StudyModel): boolean => {
  const { frontier } = model.report.picture;
  return frontier?.across.name === model.across.value && frontier.up.name === model.up.value;
};

/** The best first, then the frontier, and so on: where there are too many, the first stay, and they are drawn above the others. */
export const listPoints = (model: StudyModel, across: string, up: string): readonly PlotPoint[] =>
  model.report.configurations
    .flatMap((one) => {
      const [x, y] = [one.measures[across]?.mean, one.measures[up]?.mean];
      return x === undefined || y === undefined ? [] : [{ one, x, y, look: chooseLook(one, model.report, isFrontier(model)) }];
    })
    .sort((a, b) => looks.indexOf(a.look) - looks.indexOf(b.look));

export const planRoom = (model: StudyModel, points: readonly PlotPoint[], width: number): PlotRoom => {
  const height = width < 500 ? 300 : 380;
  const limits = (measure: string) => [model.findLimit(measure)?.atMost, model.findLimit(measure)?.atLeast].flatMap((bound) => bound ?? []);
  const [across, up] = [model.across.value, model.up.value];
  const scaleX = fitScale([...points.map(({ x }) => x), ...limits(across)], {
    unit: model.findUnit(across),
    ticksMax: width < 500 ? 4 : 7,
  });
  const scaleY = fitScale([...points.map(({ y }) => y), ...limits(up)], { unit: model.findUnit(up), ticksMax: 7 });
  return {
    width,
    height,
    across: scaleX,
    up: scaleY,
    x: (value) => left + scaleX.place(value) * (width - left - right),
    y: (value) => top + (1 - scaleY.place(value)) * (height - top - bottom),
  };
};
