import { firstIndex } from '../../../../../engine/index.ts';
import type { Band, Bar, Lane, LaneGroup } from './lanes.ts';

/** A row of the lanes view: the name of a host, or a lane below it. */
export type LaneRow = { readonly host: string; readonly lane?: undefined } | { readonly host: string; readonly lane: Lane };

/** All rows, host by host; what has no host comes last. */
export const rowsOf = (groups: readonly LaneGroup[]): readonly LaneRow[] =>
  [...groups]
    .sort((a, b) => Number(a.host === '') - Number(b.host === ''))
    .flatMap(({ host, lanes }) => [{ host }, ...lanes.map((lane) => ({ host, lane }))]);

/** The index of the first of these spans that ends after a time. They are in order and do not overlap. */
export const firstEndingAfter = (spans: readonly (Band | Bar)[], at: number): number =>
  firstIndex(spans.length, (k) => (spans[k]?.to ?? Number.POSITIVE_INFINITY) > at);

/** The span in which a time is. */
export const spanAt = <S extends Band | Bar>(spans: readonly S[], at: number): S | undefined => {
  const found = spans[firstEndingAfter(spans, at)];
  return found !== undefined && found.from <= at ? found : undefined;
};
