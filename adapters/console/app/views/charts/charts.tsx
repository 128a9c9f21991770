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
import { Track } from './track.tsx';

interface ChartTrackProps {
  readonly chart: Chart;
  /** On paper it has a title instead of keys. */
  readonly isPrinted?: boolean;
}

/** A chart as a track, with its values at the moment. */
export const ChartTrack = ({ chart, isPrinted = false }: ChartTrackProps) => (
  <Track id={chart.id} title={chart.title} head={isPrinted ? <h3>{chart.title}</h3> : undefined} values={<Values chart={chart} />}>
    <Plot chart={chart} />
  </Track>
);

const Plot = ({ chart }: { readonly chart: Chart }) => {
  const { desk } = useConsole();
  const scale = desk.scale.value;
  const canvas = useCanvas((easel) => {
    const { fontFamily: font } = getComputedStyle(easel.ctx.canvas);
    paintPlot(easel, chart, { scale, faults: desk.log?.landmarks.faults ?? [], font });
  });
  const { drawn, handlers } = useRangeDrag({
    findPlace: placeWithin,
    click: (event) => desk.goToTime(desk.scale.peek().time(Math.min(1, Math.max(0, placeWithin(event))))),
  });
  return (
    <div class={css.plot}>
      <canvas ref={canvas.attach} />
      <div class={css.plotOver} {...handlers} onWheel={(event) => (event.ctrlKey ? zoomByWheel(desk, placeWithin)(event) : undefined)}>
        <DrawnRange range={drawn.value} />
        <Cursor />
      </div>
    </div>
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
