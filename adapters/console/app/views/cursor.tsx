import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useConsole } from './context.ts';
import * as css from './cursor.css';

/** The line at the moment. It moves by itself, so that nothing is drawn again while it is dragged. */
export const Cursor = () => {
  const { desk } = useConsole();
  const ref = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const place = desk.scale.value.place(desk.at.value);
    if (ref.current === null) return;
    ref.current.style.transform = `translateX(${desk.seq.value === 0 ? 0 : place * 100}%)`;
    // What is outside of the range has no place in it.
    ref.current.style.visibility = desk.scale.value.holds(desk.at.value) ? 'visible' : 'hidden';
  });
  return (
    <div class={css.cursor} ref={ref} aria-hidden="true">
      <div class="cursor-line" />
    </div>
  );
};
