import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { lanesSvg } from '../../canvas/lanesFile.ts';
import { axisHeight, paintLanes, rowHeight } from '../../canvas/lanesPainter.ts';
import { useCanvas } from '../../canvas/useCanvas.ts';
import { laneMarks } from '../../marks.ts';
import { barPicked, barsAt, listLaneRows, spanAt } from '../../model/charts/laneRows.ts';
import { Viewport } from '../../model/charts/viewport.ts';
import type { RunLog } from '../../model/runLog.ts';
import { Twin } from '../compare/twin.tsx';
import { useConsole } from '../context.ts';
import { NowView } from '../log/now.tsx';
import * as css from './lanes.css';
import { LanesTable } from './lanesTable.tsx';
import { SavePicture } from './savePicture.tsx';

/** Names need room; a narrow window has less of it. */
const chooseGutter = (width: number): number => (width < 600 ? 84 : 168);

/** Workers and pods over time, by host. */
export const LanesView = () => {
  const { desk, panes, course, courseParts } = useConsole();
  desk.version.value;
  const { log } = desk;
  const scale = desk.scale.value;
  const viewport = useSignal(new Viewport(scale));
  const top = useRef(0);
  const room = useRef<HTMLDivElement>(null);
  const rows = log === undefined ? [] : listLaneRows(log.lanes.groups, desk.scope.value, desk.range.value);
  const shown = viewport.value.on(scale);
  const selected = desk.selected.value;
  const canvas = useCanvas((easel) => {
    const { fontFamily } = getComputedStyle(easel.ctx.canvas);
    if (log !== undefined)
      paintLanes(easel, {
        log,
        rows,
        viewport: shown,
        top: top.current,
        gutter: chooseGutter(easel.width),
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
    return lanesSvg({ title: desk.title.value, log: shownLog, rows, viewport: shown, at: desk.at.value, selected, color });
  };
  const zoom = (factor: number, around = 0.5): void => {
    viewport.value = shown.zoom(factor, around);
  };
  const findPlace = (event: MouseEvent): { readonly place: number; readonly row: number } => {
    const box = canvas.current()?.getBoundingClientRect() ?? new DOMRect();
    const gutter = chooseGutter(box.width);
    return {
      place: (event.clientX - box.left - gutter) / (box.width - gutter),
      row: Math.floor((event.clientY - box.top - axisHeight + top.current) / rowHeight),
    };
  };
  const pick = (event: MouseEvent): void => {
    const { place, row } = findPlace(event);
    const lane = rows[row]?.lane;
    if (place >= 0) desk.goToTime(shown.time(place));
    if (lane === undefined) return;
    const at = shown.time(place);
    const bar = place < 0 ? undefined : (barPicked(barsAt(lane, at), selected) ?? spanAt(lane.handed, at));
    desk.select(bar?.id ?? lane.id);
    panes.show('why');
  };
  const pan = usePan((by) => {
    const width = canvas.current()?.clientWidth ?? 1;
    viewport.value = viewport.value.on(scale).move(-by / (width - chooseGutter(width)));
  }, pick);
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
        <button type="button" class="key" aria-label="Zoom out" title="Zoom out (−)" onClick={() => zoom(2)} disabled={shown.isWhole}>
          −
        </button>
        <button
          type="button"
          class="key"
          onClick={() => zoom(Number.POSITIVE_INFINITY)}
          disabled={shown.isWhole}
          title="Show the whole run"
        >
          all
        </button>
        {log === undefined ? null : <SavePicture name={makeFileName(desk.title.value)} svg={() => drawSvg(log)} />}
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
          if (!event.ctrlKey && !event.metaKey && event.deltaX === 0) return;
          event.preventDefault();
          if (event.deltaX !== 0) viewport.value = shown.move(event.deltaX / 800);
          else zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(0, findPlace(event).place));
        }}
        onKeyDown={({ key }) => {
          if (key === '+' || key === '=') zoom(0.5);
          if (key === '-') zoom(2);
        }}
      >
        <div class={css.height} style={{ height: `${axisHeight + rows.length * rowHeight}px` }}>
          <div class={css.window}>
            <canvas ref={canvas.attach} {...pan} />
            <LanesCursor viewport={shown} />
          </div>
        </div>
      </section>
      <Twin table={() => <LanesTable />} />
    </div>
  );
};

/** A title as a file's name: in letters, digits and hyphens. */
const makeFileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60) || 'run';

const LanesCursor = ({ viewport }: { readonly viewport: Viewport }) => {
  const { desk } = useConsole();
  const ref = useRef<HTMLDivElement>(null);
  const move = (): void => {
    const [at, line] = [desk.at.value, ref.current];
    if (line === null) return;
    const width = line.parentElement?.clientWidth ?? 0;
    const place = viewport.place(at);
    line.style.visibility = place < 0 || place > 1 ? 'hidden' : 'visible';
    line.style.transform = `translateX(${chooseGutter(width) + place * (width - chooseGutter(width))}px)`;
  };
  useSignalEffect(move);
  useEffect(move);
  return <div class="cursor-line" ref={ref} aria-hidden="true" />;
};

/** A drag moves what is in sight; a click without one picks. */
const usePan = (move: (by: number) => void, pick: (event: MouseEvent) => void) => {
  const from = useRef<{ x: number; moved: boolean } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, moved: false };
    },
    onPointerMove: (event: PointerEvent) => {
      const drag = from.current;
      if (drag === undefined || (!drag.moved && Math.abs(event.clientX - drag.x) < 4)) return;
      move(event.clientX - drag.x);
      from.current = { x: event.clientX, moved: true };
    },
    onPointerUp: (event: PointerEvent) => {
      const isClick = from.current?.moved === false;
      from.current = undefined;
      if (isClick) pick(event);
    },
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
};

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
