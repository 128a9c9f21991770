import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { listTags } from '../../marks.ts';
import type { Desk } from '../desk.ts';
import type { RunLog } from '../runLog.ts';
import { listCharts } from './charts.ts';
import { isJobShown } from './jobRows.ts';
import { keepWithin, moveRange, type TimeRange, zoomRange } from './range.ts';

/** Shows less, with a factor below 1, or more: about the moment, or about the middle where the moment is out of sight. */
export const zoomAboutMoment = (desk: Desk, factor: number): void => {
  const [range, at] = [desk.range.peek(), desk.at.peek()];
  const isInSight = at >= range.from && at <= range.to;
  desk.chosenRange.value = zoomRange(range, desk.wholeRange.peek(), factor, isInSight ? at : (range.from + range.to) / 2);
};

/** Shows what comes after, or before: by a share of what is shown. */
export const moveByShare = (desk: Desk, share: number): void => {
  const range = desk.range.peek();
  const by = Math.round(Math.abs(share) * (range.to - range.from));
  desk.chosenRange.value = moveRange(range, desk.wholeRange.peek(), Math.sign(share) * by);
};

/** What is selected takes so much of the width. */
const fitted = 0.6;
const shortest = 10;

/** Centers what is selected, as large as it fits; with nothing selected the moment, and as much around it as before. */
export const centerSelection = (desk: Desk): void => {
  const { log } = desk;
  if (log === undefined) return;
  const [range, id, at] = [desk.range.peek(), desk.selected.peek(), desk.at.peek()];
  const span = id === undefined ? undefined : findSpan(log, id);
  const { from, to } = span ?? { from: at, to: at };
  const length = Math.max(shortest, span === undefined ? range.to - range.from : (to - from) / fitted);
  const begin = Math.round((from + to - length) / 2);
  desk.chosenRange.value = keepWithin({ from: begin, to: begin + Math.round(length) }, desk.wholeRange.peek());
};

/** From when to when something was there. Work ends with its result, not when that is removed. */
const findSpan = (log: RunLog, id: string): TimeRange | undefined => {
  const known = log.jobs.find(id) ?? log.landmarks.faults.find((fault) => fault.id === id);
  if (known !== undefined) return { from: known.from, to: known.to ?? log.end };
  const kind = log.lives.kind(id);
  const last = [...log.lives.upTo(id, log.length)].at(-1);
  if (kind === undefined || last === undefined) return undefined;
  return { from: log.at(log.lives.begin(id)), to: listTags(kind, last.to).includes('gone') ? log.at(last.seq) : log.end };
};

/** Where a step may lead: a time, and what is selected there. */
interface Stop {
  readonly at: number;
  readonly id?: string;
}

/**
 * Goes to the next thing of a track, or to the one before: a mark of the tape, a job, a change on a lane or in a chart. Outside of tracks,
 * to an event of what is selected, or to an entry.
 */
export const stepInTrack = (desk: Desk, track: string | undefined, by: 1 | -1): void => {
  const { log } = desk;
  if (log === undefined) return;
  const id = desk.selected.peek();
  const job = log.jobs.find(id ?? '');
  if (track === 'tape') stepToEntry(desk, log.landmarks.seqs, desk.seq.peek(), by);
  else if (track === 'bars') {
    const shown = log.jobs.bars.filter((bar) => (job?.endpoint ?? bar.endpoint) === bar.endpoint && isJobShown(bar, desk.scope.peek()));
    stepToEntry(
      desk,
      shown.map(({ seq }) => seq),
      job?.seq ?? desk.seq.peek(),
      by,
    );
  } else if (track !== undefined) stepToTime(desk, track === 'lanes' ? listLaneStops(log, id) : listChartStops(desk, log, track), by);
  else if (id === undefined || log.lives.kind(id) === undefined) desk.step(by);
  else
    stepToEntry(
      desk,
      [...log.lives.upTo(id, log.length)].map(({ seq }) => seq),
      desk.seq.peek(),
      by,
    );
  keepInSight(desk);
};

/** The numbers ascend. */
const stepToEntry = (desk: Desk, seqs: readonly number[], seq: number, by: 1 | -1): void => {
  const next =
    seqs[by === 1 ? firstIndex(seqs.length, (k) => (seqs[k] ?? 0) > seq) : firstIndex(seqs.length, (k) => (seqs[k] ?? 0) >= seq) - 1];
  if (next !== undefined) desk.show(next);
};

const stepToTime = (desk: Desk, stops: readonly Stop[], by: 1 | -1): void => {
  const at = desk.at.peek();
  const next = stops.reduce<Stop | undefined>(
    (best, stop) => ((stop.at - at) * by > 0 && (best === undefined || (best.at - stop.at) * by > 0) ? stop : best),
    undefined,
  );
  if (next === undefined) return;
  desk.goToTime(next.at);
  if (next.id !== undefined) desk.select(next.id);
};

/** Of the worker or pod that is selected its changes and jobs; of a job those beside it on its worker; with nothing selected all changes. */
const listLaneStops = ({ lanes: { groups } }: RunLog, id: string | undefined): readonly Stop[] => {
  const all = groups.flatMap(({ lanes }) => lanes);
  const isOn = (lane: (typeof all)[number]): boolean => lane.bars.some((bar) => bar.id === id);
  if (all.some(isOn)) return all.filter(isOn).flatMap(({ bars }) => bars.map((bar) => ({ at: bar.from, id: bar.id })));
  const own = all.filter((lane) => lane.id === id);
  return (own.length > 0 ? own : all).flatMap(({ bands, bars }) =>
    [...bands, ...(own.length > 0 ? bars : [])].map(({ from }) => ({ at: from })),
  );
};

const listChartStops = (desk: Desk, log: RunLog, id: string): readonly Stop[] =>
  (
    listCharts(log, { scale: desk.scale.peek(), scope: desk.scope.peek(), width: 100 })
      .find((chart) => chart.id === id)
      ?.listChanges() ?? []
  ).map((at) => ({ at }));

/** A step may lead out of the range: as much is shown around it. */
const keepInSight = (desk: Desk): void => {
  const [{ from, to }, at] = [desk.range.peek(), desk.at.peek()];
  if (at >= from && at <= to) return;
  const begin = Math.round(at - (to - from) / 2);
  desk.chosenRange.value = keepWithin({ from: begin, to: begin + to - from }, desk.wholeRange.peek());
};
