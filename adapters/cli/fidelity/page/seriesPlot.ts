import type { JudgedValue, Observation } from '../../../../engine/lab/fidelity/index.ts';
import { fitScale } from '../../../console/app/charts/scale.ts';
import { element, picture, textAt } from './svg.ts';
import { drawMark } from './valuePlot.ts';

const width = 400;
const left = 130;
const right = 16;
const rowHeight = 58;
const axisHeight = 24;

interface SeenCount {
  readonly at: number;
  readonly judgment: JudgedValue;
}

/** A series of polls: for each count that health shows, what was seen at each poll, and the predicted middle 90 % with its median. */
export const plotSeries = (judgments: readonly JudgedValue[], { spec }: Observation, style?: string): string => {
  const times = (spec.series ?? []).map(({ at }) => at / 1_000);
  const rows = [...countsByName(judgments, times)];
  if (rows.length === 0) return '';
  const scale = fitScale([0, ...times], { unit: 'seconds', ticksMax: 5 });
  const place = (value: number): number => left + scale.place(value) * (width - left - right);
  const height = rows.length * rowHeight + axisHeight;
  const axis = scale.ticks.map((tick) => {
    const x = place(tick);
    return (
      element('line', { class: 'axis', x1: x, x2: x, y1: 4, y2: height - axisHeight }) +
      textAt(x, height - 8, `${tick}s`, { class: 'dim', 'text-anchor': 'middle' })
    );
  });
  const words = rows.map(([name, seen]) => `${name}: ${seen.map(describeCount).join(', ')}`).join('; ');
  return picture(
    width,
    height,
    words,
    axis.join('') + rows.map(([name, seen], k) => drawCounts(name, seen, k * rowHeight, place)).join(''),
    style,
  );
};

/** What was seen of each count, in the order of the polls. */
const countsByName = (judgments: readonly JudgedValue[], times: readonly number[]): ReadonlyMap<string, readonly SeenCount[]> => {
  const rows = new Map<string, SeenCount[]>();
  for (const judgment of judgments) {
    const [, poll, name = ''] = /^poll (\d+): (\S+)$/.exec(judgment.what) ?? [];
    const at = times[Number(poll) - 1];
    if (at !== undefined) rows.set(name, [...(rows.get(name) ?? []), { at, judgment }]);
  }
  return new Map([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
};

const describeCount = ({ at, judgment: { observed, predicted } }: SeenCount): string =>
  `at ${at} s seen ${observed.join()}, plays ${predicted === undefined ? 'nothing' : predicted.median}`;

const drawCounts = (name: string, seen: readonly SeenCount[], top: number, place: (value: number) => number): string => {
  const most = Math.max(1, ...seen.flatMap(({ judgment: { observed, predicted } }) => [...observed.map(Number), predicted?.high ?? 0]));
  const base = top + rowHeight - 12;
  const rise = (count: number): number => base - (count / most) * (rowHeight - 24);
  return [
    textAt(8, top + rowHeight / 2, name),
    textAt(left - 14, rise(most) + 4, String(Math.round(most)), { class: 'dim', 'text-anchor': 'end' }),
    textAt(left - 14, base + 4, '0', { class: 'dim', 'text-anchor': 'end' }),
    element('line', { class: 'axis', x1: left, x2: width - right, y1: base, y2: base }),
    ...seen.flatMap(({ at, judgment: { observed, predicted } }) => {
      const [x, count] = [place(at), Number(observed[0])];
      if (predicted === undefined) return [];
      const { low, high, median } = predicted;
      return [
        element('rect', { class: 'band', x: x - 7, y: rise(high) - 2, width: 14, height: rise(low) - rise(high) + 4, rx: 2 }),
        element('line', { class: 'middle', x1: x - 9, x2: x + 9, y1: rise(median), y2: rise(median) }),
        drawMark(x, Math.round(rise(count)), count < low || count > high),
      ];
    }),
  ].join('');
};
