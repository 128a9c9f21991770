import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type CanvasEasel, useCanvas } from '../../canvas/useCanvas.ts';
import { describeWork } from '../../model/calls/sentence.ts';
import { traceWaterfall } from '../../model/calls/waterfall.ts';
import type { Desk } from '../../model/desk.ts';
import { plainText } from '../../text.ts';
import { useConsole } from '../context.ts';
import { Cursor } from '../cursor.tsx';
import { DrawnRange, useRangeDrag, zoomByWheel } from '../rangeDrag.tsx';
import * as css from './rowsTrack.css';

/** Where a pointer is: at a time, or on the names at the left. */
export interface RowPoint {
  readonly row: number;
  readonly at: number | undefined;
  /** How long a few pixels are there, in ms: what is short is hit, too. */
  readonly near: number;
}

interface RowsTrackProps {
  /** What scrolls. */
  readonly room: RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** The row of what is selected: it is scrolled into sight. -1 for none. */
  readonly selectedRow: number;
  /** Draws what is in sight below a number of pixels. */
  readonly paint: (easel: CanvasEasel, top: number, font: string) => void;
  /** The id of what is there. */
  readonly find: (point: RowPoint) => string | undefined;
}

/** Rows over time, of which those in sight are drawn. A click selects, and a job below the pointer says where its time went. */
export const RowsTrack = ({ room, count, rowHeight, selectedRow, paint, find }: RowsTrackProps) => {
  const { desk, panes } = useConsole();
  const [all, over] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const said = useSignal<SaidWork | undefined>(undefined);
  /** How far the rows are scrolled below the window, which stays in sight as long as it has room to. */
  const readTop = (): number => (canvas.current()?.getBoundingClientRect().top ?? 0) - (all.current?.getBoundingClientRect().top ?? 0);
  const canvas: ReturnType<typeof useCanvas> = useCanvas((easel) => paint(easel, readTop(), getComputedStyle(easel.ctx.canvas).fontFamily));
  useEffect(() => {
    const box = room.current;
    box?.addEventListener('scroll', canvas.repaint);
    return () => box?.removeEventListener('scroll', canvas.repaint);
  }, [room, canvas]);
  useEffect(() => {
    const box = room.current;
    if (box === null || selectedRow < 0) return;
    const y = (all.current?.offsetTop ?? 0) + selectedRow * rowHeight;
    if (y < box.scrollTop || y + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = y - box.clientHeight / 3;
  }, [room, selectedRow, rowHeight]);
  const findPlace = (event: MouseEvent): number => {
    const box = over.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return (event.clientX - box.left) / box.width;
  };
  const findY = (event: MouseEvent): number => event.clientY - (canvas.current()?.getBoundingClientRect().top ?? 0);
  const findPoint = (event: MouseEvent): RowPoint => {
    const [place, scale] = [findPlace(event), desk.scale.peek()];
    const readTime = (pixels: number): number => scale.time(Math.min(1, Math.max(0, place + pixels / (over.current?.clientWidth ?? 1))));
    return {
      row: Math.floor((findY(event) + readTop()) / rowHeight),
      at: place < 0 ? undefined : readTime(0),
      near: readTime(3) - readTime(0),
    };
  };
  const pick = (event: MouseEvent): void => {
    const point = findPoint(event);
    if (point.at !== undefined) desk.goToTime(point.at);
    const id = find(point);
    if (id === undefined) return;
    desk.select(id);
    panes.show('details');
  };
  const { drawn, isDragging, handlers } = useRangeDrag({ findPlace, click: pick });
  const hover = (event: PointerEvent): void => {
    const id = isDragging() || event.pointerType === 'touch' ? undefined : find(findPoint(event));
    const before = said.peek();
    const words = id === undefined ? undefined : id === before?.id ? before.words : sayWork(desk, id);
    const box = room.current?.getBoundingClientRect() ?? new DOMRect();
    const y = findY(event) + readTop() + (event.clientY > box.bottom - 60 ? -50 : 16);
    said.value = id === undefined || words === undefined ? undefined : { id, words, x: event.clientX - box.left + 12, y };
  };
  return (
    <div class={css.height} ref={all} style={{ height: `${count * rowHeight}px` }}>
      <div class={css.window}>
        <canvas
          ref={canvas.attach}
          {...handlers}
          onPointerMove={(event) => {
            handlers.onPointerMove(event);
            hover(event);
          }}
          onPointerLeave={() => {
            said.value = undefined;
          }}
          onWheel={(event) => {
            if (event.ctrlKey || event.metaKey || event.deltaX !== 0) zoomByWheel(desk, findPlace)(event);
          }}
        />
        <div class={css.over} ref={over}>
          <DrawnRange range={drawn.value} />
          <Cursor />
        </div>
      </div>
      <Said said={said} />
    </div>
  );
};

/** What is said of a job below the pointer, and where. */
interface SaidWork {
  readonly id: string;
  readonly words: string;
  readonly x: number;
  readonly y: number;
}

/** Where the time of a job or a request went; undefined for other things. */
const sayWork = ({ log, wholeRange }: Desk, id: string): string | undefined => {
  const found = log && traceWaterfall(log, id, wholeRange.peek().to);
  const nameWork = (one: string): string => plainText(log?.labels.findName(one) ?? one, 60);
  return found && `${nameWork(id)}: ${describeWork(found, nameWork)}`;
};

const Said = ({ said }: { readonly said: ReadonlySignal<SaidWork | undefined> }) => {
  if (said.value === undefined) return null;
  const { words, x, y } = said.value;
  return (
    <p class={css.said} style={{ left: `max(0px, min(${x}px, 100% - 53ch))`, top: `${y}px` }}>
      {words}
    </p>
  );
};
