import { useComputed } from '@preact/signals';
import { formatVirtualTime, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { paintPlot, plotGutter, plotMargin } from '../../canvas/plotPainter.ts';
import { useCanvas } from '../../canvas/useCanvas.ts';
import { type Chart, listCharts } from '../../model/charts/charts.ts';
import { usd, valueText } from '../../model/charts/units.ts';
import { commands } from '../../model/commands.ts';
import { Twin } from '../compare/twin.tsx';
import { useConsole } from '../context.ts';
import { Cursor } from '../cursor.tsx';
import { Command, MarkSign } from '../parts.tsx';
import { TimeAxis } from '../tape.tsx';
import { useSize } from '../useSize.ts';
import * as css from './charts.css';
import { ChartsTable } from './chartsTable.tsx';

/** What was counted, measured and spent, over the time of the tape. */
export const ChartsView = () => {
  const { desk, source } = useConsole();
  const { room, size: width } = useSize('clientWidth', 0);
  const charts = useComputed((): readonly Chart[] => {
    const [scale, { log }] = [desk.scale.value, desk];
    const wide = Math.floor(width.value) - plotGutter - plotMargin;
    return log === undefined || wide <= 0 ? [] : listCharts(log, { scale, scope: desk.scope.value, width: wide });
  });
  const { host, status } = desk.scope.value;
  return (
    <div class={css.charts}>
      <section ref={room} class={css.room} tabIndex={0} aria-label="Charts, drawn; the table below says the same">
        <div class={css.axis} style={{ paddingLeft: `${plotGutter}px`, paddingRight: `${plotMargin}px` }}>
          <TimeAxis />
        </div>
        {charts.value.map((chart) => (
          <ChartFigure key={`${chart.id} ${chart.lines.map(({ name }) => name).join()}`} chart={chart} />
        ))}
        {width.value > 0 && charts.value.length === 0 ? <p class="empty">Nothing was queued, run or paid in what is shown.</p> : null}
        {host === undefined && status === undefined ? null : (
          <p class="empty">Waits and spend are known by endpoint, not by host or status.</p>
        )}
        <Command text={commands.report(source())} />
      </section>
      <Twin table={() => <ChartsTable charts={charts.value} />} />
    </div>
  );
};

export const ChartFigure = ({ chart }: { readonly chart: Chart }) => {
  const { desk } = useConsole();
  const scale = desk.scale.value;
  const canvas = useCanvas((easel) => paintPlot(easel, chart, scale, getComputedStyle(easel.ctx.canvas).fontFamily));
  const goTo = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const place = (event.clientX - box.left) / box.width;
    if (place <= 0) desk.go(0);
    else desk.goToTime(desk.scale.peek().time(Math.min(1, place)));
  };
  return (
    <figure class={css.chart} data-chart={chart.id} aria-label={chart.title}>
      <figcaption>
        <h3>{chart.title}</h3>
        <Values chart={chart} />
      </figcaption>
      <div class={css.plot}>
        <canvas ref={canvas.attach} />
        <div
          class={css.plotOver}
          style={{ left: `${plotGutter}px`, right: `${plotMargin}px` }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            goTo(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
          }}
        >
          <Cursor />
        </div>
      </div>
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
