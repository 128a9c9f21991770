import type { TimeScale } from '../model/charts/timeScale.ts';
import type { Pen } from './svgPen.ts';

interface FoldedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Hatches the stretches where idle time is drawn shorter than it is. */
export const paintFolded = (ctx: Pen, { left, top, width, height }: FoldedBox, color: string, scale: TimeScale): void => {
  ctx.strokeStyle = color;
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
};
