import type { ComponentChildren } from 'preact';
import { formatVirtualTime, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { paintPlot } from '../../canvas/plotPainter.ts';
import { useCanvas } from '../../canvas/useCanvas.ts';
import type { Chart } from '../../model/charts/charts.ts';
import { usd, valueText } from '../../model/charts/units.ts';
import { useConsole } from '../context.ts';
import { Cursor } from '../cursor.tsx';
import { MarkSign } from '../parts.tsx';
import { DrawnRange, placeWithin, useRangeDrag, zoomByWheel } from '../rangeDrag.tsx';
import * as css from './charts.css';

/** A chart as a track, which can be folded to its values, or pinned above the lanes. */
export const ChartTrack = ({ chart }: { readonly chart: Chart }) => {
  const { panes } = useConsole();
  const [isFolded, isPinned] = [panes.folded.value.has(chart.id), panes.pinned.value.has(chart.id)];
  return (
    <ChartFigure chart={chart} isFolded={isFolded}>
      <button type="button" class={css.trackKey} aria-expanded={!isFolded} onClick={() => panes.toggle('folded', chart.id)}>
        <span aria-hidden="true">{isFolded ? '▸' : '▾'}</span> <span class="sr">Show</span> {chart.title}
      </button>
      <button
        type="button"
        class={css.pinKey}
        title={isPinned ? 'Move it below the lanes' : 'Keep it above the lanes'}
        aria-label={`${isPinned ? 'unpin' : 'pin'} ${chart.title}`}
        onClick={() => panes.toggle('pinned', chart.id)}
      >
        {isPinned ? 'unpin' : 'pin'}
      </button>
    </ChartFigure>
  );
};

interface FigureProps {
  readonly chart: Chart;
  readonly isFolded?: boolean;
  /** What stands for its title. */
  readonly children?: ComponentChildren;
}

/** A chart, with its values at the moment. */
export const ChartFigure = ({ chart, isFolded = false, children }: FigureProps) => {
  const { desk } = useConsole();
  const scale = desk.scale.value;
  const canvas = useCanvas((easel) => paintPlot(easel, chart, scale, getComputedStyle(easel.ctx.canvas).fontFamily));
  const { drawn, handlers } = useRangeDrag({
    findPlace: placeWithin,
    click: (event) => desk.goToTime(desk.scale.peek().time(Math.min(1, Math.max(0, placeWithin(event))))),
  });
  return (
    <figure class={css.chart} data-chart={chart.id} aria-label={chart.title}>
      <figcaption>
        {children ?? <h3>{chart.title}</h3>}
        <Values chart={chart} />
      </figcaption>
      {isFolded ? null : (
        <div class={css.plot}>
          <canvas ref={canvas.attach} />
          <div class={css.plotOver} {...handlers} onWheel={(event) => (event.ctrlKey ? zoomByWheel(desk, placeWithin)(event) : undefined)}>
            <DrawnRange range={drawn.value} />
            <Cursor />
          </div>
        </div>
      )}
    </figure>
  );
};

/** Each line by its name and sign, with its value at the moment. */
const Values = ({ chart: { lines, unit, isStacked } }: { readonly chart: Chart }) => {
  const { desk } = useConsole();
  desk.shown.value;
  const at = desk.at.value;
  const values = lines.map((line) => line.at(at));
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
  return (
    <span class={css.values} title={`at ${formatVirtualTime(at as VirtualTime)}`}>
      {lines.map(({ name, mark }, k) => (
        <span key={name} class={css.value}>
          <MarkSign mark={mark} />
          {name} <b>{values[k] === undefined ? '–' : valueText(unit, values[k])}</b>
        </span>
      ))}
      {isStacked && lines.length > 1 ? (
        <span class={css.value}>
          all <b>{valueText(unit, sum)}</b>
        </span>
      ) : null}
      {unit === 'usdPerSecond' ? <span class={css.value}>{usd(sum * 3_600)} an hour</span> : null}
    </span>
  );
};
