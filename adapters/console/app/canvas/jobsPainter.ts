import { findMark } from '../marks.ts';
import type { JobBar, JobPart } from '../model/charts/jobBars.ts';
import type { PackedRow } from '../model/charts/jobRows.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import type { RunLog } from '../model/runLog.ts';
import { plainText } from '../text.ts';
import { paintBackdrop } from './backdrop.ts';
import { fitText } from './fittedText.ts';
import { eachSpan, trackWidth } from './spans.ts';
import type { Easel } from './useCanvas.ts';

export const jobRowHeight = 16;

interface JobsPicture {
  readonly log: RunLog;
  readonly rows: readonly PackedRow[];
  readonly scale: TimeScale;
  /** How far it is scrolled down. */
  readonly top: number;
  readonly selected: string | undefined;
  readonly font: string;
}

/** Draws the rows that are in sight. */
export const paintJobs = (easel: Easel, picture: JobsPicture): void => {
  const { ctx, gutter, width, color } = easel;
  const { log, rows, top, scale, font } = picture;
  ctx.font = font;
  const last = Math.min(rows.length, Math.ceil((top + easel.height) / jobRowHeight));
  const box = { left: gutter, top: 0, width: trackWidth(easel), height: last * jobRowHeight - top };
  paintBackdrop(easel, box, scale, log.landmarks.faults);
  for (let k = Math.max(0, Math.floor(top / jobRowHeight)); k < last; k++) {
    const row = rows[k] as PackedRow;
    const y = k * jobRowHeight - top;
    if (row.place === 0) {
      ctx.fillStyle = color('line');
      ctx.fillRect(0, y, width, 1);
    }
    const words = gutterWords(row, log);
    ctx.fillStyle = color(row.place === 0 ? 'text' : 'dim');
    if (words !== '') ctx.fillText(fitText(ctx, words, gutter - 12, row.place === 0 ? 4 : 0), 8, y + jobRowHeight / 2);
    ctx.save();
    ctx.beginPath();
    ctx.rect(gutter, y, trackWidth(easel), jobRowHeight);
    ctx.clip();
    eachSpan(easel, row.bars, scale, (bar, left, right) => paintJob(easel, picture, bar, left, right, y));
    ctx.restore();
  }
};

/** The first row of an endpoint has its name, and the second says how many have none. */
const gutterWords = ({ endpoint, place, left }: PackedRow, log: RunLog): string => {
  if (place === 0) return plainText(log.labels.findName(endpoint), 60);
  return place === 1 && left > 0 ? `and ${left} more` : '';
};

const [inset, high] = [2, jobRowHeight - 4];

const paintJob = (easel: Easel, picture: JobsPicture, bar: JobBar, left: number, right: number, y: number): void => {
  const { ctx, gutter, color } = easel;
  const { scale, selected, log } = picture;
  const last = bar.parts.at(-1);
  if (right - left < 3 && bar.id !== selected && last !== undefined) {
    const [ended, status] = [bar.end === undefined ? undefined : findMark(bar.kind, bar.end), findMark(bar.kind, last.status)];
    ctx.fillStyle = color(ended !== undefined && ended.color !== 'good' ? ended.color : status.color);
    return ctx.fillRect(left, y + inset, right - left, high);
  }
  let [drawnTo, lastWide] = [left, 0];
  let named: { readonly part: JobPart; readonly begin: number; readonly room: number } | undefined;
  eachSpan(easel, bar.parts, scale, (part, begin, end) => {
    // Between its end and a retry it is a thread.
    ctx.fillStyle = color('off');
    if (begin > drawnTo + 1) ctx.fillRect(drawnTo, y + jobRowHeight / 2, begin - drawnTo, 1);
    [drawnTo, lastWide] = [end, end - Math.max(begin, gutter)];
    ctx.fillStyle = color(findMark(bar.kind, part.status).color);
    ctx.globalAlpha = part.isRun ? 1 : 0.35;
    ctx.fillRect(begin, y + inset, end - begin, high);
    ctx.globalAlpha = 1;
    const from = Math.max(begin, gutter) + 3;
    if (named === undefined || end - from > named.room) named = { part, begin: from, room: end - from };
  });
  // What ends later does not end at the edge.
  const signed = (bar.to ?? scale.end) > scale.end ? 0 : paintEnd(easel, bar, right, lastWide, y);
  if (bar.id === selected) {
    ctx.strokeStyle = color('text');
    ctx.lineWidth = 2;
    ctx.strokeRect(left, y + inset, right - left, high);
  }
  if (named === undefined || named.room - signed < 44) return;
  ctx.fillStyle = color(named.part.isRun ? 'on-run' : 'text');
  ctx.fillText(fitText(ctx, plainText(log.labels.findName(bar.id), 40), named.room - signed - 3), named.begin, y + jobRowHeight / 2);
};

/** How it ended: its color at the right, and its shape where its last part has room. Returns how wide that is. */
const paintEnd = ({ ctx, color }: Easel, { kind, end, parts }: JobBar, right: number, room: number, y: number): number => {
  if (end === undefined) return 0;
  const { color: name, shape } = findMark(kind, end);
  const wide = Math.min(3, name === 'good' ? room / 3 : room);
  ctx.fillStyle = color(name);
  ctx.fillRect(right - wide, y + inset, wide, high);
  if (room < 18) return wide;
  ctx.fillStyle = color(parts.at(-1)?.isRun === true ? 'on-run' : 'text');
  ctx.fillText(shape, right - wide - 11, y + jobRowHeight / 2);
  return wide + 12;
};
