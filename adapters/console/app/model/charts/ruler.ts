import { formatVirtualTime, type VirtualTime } from '../../../../../engine/kernel/index.ts';
import { chooseStep } from '../../charts/scale.ts';
import type { TimeScale } from './timeScale.ts';

/** A round time on the ruler. `place`: from 0 to 1. */
export interface RulerTick {
  readonly at: number;
  readonly place: number;
  readonly words: string;
}

/** How many pixels a tick has for its words. */
const apart = 92;

/** Round times on a ruler of this many pixels. None is within idle time that is folded. */
export const listRulerTicks = (scale: TimeScale, width: number): readonly RulerTick[] => {
  const drawn = scale.drawn.reduce((sum, { from, to }) => sum + to - from, 0);
  // Of a run in which no time has passed, the beginning is told to the second.
  const step = chooseStep(drawn === 0 ? minuteMs : drawn, Math.max(1, Math.floor(width / apart)), 'ms');
  const ticks: RulerTick[] = [];
  let last = Number.NEGATIVE_INFINITY;
  // Time may be folded from the beginning on.
  for (const { from, to } of [{ from: scale.begin, to: scale.begin }, ...scale.drawn])
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const place = scale.place(at);
      if (place * width - last < apart) continue;
      last = place * width;
      ticks.push({ at, place, words: formatTick(at, step) });
    }
  return ticks.length > 0 ? ticks : [{ at: scale.begin, place: 0, words: formatTick(scale.begin, scale.begin % 1_000 || 1_000) }];
};

const [minuteMs, dayMs] = [60_000, 86_400_000];

/** Milliseconds only where ticks are closer than a second, and no time of day where they are days. */
const formatTick = (at: number, step: number): string => {
  if (step % dayMs === 0) return `${at / dayMs}d`;
  const words = formatVirtualTime(at as VirtualTime);
  return step % 1_000 === 0 ? words.slice(0, -'.000'.length) : words;
};
