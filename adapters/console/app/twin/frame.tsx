import type { ComponentChildren } from 'preact';
import { useWidth } from '../study/useWidth.ts';
import * as css from './frame.css';

/** Where a picture may draw, in pixels. */
export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly floor: number;
}

interface Tick {
  readonly at: number;
  readonly words: string;
}

interface ChartProps {
  readonly label: string;
  readonly height: number;
  /** Beside the axes; the room for words at the left is that of the widest. */
  readonly left?: number;
  readonly across: (frame: ChartFrame) => readonly Tick[];
  readonly up: (frame: ChartFrame) => readonly Tick[];
  readonly names: readonly [across: string, up: string];
  readonly children: (frame: ChartFrame) => ComponentChildren;
}

/** A picture with two axes, as wide as its place. */
export const Chart = ({ label, height, left = 52, across, up, names, children }: ChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>(480);
  const frame: ChartFrame = { width: width.value, height, left, right: width.value - 12, top: 24, floor: height - 34 };
  return (
    <div ref={ref} class={css.fitChart}>
      <svg width={frame.width} height={height} viewBox={`0 0 ${frame.width} ${height}`} role="img" aria-label={label}>
        {up(frame).map(({ at, words }) => (
          <g key={words}>
            <path class={css.gridLine} d={`M${left} ${at}H${frame.right}`} />
            <text x={left - 7} y={at + 4} text-anchor="end">
              {words}
            </text>
          </g>
        ))}
        {across(frame).map(({ at, words }) => (
          <text key={`${at}`} x={at} y={frame.floor + 15} text-anchor="middle">
            {words}
          </text>
        ))}
        {children(frame)}
        <path class={css.axisLine} d={`M${left} ${frame.top}V${frame.floor}H${frame.right}`} />
        <text class={css.axisName} x={frame.right} y={height - 4} text-anchor="end">
          {names[0]}
        </text>
        <text class={css.axisName} x={4} y={13}>
          {names[1]}
        </text>
      </svg>
    </div>
  );
};
