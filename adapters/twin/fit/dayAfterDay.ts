import type { Segment } from './segments.ts';

/** Whether daily values are above 0 day after day: their mean is above twice its standard error. */
export const isAboveDayAfterDay = (values: readonly number[]): boolean => {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return mean > 2 * Math.sqrt(variance / values.length);
};

/** The arrivals in a bin on a day. */
export interface DayBin {
  readonly day: number;
  readonly bin: number;
  readonly count: number;
  /** In hours. */
  readonly exposure: number;
}

/**
 * The numbers of the pieces that begin with a change of the rate that does not recur day after day: a large burst makes its hour look like
 * a busy one.
 */
export const findUncertainChanges = (segments: readonly Pick<Segment, 'first'>[], bins: readonly DayBin[]): readonly number[] =>
  segments.flatMap((_, k) => (k > 0 && estimateCertainty(segments, k, bins) < changeMin ? [k] : []));

/** In standard errors from 0: of two dozen hours, one by chance in some twenty records. */
const changeMin = 3;

/** How far the rate changes at the beginning of a piece, in standard errors, over the days that have both pieces. */
const estimateCertainty = (segments: readonly Pick<Segment, 'first'>[], place: number, bins: readonly DayBin[]): number => {
  const [before, after] = [place - 1, place].map((k) => ratesOfDays(selectBins(segments, k, bins)));
  const changes = [...(after ?? [])].flatMap(([day, rate]) => {
    const other = before?.get(day);
    return other === undefined ? [] : [rate - other];
  });
  // Pieces of other days of a week are never on one day: they are compared as they are.
  if (changes.length < 2) return Number.POSITIVE_INFINITY;
  const mean = changes.reduce((sum, one) => sum + one, 0) / changes.length;
  const variance = changes.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (changes.length - 1);
  return variance === 0 ? (mean === 0 ? 0 : Number.POSITIVE_INFINITY) : Math.abs(mean) / Math.sqrt(variance / changes.length);
};

const selectBins = (segments: readonly Pick<Segment, 'first'>[], place: number, bins: readonly DayBin[]): readonly DayBin[] => {
  const [from, until] = [segments[place]?.first ?? 0, segments[place + 1]?.first ?? Number.POSITIVE_INFINITY];
  return bins.filter(({ bin }) => bin >= from && bin < until);
};

const ratesOfDays = (bins: readonly DayBin[]): ReadonlyMap<number, number> => {
  const days = new Map<number, { count: number; exposure: number }>();
  for (const { day, count, exposure } of bins) {
    const sum = days.get(day) ?? { count: 0, exposure: 0 };
    days.set(day, { count: sum.count + count, exposure: sum.exposure + exposure });
  }
  return new Map([...days].flatMap(([day, { count, exposure }]) => (exposure > 0 ? [[day, count / exposure] as const] : [])));
};
