import type { ComponentChildren } from 'preact';
import * as axesCss from '../charts/axes.css';
import { Axes, type ChartFrame, type Tick } from '../charts/axes.tsx';
import { useWidth } from '../charts/useWidth.ts';
import * as css from './frame.css';

interface ChartProps {
  readonly label: string;
  readonly height: number;
  /** Room for the words beside the axis. */
  readonly left?: number;
  readonly across: (frame: ChartFrame) => readonly Tick[];
  readonly up: (frame: ChartFrame) => readonly Tick[];
  readonly names: readonly [across: string, up: string];
  readonly children: (frame: ChartFrame) => ComponentChildren;
}

/** A picture with two axes, as wide as its place. */
export const Chart = ({ label, height, left = 52, across, up, names, children }: ChartProps) => {
  const { ref, width } = useWidth<HTMLDivElement>(480);
  const frame: ChartFrame = { width: width.value, height, left, right: width.value - 12, top: 24, floor: height - 36 };
  return (
    <div ref={ref} class={css.fitChart}>
      <svg
        class={axesCss.drawing}
        width={frame.width}
        height={height}
        viewBox={`0 0 ${frame.width} ${height}`}
        role="img"
        aria-label={label}
      >
        <Axes frame={frame} across={across(frame)} up={up(frame)} names={names} />
        {children(frame)}
      </svg>
    </div>
  );
};
