import { firstIndex } from '../../../../../engine/kernel/index.ts';

/** A stretch of time on the scale: from one virtual time to another, drawn from one place to another. Places are 0 to 1. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly begin: number;
  readonly end: number;
  /** Nothing happens in it, and it is drawn shorter than it is. */
  readonly isFolded: boolean;
}

/** The largest part of the scale that one gap takes, unless there are few gaps. */
const gapShare = 1 / 8;

/**
 * Virtual time as places from 0 to 1. Time is drawn in proportion, except that a long gap in which nothing happens is folded: else a
 * run whose last result is removed after a day would be one line at the left edge.
 */
export class TimeScale {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  get end(): number {
    return this.#pieces.at(-1)?.to ?? 0;
  }

  get begin(): number {
    return this.#pieces[0]?.from ?? 0;
  }

  /** Whether a time is on it: others are drawn at its ends. */
  holds(at: number): boolean {
    return at >= this.begin && at <= this.end;
  }

  /** Where a time is drawn. */
  place(at: number): number {
    const { from, to, begin, end } = this.#pieceWith((piece) => piece.to >= at);
    return to === from ? begin : begin + ((Math.min(Math.max(at, from), to) - from) / (to - from)) * (end - begin);
  }

  /** The time that is drawn there, in whole milliseconds. */
  time(place: number): number {
    const { from, to, begin, end } = this.#pieceWith((piece) => piece.end >= place);
    return end === begin ? from : Math.round(from + ((Math.min(Math.max(place, begin), end) - begin) / (end - begin)) * (to - from));
  }

  /** The stretches that are drawn in proportion. */
  get drawn(): readonly { readonly from: number; readonly to: number }[] {
    return this.#pieces.filter(({ isFolded }) => !isFolded);
  }

  /** The gaps that are drawn shorter than they are. */
  get folded(): readonly { readonly from: number; readonly to: number }[] {
    return this.#pieces.filter(({ isFolded }) => isFolded);
  }

  /** The first piece for which this holds; the last one if it holds for none. */
  #pieceWith(reaches: (piece: Piece) => boolean): Piece {
    const last = this.#pieces.length - 1;
    return this.#pieces[firstIndex(last, (k) => reaches(this.#pieces[k] as Piece))] ?? nothing;
  }
}

const nothing: Piece = { from: 0, to: 0, begin: 0, end: 1, isFolded: false };

/** The scale from a time on, for things that happen at these times, in order; equal ones may repeat. */
export const makeTimeScale = (times: Iterable<number>, begin = 0): TimeScale => {
  const instants = [begin];
  for (const at of times) if (at > (instants.at(-1) as number)) instants.push(at);
  const gaps = instants.slice(1).map((at, k) => at - (instants[k] as number));
  const longest = longestDrawn(gaps);
  const total = gaps.reduce((sum, gap) => sum + Math.min(gap, longest), 0);
  const pieces: Piece[] = [];
  let [from, place, drawn] = [begin, 0, 0];
  const close = (to: number, isFolded: boolean): void => {
    const end = drawn / total;
    if (to > from) pieces.push({ from, to, begin: place, end, isFolded });
    [from, place] = [to, end];
  };
  gaps.forEach((gap, k) => {
    if (gap > longest) close(instants[k] as number, false);
    drawn += Math.min(gap, longest);
    if (gap > longest) close(instants[k + 1] as number, true);
  });
  close(instants.at(-1) as number, false);
  return new TimeScale(pieces);
};

/** How long a gap may be drawn, so that none takes more than its share of the sum of all that is drawn. */
const longestDrawn = (gaps: readonly number[]): number => {
  const share = Math.max(gapShare, 2 / gaps.length);
  const sorted = [...gaps].sort((a, b) => b - a);
  let rest = sorted.reduce((sum, gap) => sum + gap, 0);
  for (const [k, gap] of sorted.entries()) {
    // With k gaps drawn as long as this one, it takes this share.
    if (gap <= share * (k * gap + rest)) return gap;
    rest -= gap;
    // The k + 1 longest drawn at the bound `b`: b = share × ((k + 1) × b + rest).
    const left = 1 - share * (k + 1);
    const bound = left > 0 ? (share * rest) / left : 0;
    if (left > 0 && bound >= (sorted[k + 1] ?? 0)) return Math.max(1, bound);
  }
  return sorted.at(-1) ?? 1;
};

/** The speed at which a run takes half a minute, or less. */
export const usualSpeed = (scale: TimeScale): number => {
  const gaps = scale.folded.reduce((sum, { from, to }) => sum + to - from, 0);
  return speeds.find((speed) => (scale.end - gaps) / speed <= 30_000) ?? 3_600;
};

/** How many seconds of virtual time may pass in a second of the reader's. */
export const speeds: readonly number[] = [0.1, 1, 10, 60, 600, 3_600];
