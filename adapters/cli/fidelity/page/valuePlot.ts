import type { JudgedValue } from '../../../../engine/lab/fidelity/index.ts';
import { fitScale } from '../../../console/app/charts/scale.ts';
import { nameVerdict, playsText, sayObserved, shorten } from '../facts.ts';
import { element, picture, textAt } from './svg.ts';

const width = 400;
const [left, right] = [8, 8];
const rowHeight = 46;
const axisHeight = 20;

/** The values of a fact that are measured: for each the predicted middle 90 % as a band, its median, and what was seen as marks. */
export const plotValues = (judgments: readonly JudgedValue[], style?: string): string => {
  const groups = new Map<string, JudgedValue[]>();
  for (const judgment of judgments.filter(isDrawn)) {
    const axis = isTime(judgment.unit) ? 'time' : judgment.unit;
    groups.set(axis, [...(groups.get(axis) ?? []), judgment]);
  }
  return [...groups.values()].map((group) => plotGroup(group, style)).join('\n');
};

const isTime = (unit: string): boolean => ['ms', 's', 'min', 'h', 'd'].includes(unit);

export const isDrawn = ({ error, predicted, observed }: JudgedValue): boolean =>
  error !== undefined && predicted !== undefined && observed.every((one) => typeof one === 'number');

const plotGroup = (judgments: readonly JudgedValue[], style: string | undefined): string => {
  const numbers = judgments.flatMap(({ predicted, observed }) => [
    ...(predicted === undefined ? [] : [predicted.low, predicted.high]),
    ...observed.map(Number),
  ]);
  const scale = fitScale(numbers, { unit: 'seconds', ticksMax: 5, isFromZero: true });
  const place = (value: number): number => left + scale.place(value) * (width - left - right);
  const height = judgments.length * rowHeight + axisHeight;
  const unit = judgments[0]?.unit ?? 's';
  const axis = scale.ticks.map((tick) => {
    const x = place(tick);
    return (
      element('line', { class: 'axis', x1: x, x2: x, y1: 18, y2: height - axisHeight }) +
      textAt(x, height - 6, shorten(tick, unit), { class: 'dim', 'text-anchor': 'middle' })
    );
  });
  const rows = judgments.map((judgment, k) => drawRow(judgment, k * rowHeight, place));
  return picture(width, height, judgments.map(describeValue).join('; '), axis.join('') + rows.join(''), style);
};

/** What a plot shows, in words. */
export const describeValue = (judgment: JudgedValue): string =>
  `${judgment.what}: ${sayObserved(judgment)}, ${playsText(judgment)}, ${nameVerdict(judgment)}`;

const whatMax = 44;

const drawRow = (judgment: JudgedValue, top: number, place: (value: number) => number): string => {
  const { what, predicted, observed, as } = judgment;
  if (predicted === undefined) return '';
  const verdict = nameVerdict(judgment);
  const [low, high, middle] = [place(predicted.low), place(predicted.high), place(predicted.median)];
  const label = what.length > whatMax ? `${what.slice(0, whatMax - 1)}…` : what;
  const y = top + 32;
  const [first = 0, last = 0] = [Number(observed[0]), Number(observed.at(-1))];
  return [
    textAt(left, top + 14, label),
    textAt(width - right, top + 14, verdict, { class: Math.abs(judgment.error ?? 0) > 0.25 ? 'off' : '', 'text-anchor': 'end' }),
    element('rect', { class: 'band', x: low, y: y - 8, width: Math.max(2, high - low), height: 16, rx: 2 }),
    element('line', { class: 'middle', x1: middle, x2: middle, y1: y - 10, y2: y + 10 }),
    ...(as === 'range' ? [element('line', { class: 'interval', x1: place(first), x2: place(last), y1: y, y2: y })] : []),
    ...observed.map((one) => drawMark(place(Number(one)), y, isOutside(Number(one), judgment))),
  ].join('');
};

/** A range or a bound is one mark, which lies in the band if any of it does. */
const isOutside = (one: number, { predicted, within, among }: JudgedValue): boolean =>
  among === 1 ? within === 0 : predicted !== undefined && (one < predicted.low || one > predicted.high);

/** A disc where what was seen lies in the band, and an open diamond where it lies outside. */
export const drawMark = (x: number, y: number, isOutside: boolean): string =>
  isOutside
    ? element('path', { class: 'seen outside', d: `M${round(x)} ${y - 6}l6 6l-6 6l-6-6z` })
    : element('circle', { class: 'seen', cx: x, cy: y, r: 4.5 });

const round = (value: number): number => Math.round(value * 10) / 10;
