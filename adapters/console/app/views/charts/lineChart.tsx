import { useRef } from 'preact/hooks';
import { sayDuration } from '../../../../../engine/kernel/index.ts';
import type { LogMoment } from '../../../../../engine/lab/lesson/index.ts';
import { type LinePlot, snap } from '../../model/charts/linePlot.ts';
import * as css from './lineChart.css';

interface LineChartProps {
  readonly plot: LinePlot;
  /** How much of the curve is shown. */
  readonly until: LogMoment;
  readonly title: string;
  readonly lines: readonly { readonly value: number; readonly name: string; readonly kind: 'yours' | 'happened' }[];
  readonly say: (value: number) => string;
  /** What dragging does; absent where nothing is dragged any more. */
  readonly move?: (value: number) => void;
  readonly label?: string;
}

/** The size of the drawing; it is shown as wide as there is room. */
const [width, height, left, right, top, bottom] = [360, 190, 30, 8, 18, 18];

/** A chart with lines across it. The first can be dragged, or moved by keys. */
export const LineChart = ({ plot, until, title, lines, say, move, label }: LineChartProps) => {
  const ref = useRef<SVGSVGElement>(null);
  const { isTime, xMax, yMax, step } = plot;
  const [inner, tall] = [width - left - right, height - top - bottom];
  const x = (place: number): number => left + place * inner;
  const y = (place: number): number => top + (1 - place) * tall;
  const value = lines[0]?.value ?? 0;
  const most = isTime ? xMax : yMax;
  // Of two lines that may be close, the lower one has its name below it.
  const isLower = (k: number): boolean => lines.length > 1 && (k === 0 ? value < (lines[1]?.value ?? 0) : value >= (lines[1]?.value ?? 0));
  const to = (wanted: number): void => move?.(snap(plot, wanted));
  const drag = ({ clientX, clientY }: PointerEvent): void => {
    const box = ref.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const [px, py] = [((clientX - box.left) / box.width) * width, ((clientY - box.top) / box.height) * height];
    to((isTime ? (px - left) / inner : 1 - (py - top) / tall) * most);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') (event.currentTarget as HTMLElement).closest('form')?.requestSubmit();
    const wanted = keyMoves[event.key]?.(value, step, most);
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to(wanted);
  };
  const drawing = (
    <svg ref={ref} viewBox={`0 0 ${width} ${height}`} class={css.lineChart} aria-hidden={move === undefined ? undefined : true} role="img">
      <title>{`${title}; ${lines.map(({ name, value: at }) => `${name} at ${say(at)}`).join(', ')}`}</title>
      <text x={left} y={12}>
        {title}
      </text>
      <path class={css.axisLine} d={`M${left} ${top}V${y(0)}H${width - right}`} />
      <text x={left - 5} y={y(1) + 4} text-anchor="end">
        {yMax}
      </text>
      <text x={left - 5} y={y(0) + 4} text-anchor="end">
        0
      </text>
      <text x={width - right} y={height - 4} text-anchor="end">
        {sayDuration(xMax)}
      </text>
      <path class={css.curve} d={plot.path(until)} transform={`translate(${left} ${y(0)}) scale(${inner} ${-tall})`} />
      <path class={css.asked} d={`M${x(until.at / xMax)} ${y(0)}v5`} />
      {until.at / xMax > 0.88 ? null : (
        <text x={x(until.at / xMax)} y={height - 4} text-anchor="middle">
          now
        </text>
      )}
      {lines.map(({ value: at, name, kind }, k) => {
        const place = Math.min(1, at / most);
        return (
          <g key={name} class={css.dragged} data-kind={kind}>
            <path d={isTime ? `M${x(place)} ${top}V${y(0)}` : `M${left} ${y(place)}H${width - right}`} />
            {move === undefined ? null : <circle r={5} cx={isTime ? x(place) : left + inner / 2} cy={isTime ? top + tall / 2 : y(place)} />}
            <text
              x={isTime ? x(place) + (place > 0.7 ? -4 : 4) : width - right}
              y={isTime ? top + 10 + 13 * k : y(place) + (isLower(k) ? 13 : -4)}
              text-anchor={isTime && place <= 0.7 ? 'start' : 'end'}
            >
              {`${name} ${say(at)}`}
            </text>
          </g>
        );
      })}
    </svg>
  );
  if (move === undefined) return drawing;
  return (
    <div
      class={css.lineSlider}
      role="slider"
      tabIndex={0}
      data-first
      aria-label={label}
      aria-orientation={isTime ? 'horizontal' : 'vertical'}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={say(value)}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) drag(event);
      }}
    >
      {drawing}
    </div>
  );
};

type Move = (value: number, step: number, most: number) => number;

// biome-ignore format: a table
const keyMoves: Readonly<Record<string, Move>> = {
  ArrowUp:    (value, step) => value + step,
  ArrowRight: (value, step) => value + step,
  ArrowDown:  (value, step) => value - step,
  ArrowLeft:  (value, step) => value - step,
  PageUp:     (value, step) => value + 10 * step,
  PageDown:   (value, step) => value - 10 * step,
  Home:       () => 0,
  End:        (_, __, most) => most,
};
