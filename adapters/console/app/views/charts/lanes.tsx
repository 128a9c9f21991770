import { useEffect, useRef } from 'preact/hooks';
import { lanesSvg } from '../../canvas/lanesFile.ts';
import { paintLanes, rowHeight } from '../../canvas/lanesPainter.ts';
import { useCanvas } from '../../canvas/useCanvas.ts';
import { laneMarks } from '../../marks.ts';
import { barPicked, barsAt, rowsOf, spanAt } from '../../model/charts/laneRows.ts';
import { zoomRange } from '../../model/charts/range.ts';
import type { RunLog } from '../../model/runLog.ts';
import { Twin } from '../compare/twin.tsx';
import { useConsole } from '../context.ts';
import { Cursor } from '../cursor.tsx';
import { NowView } from '../log/now.tsx';
import { DrawnRange, useRangeDrag, zoomByWheel } from '../rangeDrag.tsx';
import * as css from './lanes.css';
import { LanesTable } from './lanesTable.tsx';
import { SavePicture } from './savePicture.tsx';

/** Workers and pods over time, by host. */
export const LanesView = () => {
  const { desk, panes, course, courseParts } = useConsole();
  desk.version.value;
  const { log } = desk;
  const scale = desk.scale.value;
  const isWhole = desk.chosenRange.value === undefined;
  const top = useRef(0);
  const room = useRef<HTMLDivElement>(null);
  const rows = log === undefined ? [] : rowsOf(log.lanes.groups, desk.scope.value, desk.range.value);
  const selected = desk.selected.value;
  const canvas = useCanvas((easel) => {
    const { fontFamily } = getComputedStyle(easel.ctx.canvas);
    if (log !== undefined)
      paintLanes(easel, {
        log,
        rows,
        scale,
        top: top.current,
        selected,
        font: `12px ${fontFamily}`,
      });
  });
  useScrollToSelected(
    room,
    rows.findIndex(({ lane }) => lane !== undefined && (lane.id === selected || lane.bars.at(-1)?.id === selected)),
  );
  const drawSvg = (shownLog: RunLog): string => {
    const style = getComputedStyle(canvas.current() ?? document.body);
    const color = (name: string): string => style.getPropertyValue(`--${name}`);
    return lanesSvg({ title: desk.title.value, log: shownLog, rows, scale, at: desk.at.value, selected, color });
  };
  const zoom = (factor: number): void => {
    desk.chosenRange.value = zoomRange(desk.range.peek(), desk.wholeRange.peek(), factor, desk.at.peek());
  };
  const over = useRef<HTMLDivElement>(null);
  const placeOf = (event: MouseEvent): number => {
    const box = over.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return (event.clientX - box.left) / box.width;
  };
  const pick = (event: MouseEvent): void => {
    const place = placeOf(event);
    const y = event.clientY - (canvas.current()?.getBoundingClientRect().top ?? 0);
    const lane = rows[Math.floor((y + top.current) / rowHeight)]?.lane;
    const at = scale.time(Math.min(1, Math.max(0, place)));
    if (place >= 0) desk.goToTime(at);
    if (lane === undefined) return;
    const bar = place < 0 ? undefined : (barPicked(barsAt(lane, at), selected) ?? spanAt(lane.handed, at));
    desk.select(bar?.id ?? lane.id);
    panes.show('why');
  };
  const { drawn, handlers } = useRangeDrag({ placeOf, click: pick });
  if (log !== undefined && rows.length === 0 && log.lanes.count > 0)
    return <p class="empty">No worker and no pod of this run is in what is chosen above.</p>;
  if (log !== undefined && rows.length === 0)
    return course === undefined ? (
      <p class="empty">No worker and no pod in this run.</p>
    ) : (
      // A lesson asks before anything moves: what there is to think about is the world.
      <>
        <p class="empty">No worker and no pod yet. This is the world at this moment:</p>
        {courseParts === undefined ? null : <courseParts.Sketch />}
        <NowView />
      </>
    );
  return (
    <div class={css.lanes}>
      {courseParts === undefined ? null : <courseParts.Sketch />}
      <div class="bar">
        <button type="button" class="key" aria-label="Zoom in" title="Zoom in (+)" onClick={() => zoom(0.5)}>
          +
        </button>
        <button type="button" class="key" aria-label="Zoom out" title="Zoom out (−)" onClick={() => zoom(2)} disabled={isWhole}>
          −
        </button>
        <button
          type="button"
          class="key"
          onClick={() => (desk.chosenRange.value = undefined)}
          disabled={isWhole}
          title="Show the whole run"
        >
          all
        </button>
        {log === undefined ? null : <SavePicture name={fileNameOf(desk.title.value)} svg={() => drawSvg(log)} />}
        <LanesKey />
      </div>
      <section
        class={css.room}
        ref={room}
        tabIndex={0}
        aria-label="Lanes, drawn; the table below says the same"
        onScroll={({ currentTarget }) => {
          top.current = currentTarget.scrollTop;
          canvas.repaint();
        }}
        onWheel={(event) => {
          if (event.ctrlKey || event.metaKey || event.deltaX !== 0) zoomByWheel(desk, placeOf)(event);
        }}
        onKeyDown={({ key }) => {
          if (key === '+' || key === '=') zoom(0.5);
          if (key === '-') zoom(2);
        }}
      >
        <div class={css.height} style={{ height: `${rows.length * rowHeight}px` }}>
          <div class={css.window}>
            <canvas ref={canvas.attach} {...handlers} />
            <div class={css.over} ref={over}>
              <DrawnRange range={drawn.value} />
              <Cursor />
            </div>
          </div>
        </div>
      </section>
      <Twin table={() => <LanesTable />} />
    </div>
  );
};

/** A title as a file's name: in letters, digits and hyphens. */
const fileNameOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60) || 'run';

const useScrollToSelected = (room: { readonly current: HTMLDivElement | null }, row: number): void =>
  useEffect(() => {
    const box = room.current;
    if (box === null || row < 0) return;
    const y = row * rowHeight;
    if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 3;
  }, [room, row]);

const LanesKey = () => (
  <span class={`dim ${css.key}`}>
    {laneMarks.map(([color, shape, words]) => (
      <>
        <span class={`c-${color}`}>{shape}</span> {words}{' '}
      </>
    ))}
  </span>
);
