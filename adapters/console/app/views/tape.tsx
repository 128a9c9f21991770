import { useComputed, useSignal } from '@preact/signals';
import { formatDuration, formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { paintTape } from '../canvas/tapePainter.ts';
import { useCanvas } from '../canvas/useCanvas.ts';
import type { TimeRange } from '../model/charts/range.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import { commands } from '../model/commands.ts';
import { readTapeLines, type TapeLines } from '../model/scope/scope.ts';
import { useConsole } from './context.ts';
import { Cursor } from './cursor.tsx';
import { Time } from './parts.tsx';
import * as css from './tape.css';

/** The scrubber: the whole run from left to right. Drag anywhere on it. */
export const Tape = () => {
  const { desk } = useConsole();
  desk.version.value;
  const { log } = desk;
  const scale = desk.scale.value;
  const lines = useComputed((): TapeLines | undefined => {
    desk.version.value;
    return desk.log === undefined ? undefined : { ...readTapeLines(desk.log, desk.scope.value) };
  }).value;
  const { attach } = useCanvas((easel) => {
    if (log !== undefined) paintTape(easel, log, scale, lines);
  });
  const goTo = (event: PointerEvent): void => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const place = (event.clientX - box.left) / box.width;
    // The left edge is before the first entry, so that the beginning can be reached.
    if (place <= 0) desk.go(0);
    else desk.goToTime(scale.time(Math.min(1, place)));
  };
  // With Shift, a drag chooses the range between its ends.
  const drawn = useSignal<TimeRange | undefined>(undefined);
  const timeAt = (event: PointerEvent): number => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return scale.time(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  return (
    <div>
      <Slider
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
          if (event.shiftKey) drawn.value = { from: timeAt(event), to: timeAt(event) };
          else goTo(event);
        }}
        onPointerMove={(event) => {
          if (!(event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId)) return;
          if (drawn.value === undefined) goTo(event);
          else drawn.value = { ...drawn.value, to: timeAt(event) };
        }}
        onPointerUp={() => {
          const { from = 0, to = 0 } = drawn.value ?? {};
          drawn.value = undefined;
          if (from !== to) desk.chosenRange.value = { from: Math.min(from, to), to: Math.max(from, to) };
        }}
      >
        <canvas ref={attach} />
        {drawn.value === undefined ? null : <Drawn range={drawn.value} scale={scale} />}
        <Guesses scale={scale} />
        <Cursor />
      </Slider>
      <TimeAxis />
      {lines === undefined ? null : <Legend lines={lines} />}
    </div>
  );
};

/** What a learner said, beside what happened; what is beyond the end of the log stands at its edge. */
const Guesses = ({ scale }: { readonly scale: TimeScale }) => (
  <>
    {useConsole().desk.guesses.value.map(({ at, name, kind }, k) => {
      const place = Math.min(1, Math.max(0, at > scale.end ? 1 : scale.place(at)));
      return (
        <div key={name} class={place > 0.7 ? `${css.guess} ${css.toLeft}` : css.guess} data-kind={kind} style={{ left: `${place * 100}%` }}>
          <span style={{ top: `${2 + k * 15}px` }}>
            {name} {formatVirtualTime(at as VirtualTime)}
            {at > scale.end ? ' ›' : ''}
          </span>
        </div>
      );
    })}
  </>
);

const Drawn = ({ range: { from, to }, scale }: { readonly range: TimeRange; readonly scale: TimeScale }) => {
  const [left, right] = [from, to].map((at) => scale.place(at)).sort((a, b) => a - b) as [number, number];
  return <div class={css.drawnRange} style={{ left: `${left * 100}%`, width: `${(right - left) * 100}%` }} />;
};

const marksOnAxis: readonly number[] = [0, 0.25, 0.5, 0.75, 1];

/** The times at some places: where idle time is folded, they are not evenly apart. */
export const TimeAxis = () => {
  const { desk } = useConsole();
  const scale = desk.scale.value;
  return (
    <div class="axis" aria-hidden="true">
      {marksOnAxis.map((place) => (
        <Time key={place} at={scale.time(place)} />
      ))}
    </div>
  );
};

interface SliderProps {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly children: preact.ComponentChildren;
}

const Slider = ({ onPointerDown, onPointerMove, onPointerUp, children }: SliderProps) => {
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
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
    >
      {children}
    </div>
  );
};

/** What the tape shows, in words and numbers, for those who do not see it. */
const Legend = ({ lines: { landmarks, depth, counted } }: { readonly lines: TapeLines }) => {
  const { desk } = useConsole();
  const count = (kind: string): number => landmarks.kinds.filter((one) => one === kind).length;
  const folded = desk.scale.value.folded.reduce((sum, { from, to }) => sum + to - from, 0);
  return (
    <p class={css.legend}>
      <Item color="run" shape="▁" text={`${counted}, ${depth.peak} at most`} />
      <Item color="bad" shape="✕" text={`failures ${count('failure')}`} />
      <Item color="wait" shape="▲" text={`faults ${landmarks.faults.length}`} />
      <Item color="wait" shape="!" text={`refusals, warnings ${count('warning')}`} />
      <Item color="off" shape="■" text={`expiries ${count('expiry')}`} />
      {folded > 0 ? <Item color="off" shape="▨" text={`idle time folded, ${formatDuration(folded)}`} /> : null}
    </p>
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
