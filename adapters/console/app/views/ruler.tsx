import { listRulerTicks } from '../model/charts/ruler.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import { useConsole } from './context.ts';
import * as css from './ruler.css';
import { useSize } from './useSize.ts';

/** What the words of a tick take, in pixels. */
const wordsWide = 56;

interface RulerProps {
  /** That of the tracks, unless it is given. */
  readonly scale?: TimeScale;
  /** Its width in pixels, if it is drawn before the page knows it. */
  readonly wide?: number;
}

/** The times of all tracks. */
export const Ruler = ({ scale, wide = 0 }: RulerProps) => {
  const { desk } = useConsole();
  const { room, size } = useSize('clientWidth', wide);
  const ticks = size.value === 0 ? [] : listRulerTicks(scale ?? desk.scale.value, size.value);
  return (
    <div class={css.ruler} ref={room} aria-hidden="true">
      {ticks.map(({ at, place, words }) => (
        <span key={at} class={css.tick} style={{ left: `${place * 100}%` }}>
          {place * size.value + wordsWide > size.value ? '' : words}
        </span>
      ))}
    </div>
  );
};
