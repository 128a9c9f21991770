/** Which part of a run all views show: the whole of it (undefined), the last so many milliseconds of a log that may grow, or from one time to another. */
export type ChosenRange = { readonly last: number } | TimeRange | undefined;

/** From one virtual time to another, in ms. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** The times that are meant; the whole run where nothing is chosen. */
export const rangeMeant = (chosen: ChosenRange, whole: TimeRange): TimeRange => {
  if (chosen === undefined) return whole;
  if ('last' in chosen) return { from: Math.max(whole.from, whole.to - chosen.last), to: whole.to };
  const from = Math.min(Math.max(whole.from, chosen.from), whole.to);
  return { from, to: Math.min(Math.max(from, chosen.to), whole.to) };
};

/** Nothing is shown larger than this many milliseconds across. */
const shortest = 10;

/** Shows less, or more, around a time that stays where it is. */
export const zoomRange = ({ from, to }: TimeRange, whole: TimeRange, factor: number, around: number): ChosenRange => {
  const length = Math.max(shortest, (to - from) * factor);
  const share = to === from ? 0.5 : (around - from) / (to - from);
  const begin = Math.round(around - share * length);
  return keepWithin({ from: begin, to: begin + Math.round(length) }, whole);
};

/** Shows as long a time, earlier or later by this many milliseconds. */
export const moveRange = ({ from, to }: TimeRange, whole: TimeRange, by: number): ChosenRange =>
  keepWithin({ from: from + Math.round(by), to: to + Math.round(by) }, whole);

/** A range within the whole, as long if that has room; all of it (undefined) if not. */
export const keepWithin = ({ from, to }: TimeRange, whole: TimeRange): ChosenRange => {
  if (to - from >= whole.to - whole.from) return undefined;
  const by = Math.max(0, whole.from - from) - Math.max(0, to - whole.to);
  return { from: from + by, to: to + by };
};

/** As long, and right before it; undefined where the log does not have all of it. */
export const rangeBefore = ({ from, to }: TimeRange, { from: begin }: TimeRange): TimeRange | undefined =>
  to > from && from - (to - from) >= begin ? { from: from - (to - from), to: from } : undefined;

/** As an address has it: `300000` for the last five minutes, or `from-to`, in ms. */
export const rangeText = (chosen: ChosenRange): string | undefined =>
  chosen === undefined ? undefined : 'last' in chosen ? String(chosen.last) : `${chosen.from}-${chosen.to}`;

/** Reads that; undefined for what is none. */
export const rangeOfText = (text: string): ChosenRange => {
  const [, first, second] = /^(\d{1,13})(?:-(\d{1,13}))?$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  if (second === undefined) return Number(first) > 0 ? { last: Number(first) } : undefined;
  return Number(second) > Number(first) ? { from: Number(first), to: Number(second) } : undefined;
};
