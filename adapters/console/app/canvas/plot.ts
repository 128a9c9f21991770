import uPlot from 'uplot';
import type { Chart } from '../model/charts.ts';
import type { TimeScale } from '../model/timeScale.ts';
import { axisText, durationSteps } from '../model/units.ts';
import { paintFolded } from './folded.ts';

/** The width of the numbers left of a chart, and what is left free beside it. */
export const plotGutter = 62;
export const plotMargin = 12;

export interface PlotSize {
  readonly width: number;
  readonly height: number;
}

/** A chart drawn by uPlot, without its pointer, its legend and its time axis: the console has its own. */
export class Plot {
  readonly #plot: uPlot;
  readonly #scale: () => TimeScale;
  #chart: Chart;

  constructor(target: HTMLElement, chart: Chart, size: PlotSize, scale: () => TimeScale) {
    this.#chart = chart;
    this.#scale = scale;
    const style = getComputedStyle(target);
    const color = (name: string): string => style.getPropertyValue(`--${name}`);
    this.#plot = new uPlot(
      {
        ...size,
        padding: [8, plotMargin, 6, 0],
        cursor: { show: false },
        legend: { show: false },
        scales: { x: { time: false, range: [0, 1] }, y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] } },
        axes: [
          { show: false },
          {
            size: plotGutter,
            gap: 6,
            stroke: () => color('dim'),
            grid: { stroke: () => color('line'), width: 1 },
            ticks: { show: false },
            font: `11px ${style.fontFamily}`,
            space: 26,
            ...(chart.unit === 'ms' ? { incrs: [...durationSteps] } : {}),
            ...(chart.unit === 'count' ? { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000] } : {}),
            values: (_, splits) => splits.map((value) => axisText(chart.unit, value)),
          },
        ],
        series: [
          {},
          ...chart.lines.map(({ mark }, k) => ({
            stroke: () => color(mark.color),
            width: 1.25,
            points: { show: false },
            ...(!chart.isStacked && k > 0 ? {} : { fill: () => faded(color(mark.color)) }),
          })),
        ],
        ...(chart.isStacked
          ? {
              bands: chart.lines
                .slice(1)
                .map(({ mark }, k) => ({ series: [k + 2, k + 1] as [number, number], fill: () => faded(color(mark.color)) })),
            }
          : {}),
        hooks: {
          drawClear: [
            ({ ctx, bbox }) => {
              paintFolded(ctx, bbox, color('line'), this.#scale());
            },
          ],
        },
      },
      dataOf(chart),
      target,
    );
  }

  show(chart: Chart, size: PlotSize): void {
    if (size.width !== this.#plot.width || size.height !== this.#plot.height) this.#plot.setSize(size);
    if (chart !== this.#chart) this.#plot.setData(dataOf(chart));
    this.#chart = chart;
  }

  /** Draws again, in the colors of the theme. */
  repaint(): void {
    this.#plot.redraw(false, true);
  }

  close(): void {
    this.#plot.destroy();
  }
}

/** Colors of the style sheet are written as #rrggbb. */
const faded = (color: string): string => `${color.trim()}38`;

/** The rows as uPlot takes them: layers one upon another. */
const dataOf = ({ places, lines, isStacked }: Chart): uPlot.AlignedData => {
  const below = places.map(() => 0);
  return [
    [...places],
    ...lines.map(({ drawn }) => (isStacked ? drawn.map((value, row) => (below[row] = (below[row] ?? 0) + (value ?? 0))) : [...drawn])),
  ];
};
