import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/index.ts';
import { laneMarks } from '../marks.ts';
import type { LaneRow } from '../model/charts/laneRows.ts';
import type { TimeScale } from '../model/charts/timeScale.ts';
import type { RunLog } from '../model/runLog.ts';
import { escapeHtml, plainText } from '../text.ts';
import { fitText } from './fittedText.ts';
import { axisHeight, paintLanes, rowHeight } from './lanesPainter.ts';
import { pictureFont, SvgPen } from './svgPen.ts';
import type { Easel } from './useCanvas.ts';

export interface PictureOfRun {
  readonly title: string;
  readonly log: RunLog;
  readonly rows: readonly LaneRow[];
  readonly scale: TimeScale;
  /** The moment, as a virtual time: a line through all lanes. None if undefined. */
  readonly at: number | undefined;
  readonly selected: string | undefined;
  readonly color: Easel['color'];
  /** How many seconds the moment takes from the beginning to the end, over and over; the picture stands still if it is undefined. */
  readonly seconds?: number;
}

const width = 960;
const gutter = 150;
const margin = 12;
const headHeight = 30;
const footHeight = 26;
const fontSize = 12;
/** A picture for a slide has room for so many rows. */
const rowsMax = 40;

/** The lanes of a run as an SVG that needs nothing beside it: for a slide, or a page of text. */
export const lanesSvg = (picture: PictureOfRun): string => {
  const { title, rows: all, color } = picture;
  const rows = all.slice(0, rowsMax);
  const lanesHeight = axisHeight + rows.length * rowHeight;
  const height = headHeight + lanesHeight + footHeight;
  const pen = new SvgPen(fontSize);
  const inner = width - 2 * margin;
  paintLanes(
    { ctx: pen, width: inner, height: lanesHeight, gutter, edge: 0, color },
    { ...picture, rows, top: 0, hasAxis: true, font: '' },
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${pictureFont}" font-size="${fontSize}" dominant-baseline="central">`,
    `<title>${escapeHtml(plainText(title, 200))}</title>`,
    `<rect width="${width}" height="${height}" fill="${color('panel')}"/>`,
    ...drawHead(picture, all.length - rows.length),
    `<g transform="translate(${margin} ${headHeight})">`,
    pen.elements,
    ...drawMoment(picture, inner - gutter, lanesHeight),
    '</g>',
    drawFoot(color, height),
    '</svg>\n',
  ].join('\n');
};

const drawHead = ({ title, at, color }: PictureOfRun, rowsLeft: number): readonly string[] => {
  const right = [rowsLeft === 0 ? [] : [`and ${rowsLeft} rows more`], at === undefined ? [] : [formatVirtualTime(at as VirtualTime)]]
    .flat()
    .join(' · ');
  const pen = new SvgPen(fontSize);
  const room = width - 2 * margin - pen.measureText(`${right}  `).width;
  return [
    `<text x="${margin}" y="${headHeight / 2}" font-weight="bold" fill="${color('text')}">${escapeHtml(fitText(pen, plainText(title, 200), room))}</text>`,
    `<text x="${width - margin}" y="${headHeight / 2}" text-anchor="end" fill="${color('dim')}">${right}</text>`,
  ];
};

/** The moment: a line where it stands, or one that moves over the lanes and uncovers them. */
const drawMoment = ({ scale, at, color, seconds }: PictureOfRun, wide: number, high: number): readonly string[] => {
  if (seconds === undefined) {
    return at === undefined || at < scale.begin
      ? []
      : [`<rect x="${Math.round(gutter + scale.place(at) * wide)}" width="2" height="${high}" fill="${color('accent')}"/>`];
  }
  // Who asks for less motion sees the whole run, still.
  return [
    `<style>.moment { transform: translateX(${wide}px) }`,
    `@media (prefers-reduced-motion: no-preference) { .moment { animation: move ${seconds}s linear infinite } }`,
    `@keyframes move { 0% { transform: none } 90%, 100% { transform: translateX(${wide}px) } }</style>`,
    `<clipPath id="lanes"><rect x="${gutter}" width="${wide}" height="${high}"/></clipPath>`,
    `<g clip-path="url(#lanes)"><g class="moment"><rect x="${gutter}" y="${axisHeight}" width="${wide}" height="${high - axisHeight}" fill="${color('panel')}"/>`,
    `<rect x="${gutter}" width="2" height="${high}" fill="${color('accent')}"/></g></g>`,
  ];
};

/** What the signs mean. */
const drawFoot = (color: Easel['color'], height: number): string => {
  const signs = laneMarks.map(([mark, shape, words]) => `<tspan fill="${color(mark)}">${shape}</tspan> ${words}`).join(' · ');
  return `<text x="${margin}" y="${height - footHeight / 2}" font-size="10" fill="${color('dim')}">${signs}</text>`;
};
