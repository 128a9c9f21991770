import type { LogMoment, PlayedQuestion } from '../../../../../engine/lab/lesson/index.ts';
import { chooseStep } from '../../charts/scale.ts';

/** A chart with a line that is dragged: its axes, and its curve. They are wider than the answer, and round, so that they do not give it away. */
export interface LinePlot {
  /** The line is a time: it stands upright. */
  readonly isTime: boolean;
  readonly xMax: number;
  readonly yMax: number;
  /** How far the line moves at least. */
  readonly step: number;
  /** Where the line is before it is dragged. */
  readonly start: number;
  /** The curve up to a moment, as an SVG path in a square from 0 to 1, with y upwards. */
  readonly path: (until: LogMoment) => string;
}

export const planLinePlot = (question: PlayedQuestion, asked: LogMoment): LinePlot => {
  const { line, points = [], known, computed } = question;
  const isTime = line !== undefined && 'time' in line;
  const answer = Number(computed);
  const highest = points.reduce((most, { value }) => Math.max(most, value), 0);
  const xMax = roundUp((isTime ? Math.max(answer, known.at) : known.at) * (isTime ? 1.6 : 1.1), 'ms');
  const yMax = roundUp(Math.max(highest, isTime ? 0 : answer, 1e-9) * (isTime ? 1.2 : 1.6), '');
  const isCount = !isTime && line?.chart !== 'spend';
  const fine = isTime ? chooseStep(xMax, 200, 'ms') : chooseStep(yMax, 200, '');
  return {
    isTime,
    xMax,
    yMax,
    step: isCount ? Math.max(1, Math.floor(fine)) : fine,
    start: isTime ? asked.at : yMax * 0.9,
    path: (until) => {
      let [path, last] = ['', 0];
      for (const { seq, at, value } of points) {
        if (seq > until.seq) break;
        path += path === '' ? `M${at / xMax} ${value / yMax}` : `H${at / xMax}V${value / yMax}`;
        last = at;
      }
      return path === '' ? '' : `${path}H${Math.max(last, until.at) / xMax}`;
    },
  };
};

/** A value that the line can have. */
export const snap = ({ step, isTime, xMax, yMax }: LinePlot, value: number): number => {
  const most = isTime ? xMax : yMax;
  return Number((Math.round(Math.min(Math.max(0, value), most) / step) * step).toPrecision(12));
};

/** A round value that is not much larger. */
const roundUp = (value: number, unit: string): number => {
  const step = chooseStep(value, 5, unit);
  return Number((Math.ceil(value / step) * step).toPrecision(12));
};
