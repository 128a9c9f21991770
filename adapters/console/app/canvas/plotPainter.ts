import { roundTicks } from '../charts/scale.ts';
import type { Chart, PlottedLine } from '../model/charts/charts.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import { valueText } from '../model/charts/units.ts';
import type { Span } from '../model/landmarks.ts';
import { paintBackdrop } from './backdrop.ts';
import type { CanvasEasel } from './useCanvas.ts';

const [above, below] = [8, 6];

/** Numbers of an axis are at least so many pixels apart. */
const apart = 26;

/** By row; null is a gap. */
type Drawn = PlottedLine['drawn'];

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly highest: number;
}

interface PlotOptions {
  readonly scale: TimeScale;
  readonly faults: readonly Span[];
  readonly font: string;
}

/** Draws a chart: its axis of numbers, and its lines, filled down to the line below them or to zero. */
export const paintPlot = (easel: CanvasEasel, chart: Chart, { scale, faults, font }: PlotOptions): void => {
  const { ctx, color } = easel;
  const tops = stackLines(chart);
  const most = tops.reduce((all, line) => line.reduce<number>((one, value) => Math.max(one, value ?? 0), all), 0);
  const frame: Frame = {
    left: easel.gutter,
    top: above,
    width: easel.width - easel.gutter - easel.edge,
    height: easel.height - above - below,
    highest: most > 0 ? most * 1.08 : 1,
  };
  if (frame.width <= 0) return;
  paintBackdrop(easel, frame, scale, faults);
  paintAxis(easel, frame, chart, font);
  chart.lines.forEach(({ mark }, k) => {
    const top = tops[k] ?? [];
    const base = chart.isStacked ? tops[k - 1] : undefined;
    if (chart.isStacked || k === 0) paintArea(easel, frame, { chart, top, base, color: color(mark.color) });
    ctx.strokeStyle = color(mark.color);
    ctx.lineWidth = 1.25;
    ctx.stroke(outline(frame, chart, top));
  });
};

/** What is drawn: of a stack, each line stands upon those before it. */
const stackLines = ({ places, lines, isStacked }: Chart): readonly Drawn[] => {
  const sums = places.map(() => 0);
  return lines.map(({ drawn }) =>
    isStacked
      ? drawn.map((value, row) => {
          sums[row] = (sums[row] ?? 0) + (value ?? 0);
          return sums[row] ?? null;
        })
      : drawn,
  );
};

const paintAxis = ({ ctx, color }: CanvasEasel, frame: Frame, { unit }: Chart, font: string): void => {
  const { left, width, height, highest } = frame;
  ctx.font = `11px ${font}`;
  ctx.textAlign = 'right';
  ctx.lineWidth = 1;
  const ticks = roundTicks(0, highest, Math.max(2, Math.floor(height / apart)), unit);
  for (const tick of ticks) {
    // Half a job is not counted.
    if (unit === 'count' && !Number.isInteger(tick)) continue;
    const y = Math.round(placeValue(frame, tick)) + 0.5;
    ctx.strokeStyle = color('line');
    ctx.beginPath();
    ctx.moveTo(left, y);
    ctx.lineTo(left + width, y);
    ctx.stroke();
    ctx.fillStyle = color('dim');
    ctx.fillText(valueText(unit, tick), left - 6, y);
  }
};

interface Area {
  readonly chart: Chart;
  readonly top: Drawn;
  readonly base: Drawn | undefined;
  readonly color: string;
}

const paintArea = ({ ctx }: CanvasEasel, frame: Frame, { chart, top, base, color }: Area): void => {
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.22;
  for (const [from, to] of listStretches(top)) {
    const path = new Path2D();
    for (let row = from; row < to; row++) path.lineTo(placeRow(frame, chart, row), placeValue(frame, top[row] ?? 0));
    for (let row = to - 1; row >= from; row--) path.lineTo(placeRow(frame, chart, row), placeValue(frame, base?.[row] ?? 0));
    ctx.fill(path);
  }
  ctx.globalAlpha = 1;
};

const outline = (frame: Frame, chart: Chart, top: Drawn): Path2D => {
  const path = new Path2D();
  for (const [from, to] of listStretches(top)) {
    path.moveTo(placeRow(frame, chart, from), placeValue(frame, top[from] ?? 0));
    for (let row = from + 1; row < to; row++) path.lineTo(placeRow(frame, chart, row), placeValue(frame, top[row] ?? 0));
  }
  return path;
};

/** The stretches between gaps, as rows from and before. */
function* listStretches(values: Drawn): Generator<readonly [from: number, to: number]> {
  let from = 0;
  for (let row = 0; row <= values.length; row++) {
    if (row < values.length && values[row] !== null) continue;
    if (row > from) yield [from, row];
    from = row + 1;
  }
}

const placeRow = ({ left, width }: Frame, { places }: Chart, row: number): number => left + (places[row] ?? 0) * width;
const placeValue = ({ top, height, highest }: Frame, value: number): number => top + (1 - value / highest) * height;
