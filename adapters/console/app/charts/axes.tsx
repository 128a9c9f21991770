import * as css from './axes.css';

/** Where a drawing has its points, in pixels; the axes stand around it. */
export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly floor: number;
}

/** A label of an axis. `at`: pixels across for the axis below, pixels down for the one at the left. */
export interface Tick {
  readonly at: number;
  readonly words: string;
}

interface AxesProps {
  readonly frame: ChartFrame;
  readonly across: readonly Tick[];
  readonly up: readonly Tick[];
  readonly names: readonly [across: string, up: string];
  /** Draws lines up from the labels below, too. */
  readonly isGrid?: boolean;
}

/** Two axes, with labels, lines and names, within an `svg` of the class `drawing`. */
export const Axes = ({ frame: { width, height, left, right, top, floor }, across, up, names, isGrid = false }: AxesProps) => (
  <g>
    {up.map(({ at, words }) => (
      <g key={at}>
        <path class={css.gridLine} d={`M${left} ${at}H${right}`} />
        <text x={left - 7} y={at + 4} text-anchor="end">
          {words}
        </text>
      </g>
    ))}
    {across.map(({ at, words }) => (
      <g key={at}>
        {isGrid ? <path class={css.gridLine} d={`M${at} ${top}V${floor}`} /> : null}
        <text x={Math.min(at, width - 10)} y={floor + 16} text-anchor="middle">
          {words}
        </text>
      </g>
    ))}
    <path class={css.axisLine} d={`M${left} ${top}V${floor}H${right}`} />
    <text class={css.axisName} x={right} y={height - 6} text-anchor="end">
      {names[0]}
    </text>
    <text class={css.axisName} x={6} y={14}>
      {names[1]}
    </text>
  </g>
);
