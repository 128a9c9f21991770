import { type DrawnSpan, firstEndingAfter } from '../model/charts/laneRows.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import type { Easel } from './useCanvas.ts';

export const trackWidth = ({ width, gutter, edge }: Easel): number => width - gutter - edge;

/** Each span in sight, from left to right. Of those that end in the same pixel only the first is drawn. */
export const eachSpan = <S extends DrawnSpan>(
  easel: Easel,
  spans: readonly S[],
  scale: TimeScale,
  draw: (span: S, left: number, right: number) => void,
): void => {
  const [{ gutter }, wide] = [easel, trackWidth(easel)];
  let k = firstEndingAfter(spans, scale.begin);
  while (k < spans.length) {
    const span = spans[k] as S;
    if (span.from > scale.end) return;
    const left = gutter + scale.place(span.from) * wide;
    const right = gutter + scale.place(span.to ?? scale.end) * wide;
    draw(span, left, Math.max(right, left + 1.5));
    k = Math.max(k + 1, right - left < 1 ? firstEndingAfter(spans, scale.time((Math.floor(right) + 1 - gutter) / wide)) : 0);
  }
};
