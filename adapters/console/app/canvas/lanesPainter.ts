import { findMark } from '../marks.ts';
import { type LaneRow, spanAt } from '../model/charts/laneRows.ts';
import type { Band, Bar, Lane } from '../model/charts/lanes.ts';
import { listRulerTicks } from '../model/charts/ruler.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import type { RunLog } from '../model/runLog.ts';
import { plainText } from '../text.ts';
import { paintBackdrop } from './backdrop.ts';
import { fitText } from './fittedText.ts';
import { eachSpan, trackWidth } from './spans.ts';
import type { Easel } from './useCanvas.ts';

export const rowHeight = 22;
/** The times above the rows of a picture that stands by itself. */
export const axisHeight = 20;

export interface LanesPicture {
  readonly log: RunLog;
  readonly rows: readonly LaneRow[];
  readonly scale: TimeScale;
  /** How far it is scrolled down. */
  readonly top: number;
  /** Whether times stand above the rows. */
  readonly hasAxis?: boolean;
  readonly selected: string | undefined;
  readonly font: string;
}

/** Draws the rows that are in sight. */
export const paintLanes = (easel: Easel, picture: LanesPicture): void => {
  const { rows, top, font, hasAxis = false } = picture;
  const above = hasAxis ? axisHeight : 0;
  easel.ctx.font = font;
  const last = Math.min(rows.length, Math.ceil((top + easel.height - above) / rowHeight));
  const box = { left: easel.gutter, top: above, width: trackWidth(easel), height: last * rowHeight - top };
  paintBackdrop(easel, box, picture.scale, picture.log.landmarks.faults);
  for (let k = Math.max(0, Math.floor(top / rowHeight)); k < last; k++) {
    const row = rows[k] as LaneRow;
    const y = above + k * rowHeight - top;
    if (row.lane === undefined) paintHost(easel, picture, row.host, y);
    else paintLane(easel, picture, row.lane, y);
  }
  if (hasAxis) paintAxis(easel, picture);
};

const paintAxis = (easel: Easel, { scale }: LanesPicture): void => {
  const { ctx, width, gutter, color } = easel;
  ctx.fillStyle = color('panel');
  ctx.fillRect(0, 0, width, axisHeight);
  ctx.fillStyle = color('line');
  ctx.fillRect(0, axisHeight - 1, width, 1);
  for (const { place, words } of listRulerTicks(scale, trackWidth(easel))) {
    const x = gutter + place * trackWidth(easel);
    ctx.fillStyle = color('line');
    ctx.fillRect(x, axisHeight - 6, 1, 6);
    ctx.fillStyle = color('dim');
    if (x + 4 + ctx.measureText(words).width <= width) ctx.fillText(words, x + 4, axisHeight / 2);
  }
};

/** A host by its name, and when it was down. */
const paintHost = (easel: Easel, { log, scale }: LanesPicture, host: string, y: number): void => {
  const { ctx, width, gutter, color } = easel;
  ctx.fillStyle = color('band');
  ctx.fillRect(0, y, width, rowHeight);
  ctx.fillStyle = color('bad');
  eachSpan(easel, log.lanes.downs.get(host) ?? [], scale, ({ status }, from, to) => {
    const [left, right] = [Math.max(from, gutter), Math.min(to, gutter + trackWidth(easel))];
    ctx.globalAlpha = 0.22;
    ctx.fillRect(left, y + 2, right - left, rowHeight - 4);
    ctx.globalAlpha = 1;
    const words = `${findMark('host', status).shape} ${status}`;
    if (ctx.measureText(words).width < right - left - 6) ctx.fillText(words, left + 3, y + rowHeight / 2);
  });
  ctx.fillStyle = color('dim');
  ctx.fillText(host === '' ? 'without a host' : fitText(ctx, plainText(host, 80), width - 16), 8, y + rowHeight / 2);
};

/** Workers of one endpoint differ in the last characters of their names. */
const endOfName = 4;

const paintLane = (easel: Easel, picture: LanesPicture, lane: Lane, y: number): void => {
  const { ctx, gutter, color } = easel;
  const { log, selected } = picture;
  const isSelected = lane.id === selected;
  if (isSelected) {
    ctx.fillStyle = color('chosen');
    ctx.fillRect(0, y, gutter, rowHeight);
  }
  ctx.fillStyle = color('text');
  ctx.fillText(fitText(ctx, plainText(log.labels.findName(lane.id), 60), gutter - 24, endOfName), 16, y + rowHeight / 2);
  ctx.save();
  ctx.beginPath();
  ctx.rect(gutter, y, trackWidth(easel), rowHeight);
  ctx.clip();
  eachSpan(easel, lane.bands, picture.scale, (band, left, right) => paintBand(easel, lane, band, left, right, y));
  eachSpan(easel, lane.handed, picture.scale, (bar, left, right) => paintHanded(easel, picture, bar, left, right, y));
  if (lane.most > 1 || lane.bars.length === 0) paintSeveral(easel, picture, lane, y);
  else eachSpan(easel, lane.bars, picture.scale, (bar, left, right) => paintBar(easel, picture, bar, left, right, y));
  ctx.restore();
};

const paintBand = ({ ctx, color }: Easel, { kind }: Lane, { status }: Band, left: number, right: number, y: number): void => {
  const mark = findMark(kind, status);
  ctx.fillStyle = color(mark.color);
  ctx.globalAlpha = mark.color === 'off' ? 0.1 : 0.22;
  ctx.fillRect(left, y + 2, right - left, rowHeight - 4);
  ctx.globalAlpha = 1;
  ctx.fillRect(left, y + rowHeight - 4, right - left, 2);
  if (right - left < 14) return;
  ctx.fillText(mark.shape, Math.max(left, 0) + 3, y + rowHeight / 2 - 1);
};

/** A worker that has several at once: how many, as a height and a number; the job that is selected is a frame. */
const paintSeveral = (easel: Easel, picture: LanesPicture, { bands, bars, loads, most }: Lane, y: number): void => {
  const { ctx, gutter, color } = easel;
  const { scale, selected } = picture;
  const high = rowHeight - 8;
  let drawnTo = 0;
  eachSpan(easel, loads, picture.scale, ({ from, running }, left, right) => {
    const part = Math.max(2, Math.round((running / most) * high));
    const [x, end] = [Math.max(drawnTo, Math.round(left)), Math.round(right)];
    drawnTo = end;
    ctx.fillStyle = color('run');
    ctx.globalAlpha = 0.55;
    ctx.fillRect(x, y + 3 + high - part, Math.max(0, end - x), part);
    ctx.globalAlpha = 1;
    const words = String(running);
    // Where the lane becomes busy stands its mark.
    const begin = Math.max(left, gutter) + (spanAt(bands, from)?.from === from ? 15 : 3);
    if (right - begin < ctx.measureText(words).width + 4) return;
    ctx.fillStyle = color('text');
    ctx.fillText(words, begin, y + rowHeight / 2 - 1);
  });
  const bar = bars.findLast(({ id }) => id === selected);
  if (bar === undefined) return;
  const findPlace = (at: number): number => gutter + scale.place(at) * trackWidth(easel);
  ctx.strokeStyle = color('text');
  ctx.lineWidth = 2;
  ctx.strokeRect(findPlace(bar.from) + 0.5, y + 3, findPlace(bar.to ?? scale.end) - findPlace(bar.from) - 1, high);
};

/** A job that the worker has and does not run yet: a dashed frame before its bar. */
const paintHanded = ({ ctx, color }: Easel, { selected }: LanesPicture, { id }: Bar, left: number, right: number, y: number): void => {
  ctx.strokeStyle = color(id === selected ? 'text' : 'run');
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 2]);
  ctx.strokeRect(left + 0.5, y + 3.5, right - left - 1, rowHeight - 9);
  ctx.setLineDash([]);
};

const paintBar = (
  { ctx, gutter, color }: Easel,
  { log, selected }: LanesPicture,
  bar: Bar,
  left: number,
  right: number,
  y: number,
): void => {
  const ended = bar.end === undefined ? undefined : findMark('job', bar.end);
  const gap = right - left > 4 ? 1 : 0;
  ctx.fillStyle = color('run');
  ctx.fillRect(left, y + 3, right - left - gap, rowHeight - 8);
  if (ended !== undefined && ended.color !== 'good') {
    ctx.fillStyle = color(ended.color);
    ctx.fillRect(Math.max(left, right - gap - 4), y + 3, Math.min(4, right - left), rowHeight - 8);
  }
  if (bar.id === selected) {
    ctx.strokeStyle = color('text');
    ctx.lineWidth = 2;
    ctx.strokeRect(left + 0.5, y + 3, right - left - gap, rowHeight - 8);
  }
  const begin = Math.max(left, gutter) + 4;
  if (right - begin < 40) return;
  ctx.fillStyle = color('on-run');
  ctx.fillText(fitText(ctx, plainText(log.labels.findName(bar.id), 40), right - begin - 8), begin, y + rowHeight / 2 - 1);
};
