import type { TimeScale } from '../model/charts/timeScale.ts';
import type { Span } from '../model/landmarks.ts';
import type { Easel } from './useCanvas.ts';

interface BackdropBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What stands behind all tracks: the stretches where idle time is drawn shorter than it is, hatched, and faults as bands. */
export const paintBackdrop = (easel: Easel, box: BackdropBox, scale: TimeScale, faults: readonly Span[]): void => {
  const { ctx, color } = easel;
  const { left, top, width, height } = box;
  ctx.strokeStyle = color('line');
  ctx.lineWidth = 1;
  for (const { from, to } of scale.folded) {
    const [begin, end] = [left + scale.place(from) * width, left + scale.place(to) * width];
    ctx.save();
    ctx.beginPath();
    ctx.rect(begin, top, end - begin, height);
    ctx.clip();
    ctx.beginPath();
    for (let x = begin - height; x < end; x += 7) {
      ctx.moveTo(x, top + height);
      ctx.lineTo(x + height, top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.fillStyle = color('wait');
  for (const { begin, end } of listFaultBands(box, scale, faults)) {
    // A fault that is always there must not color all.
    ctx.globalAlpha = end - begin > width / 2 ? 0.04 : 0.14;
    ctx.fillRect(begin, top, end - begin, height);
  }
  ctx.globalAlpha = 1;
};

/** Where the faults in sight begin and end, each with its place among all. */
export const listFaultBands = (
  { left, width }: Pick<BackdropBox, 'left' | 'width'>,
  scale: TimeScale,
  faults: readonly Span[],
): readonly { readonly place: number; readonly begin: number; readonly end: number }[] =>
  faults.flatMap(({ from, to = scale.end }, place) => {
    if (from > scale.end || to < scale.begin) return [];
    const begin = left + scale.place(from) * width;
    return [{ place, begin, end: Math.max(begin + 2, left + scale.place(to) * width) }];
  });
