import { useComputed } from '@preact/signals';
import type { HTMLAttributes } from 'preact';
import { formatVirtualTime, sayDuration, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { paintTape } from '../canvas/tapePainter.ts';
import { useCanvas } from '../canvas/useCanvas.ts';
import { commands } from '../model/commands.ts';
import { readTapeLines, type TapeLines } from '../model/scope/scope.ts';
import { TrackKeys } from './charts/track.tsx';
import { useConsole } from './context.ts';
import { Cursor } from './cursor.tsx';
import { DrawnRange, placeWithin, useRangeDrag, zoomByWheel } from './rangeDrag.tsx';
import { Ruler } from './ruler.tsx';
import * as css from './tape.css';

/** The scrubber: all of the range from left to right. A drag moves the moment; with Shift it chooses a range. Folded it is a thin line. */
export const Tape = () => {
  const { desk, panes } = useConsole();
  desk.version.value;
  const { log } = desk;
  const isFolded = panes.folded.value.has('tape');
  const scale = desk.scale.value;
  const lines = useComputed((): TapeLines | undefined => {
    desk.version.value;
    return desk.log === undefined ? undefined : { ...readTapeLines(desk.log, desk.scope.value) };
  }).value;
  const { attach } = useCanvas((easel) => {
    if (log !== undefined) paintTape(easel, log, scale, lines);
  });
  const goTo = (event: PointerEvent): void => {
    const place = placeWithin(event);
    // The left edge is before the first entry, so that the beginning can be reached.
    if (place <= 0) desk.go(0);
    else desk.goToTime(scale.time(Math.min(1, place)));
  };
  const { drawn, isDragging, handlers } = useRangeDrag({ findPlace: placeWithin, click: goTo });
  return (
    <div class={isFolded ? `${css.track} ${css.folded}` : css.track} data-track="tape">
      {lines === undefined ? null : <Legend lines={lines} isFolded={isFolded} />}
      <div class={css.trackRoom}>
        <Slider
          {...handlers}
          onPointerDown={(event: PointerEvent) => {
            if (event.shiftKey) return handlers.onPointerDown(event);
            if (event.button !== 0) return;
            (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
            goTo(event);
          }}
          onPointerMove={(event: PointerEvent) => {
            handlers.onPointerMove(event);
            if (!isDragging() && (event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId)) goTo(event);
          }}
          onWheel={zoomByWheel(desk, placeWithin)}
        >
          {isFolded ? null : <canvas ref={attach} />}
          <DrawnRange range={drawn.value} />
          <Cursor />
        </Slider>
        <Ruler />
      </div>
    </div>
  );
};

type SliderProps = Pick<
  HTMLAttributes<HTMLDivElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onWheel' | 'children'
>;

const Slider = ({ children, ...handlers }: SliderProps) => {
  const { desk, source } = useConsole();
  const [seq, length] = [desk.shown.value, desk.length.value];
  const words = `entry ${seq} of ${length}, at ${formatVirtualTime((desk.log?.at(seq) ?? 0) as VirtualTime)}`;
  return (
    <div
      id="tape"
      data-command={commands.moment(source(), seq)}
      class={css.scrubber}
      role="slider"
      tabIndex={0}
      aria-label="The moment"
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={seq}
      aria-valuetext={words}
      {...handlers}
    >
      {children}
    </div>
  );
};

interface LegendProps {
  readonly lines: TapeLines;
  readonly isFolded: boolean;
}

/** What the tape shows, in words and numbers, for those who do not see it. */
const Legend = ({ lines: { landmarks, depth, counted }, isFolded }: LegendProps) => {
  const { desk } = useConsole();
  const count = (kind: string): number => landmarks.kinds.filter((one) => one === kind).length;
  const folded = desk.scale.value.folded.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <div class={css.legend}>
      <div class={css.legendHead}>
        <TrackKeys id="tape" title={`${counted}, ${depth.peak} at most`} name="the tape" />
      </div>
      {isFolded ? null : (
        <>
          <Item color="bad" shape="✕" text={`failures ${count('failure')}`} />
          <Item color="wait" shape="▲" text={`faults ${landmarks.faults.length}`} />
          <Item color="wait" shape="!" text={`refusals, warnings ${count('warning')}`} />
          <Item color="off" shape="■" text={`expiries ${count('expiry')}`} />
          {folded > 0 ? <Item color="off" shape="▨" text={`idle time folded, ${sayDuration(folded)}`} /> : null}
        </>
      )}
    </div>
  );
};

const Item = ({ color, shape, text }: { readonly color: string; readonly shape: string; readonly text: string }) => (
  <span class={css.legendItem}>
    <span class={`mark c-${color}`} aria-hidden="true">
      {shape}
    </span>
    {text}
  </span>
);
