import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { paintLanes, rowHeight } from '../../canvas/lanesPainter.ts';
import { useCanvas } from '../../canvas/useCanvas.ts';
import { barPicked, barsAt, type LaneRow, listLaneRows, spanAt } from '../../model/charts/laneRows.ts';
import type { RunLog } from '../../model/runLog.ts';
import { useConsole } from '../context.ts';
import { Cursor } from '../cursor.tsx';
import { DrawnRange, useRangeDrag, zoomByWheel } from '../rangeDrag.tsx';
import * as css from './lanes.css';

interface LanesProps {
  /** What scrolls. */
  readonly room: RefObject<HTMLDivElement | null>;
}

/** Workers and pods over time, by host. */
export const LanesTrack = ({ room }: LanesProps) => {
  const { desk } = useConsole();
  desk.version.value;
  const { log } = desk;
  if (log === undefined) return null;
  const rows = listLaneRows(log.lanes.groups, desk.scope.value, desk.range.value);
  if (rows.length > 0) return <Rows room={room} log={log} rows={rows} />;
  if (log.lanes.count > 0) return <p class="empty">No worker and no pod of this run is in what is chosen above.</p>;
  return <p class="empty">No worker and no pod in this run.</p>;
};

const Rows = ({ room, log, rows }: LanesProps & { readonly log: RunLog; readonly rows: readonly LaneRow[] }) => {
  const { desk, panes } = useConsole();
  const scale = desk.scale.value;
  const selected = desk.selected.value;
  const [all, over] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  /** How far the rows are scrolled: other tracks stand above them. */
  const readTop = (): number => Math.max(0, (room.current?.scrollTop ?? 0) - (all.current?.offsetTop ?? 0));
  const canvas = useCanvas((easel) => {
    const { fontFamily } = getComputedStyle(easel.ctx.canvas);
    paintLanes(easel, { log, rows, scale, top: readTop(), selected, font: `12px ${fontFamily}` });
  });
  useEffect(() => {
    const box = room.current;
    box?.addEventListener('scroll', canvas.repaint);
    return () => box?.removeEventListener('scroll', canvas.repaint);
  }, [room, canvas]);
  const row = rows.findIndex(({ lane }) => lane !== undefined && (lane.id === selected || lane.bars.at(-1)?.id === selected));
  useEffect(() => {
    const box = room.current;
    if (box === null || row < 0) return;
    const y = (all.current?.offsetTop ?? 0) + row * rowHeight;
    if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 3;
  }, [room, row]);
  const findPlace = (event: MouseEvent): number => {
    const box = over.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return (event.clientX - box.left) / box.width;
  };
  const pick = (event: MouseEvent): void => {
    const place = findPlace(event);
    const y = event.clientY - (canvas.current()?.getBoundingClientRect().top ?? 0);
    const lane = rows[Math.floor((y + readTop()) / rowHeight)]?.lane;
    const at = scale.time(Math.min(1, Math.max(0, place)));
    if (place >= 0) desk.goToTime(at);
    if (lane === undefined) return;
    const bar = place < 0 ? undefined : (barPicked(barsAt(lane, at), selected) ?? spanAt(lane.handed, at));
    desk.select(bar?.id ?? lane.id);
    panes.show('details');
  };
  const { drawn, handlers } = useRangeDrag({ findPlace, click: pick });
  return (
    <div class={css.height} ref={all} style={{ height: `${rows.length * rowHeight}px` }} data-track="lanes">
      <div class={css.window}>
        <canvas
          ref={canvas.attach}
          {...handlers}
          onWheel={(event) => {
            if (event.ctrlKey || event.metaKey || event.deltaX !== 0) zoomByWheel(desk, findPlace)(event);
          }}
        />
        <div class={css.over} ref={over}>
          <DrawnRange range={drawn.value} />
          <Cursor />
        </div>
      </div>
    </div>
  );
};
