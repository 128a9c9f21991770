import type { Draw } from '../../kernel/rng.ts';
import type { DurationMs } from '../../kernel/time.ts';

/** A call of a trace: its time, and its number in the trace, from 0 in the order of time. */
export interface TraceCall {
  readonly at: DurationMs;
  readonly row: number;
}

/** The trace of a load, as written. */
export interface TraceSpec {
  readonly trace?: readonly DurationMs[] | undefined;
  readonly scale?: number | undefined;
  readonly resample?: 'none' | { readonly block: DurationMs } | undefined;
  readonly for?: DurationMs | undefined;
}

/** Lists the calls that a play makes of a trace: all of them as they were, or those of drawn blocks, and the kept share of these. */
export const callsOfTrace = (
  name: string,
  { trace = [], scale = 1, resample = 'none', for: lasts }: TraceSpec,
  draw: Draw,
): readonly TraceCall[] => {
  const rows = [...trace].sort((a, b) => a - b).map((at, row) => ({ at, row }));
  const calls = resample === 'none' ? rows : drawBlocks(name, rows, resample.block, lasts, draw);
  return scale === 1 ? calls : calls.filter((_, k) => draw('load/thin', name, k + 1) < scale);
};

/**
 * The block bootstrap (Carlstein, 1986): the trace is cut into blocks of one length, and each block of the play is one of them, drawn with
 * replacement. What happens within a block, such as a burst or the hours of a day, stays as it was. A play that lasts longer than the trace has
 * more blocks.
 */
const drawBlocks = (
  name: string,
  rows: readonly TraceCall[],
  block: DurationMs,
  lasts: DurationMs | undefined,
  draw: Draw,
): readonly TraceCall[] => {
  const count = countBlocks(rows.at(-1)?.at ?? 0, block);
  const blocks = Array.from({ length: count }, (): TraceCall[] => []);
  for (const row of rows) blocks[Math.floor(row.at / block)]?.push(row);
  const calls: TraceCall[] = [];
  for (let begin = 0, n = 1; lasts === undefined ? n <= count : begin <= lasts; begin += block, n++) {
    const drawn = Math.floor(draw('load/resample', name, n) * count);
    for (const { at, row } of blocks[drawn] ?? []) calls.push({ at: begin + at - drawn * block, row });
  }
  return calls;
};

/** How many blocks a trace has up to its last call. The last one counts where nearly all of it is there: a day ends some time before midnight. */
export const countBlocks = (last: DurationMs, block: DurationMs): number => Math.floor((last + 1) / block + leftOverMost);

const leftOverMost = 0.1;

const dayMs = 86_400_000;
const daysMin = 7;
const blocksUsual = 10;

/** The usual length of blocks: a day, or of less than a week a tenth of it. Undefined where the trace is over at once. */
export const usualBlock = (last: DurationMs): DurationMs | undefined => {
  if (countBlocks(last, dayMs) >= daysMin) return dayMs;
  return last < blocksUsual ? undefined : Math.ceil((last + 1) / blocksUsual);
};
