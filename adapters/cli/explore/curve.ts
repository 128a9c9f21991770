import type { ExploreReport } from '../../../engine/lab/explorer/index.ts';

const bars = '▁▂▃▄▅▆▇█';
const columnsMax = 30;

/** New cells over time as a row of bars, each for as many runs: the highest stands for the most. */
export const newCellsCurve = (curve: ExploreReport['coverage']['curve'], columns: number): readonly string[] => {
  if (curve.length < 2) return [];
  const width = Math.min(curve.length, columnsMax, columns - 4);
  const pointAt = (part: number) => (part === 0 ? undefined : curve[Math.ceil((part * curve.length) / width) - 1]);
  const countMet = (part: number): number => pointAt(part)?.met ?? 0;
  const runsAt = (part: number): number => pointAt(part)?.runs ?? 0;
  const fresh = Array.from({ length: width }, (_, part) => countMet(part + 1) - countMet(part));
  const most = Math.max(...fresh, 1);
  const [first = 0, last = 0] = [fresh[0], fresh.at(-1)];
  const runsIn = (part: number): number => runsAt(part + 1) - runsAt(part);
  const ends = `${first} in the first ${runsIn(0)} runs, ${last} in the last ${runsIn(width - 1)}`;
  return ['new cells over time', `  ${fresh.map((count) => barFor(count, most)).join('')}  ${ends}`];
};

/** Nothing new has no bar. */
const barFor = (count: number, most: number): string => (count === 0 ? ' ' : (bars[Math.ceil((count * bars.length) / most) - 1] as string));
