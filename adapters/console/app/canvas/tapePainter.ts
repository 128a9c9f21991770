import { firstIndex } from '../../../../engine/kernel/index.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import type { Depth } from '../model/depth.ts';
import type { LandmarkKind } from '../model/landmarks.ts';
import type { RunLog } from '../model/runLog.ts';
import type { TapeLines } from '../model/scope/scope.ts';
import { listFaultBands, paintBackdrop } from './backdrop.ts';
import type { CanvasEasel } from './useCanvas.ts';

/** Room below the line, for the ticks. */
const tickRoom = 16;
/** Room above it, for faults, each in one of a few rows. */
const faultRoom = 14;
const faultRows = 4;

/** Draws a run: faults as bands, the depth of queues as a filled line up to `peak`, and landmarks as ticks; of a part of the world its lines. */
export const paintTape = (
  easel: CanvasEasel,
  log: RunLog,
  scale: TimeScale,
  { depth, landmarks }: Omit<TapeLines, 'counted'> = log,
  peak = depth.peak,
): void => {
  const { ctx, width, height, color } = easel;
  const box = { left: 0, top: 0, width, height: height - tickRoom };
  paintBackdrop(easel, box, scale, landmarks.faults);
  ctx.fillStyle = color('wait');
  for (const { place, begin, end } of listFaultBands(box, scale, landmarks.faults))
    ctx.fillRect(begin, (place % faultRows) * 3, end - begin, 2);
  paintDepth(easel, depth, scale, peak);
  paintTicks(easel, log, landmarks, scale);
};

const paintDepth = ({ ctx, width, height, color }: CanvasEasel, depth: Depth, scale: TimeScale, peak: number): void => {
  const base = height - tickRoom;
  ctx.strokeStyle = color('line');
  ctx.beginPath();
  ctx.moveTo(0, base + 0.5);
  ctx.lineTo(width, base + 0.5);
  ctx.stroke();
  if (peak === 0) return;
  const highest = base - faultRoom;
  const y = (count: number): number => base - (count / peak) * highest;
  const outline = new Path2D();
  outline.moveTo(0, base);
  let [pixel, most, last] = [-1, 0, 0];
  for (const [x, count] of columns(depth, scale, width)) {
    // Of each pixel column the deepest: a short burst must not vanish.
    if (x !== pixel) {
      if (pixel >= 0) outline.lineTo(pixel, y(most));
      outline.lineTo(pixel < 0 ? x : pixel + 1, y(last));
      outline.lineTo(x, y(last));
      [pixel, most] = [x, last];
    }
    most = Math.max(most, count);
    last = count;
  }
  if (pixel >= 0) outline.lineTo(pixel, y(most));
  outline.lineTo(Math.max(0, pixel + 1), y(last));
  outline.lineTo(width, y(last));
  const filled = new Path2D(outline);
  filled.lineTo(width, base);
  filled.closePath();
  ctx.globalAlpha = 0.22;
  ctx.fillStyle = color('run');
  ctx.fill(filled);
  ctx.globalAlpha = 1;
  ctx.strokeStyle = color('run');
  ctx.lineWidth = 1.25;
  ctx.stroke(outline);
};

function* columns({ times, counts }: Depth, scale: TimeScale, width: number): Generator<readonly [x: number, count: number]> {
  const first = Math.max(0, firstIndex(times.length, (k) => (times[k] ?? 0) > scale.begin) - 1);
  for (let k = first; k < times.length && (times[k] ?? 0) <= scale.end; k++)
    yield [Math.floor(scale.place(times[k] ?? 0) * (width - 1)), counts[k] ?? 0];
}

/** Failures stand tallest. Each kind has a shape of its own, too. */
// biome-ignore format: a table
const ticks: Readonly<Record<LandmarkKind, { readonly color: string; readonly draw: (ctx: CanvasRenderingContext2D, x: number, y: number) => void }>> = {
  expiry:  { color: 'off',   draw: (ctx, x, y) => ctx.fillRect(x - 1, y + 4, 2, 6) },
  warning: { color: 'wait',  draw: (ctx, x, y) => ctx.fillRect(x - 1, y + 6, 2, 4) },
  fault:   { color: 'wait',  draw: (ctx, x, y) => triangle(ctx, x, y) },
  failure: { color: 'bad',   draw: (ctx, x, y) => cross(ctx, x, y) },
};

const order: readonly LandmarkKind[] = ['expiry', 'warning', 'fault', 'failure'];

/** One tick of each kind for a few pixels: thousands at the same place look like one. */
const apart = 4;

const paintTicks = (
  { ctx, width, height, color }: CanvasEasel,
  log: RunLog,
  { seqs, kinds }: TapeLines['landmarks'],
  scale: TimeScale,
): void => {
  for (const kind of order) {
    const { color: name, draw } = ticks[kind];
    ctx.fillStyle = color(name);
    ctx.strokeStyle = color(name);
    let last = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < seqs.length; k++) {
      if (kinds[k] !== kind || (seqs[k] ?? 0) <= log.first || !scale.holds(log.at(seqs[k] ?? 0))) continue;
      const x = Math.round(scale.place(log.at(seqs[k] ?? 0)) * width);
      if (x - last < apart) continue;
      draw(ctx, Math.min(Math.max(x, 4), width - 4), height - tickRoom + 2);
      last = x;
    }
  }
};

const triangle = (ctx: CanvasRenderingContext2D, x: number, y: number): void => {
  ctx.beginPath();
  ctx.moveTo(x, y + 2);
  ctx.lineTo(x + 4, y + 10);
  ctx.lineTo(x - 4, y + 10);
  ctx.fill();
};

const cross = (ctx: CanvasRenderingContext2D, x: number, y: number): void => {
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(x - 3.5, y + 2.5);
  ctx.lineTo(x + 3.5, y + 9.5);
  ctx.moveTo(x + 3.5, y + 2.5);
  ctx.lineTo(x - 3.5, y + 9.5);
  ctx.stroke();
};
