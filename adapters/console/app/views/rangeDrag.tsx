import { useSignal } from '@preact/signals';
import { moveRange, type TimeRange, zoomRange } from '../model/charts/range.ts';
import type { Desk } from '../model/desk.ts';
import { useConsole } from './context.ts';
import * as css from './rangeDrag.css';

interface RangeDragOptions {
  /** Where a pointer is on the ruler, from 0 to 1; left of 0 are the names of the tracks. */
  readonly findPlace: (event: MouseEvent) => number;
  readonly click: (event: PointerEvent) => void;
}

/** Where a pointer is within the element that hears of it, from 0 to 1. */
export const placeWithin = ({ clientX, currentTarget }: MouseEvent): number => {
  const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
  return (clientX - left) / width;
};

/** A press that moves this many pixels is a drag. */
const dragMin = 4;

/** A track on which a drag chooses the range, and a click does what it says. */
export const useRangeDrag = ({ findPlace, click }: RangeDragOptions) => {
  const { desk } = useConsole();
  const begun = useSignal<{ readonly x: number; readonly at: number } | undefined>(undefined);
  const drawn = useSignal<TimeRange | undefined>(undefined);
  const timeAt = (event: PointerEvent): number => desk.scale.peek().time(Math.min(1, Math.max(0, findPlace(event))));
  return {
    drawn,
    isDragging: () => begun.peek() !== undefined,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        begun.value = { x: event.clientX, at: timeAt(event) };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = begun.value;
        if (from === undefined || (drawn.value === undefined && Math.abs(event.clientX - from.x) < dragMin)) return;
        const to = timeAt(event);
        drawn.value = { from: Math.min(from.at, to), to: Math.max(from.at, to) };
      },
      onPointerUp: (event: PointerEvent) => {
        const [isPress, range] = [begun.value !== undefined, drawn.value];
        begun.value = drawn.value = undefined;
        if (range === undefined) {
          if (isPress) click(event);
        } else if (range.to > range.from) desk.chosenRange.value = range;
      },
      onPointerCancel: () => {
        begun.value = drawn.value = undefined;
      },
    },
  };
};

/** Zooms around the pointer; a wheel that goes across moves the range. */
export const zoomByWheel =
  (desk: Desk, findPlace: (event: MouseEvent) => number) =>
  (event: WheelEvent): void => {
    event.preventDefault();
    const [range, whole, scale] = [desk.range.peek(), desk.wholeRange.peek(), desk.scale.peek()];
    const at = scale.time(Math.min(1, Math.max(0, findPlace(event))));
    desk.chosenRange.value =
      Math.abs(event.deltaX) > Math.abs(event.deltaY)
        ? moveRange(range, whole, (event.deltaX / 800) * (range.to - range.from))
        : zoomRange(range, whole, event.deltaY > 0 ? 1.25 : 0.8, at);
  };

/** A range that is being drawn. It is placed within the room of a track. */
export const DrawnRange = ({ range }: { readonly range: TimeRange | undefined }) => {
  const scale = useConsole().desk.scale.value;
  if (range === undefined) return null;
  const [left, right] = [scale.place(range.from), scale.place(range.to)];
  return <div class={css.drawn} style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }} />;
};
