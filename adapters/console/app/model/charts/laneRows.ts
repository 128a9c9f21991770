import { firstIndex } from '../../../../../engine/kernel/index.ts';
import { listTags } from '../../marks.ts';
import type { Scope } from '../scope/scope.ts';
import type { Band, Bar, Lane, LaneGroup } from './lanes.ts';
import type { TimeRange } from './range.ts';

/** A row of the lanes view: the name of a host, or a lane below it. */
export type LaneRow = { readonly host: string; readonly lane?: undefined } | { readonly host: string; readonly lane: Lane };

/** All rows of a scope, host by host; what has no host comes last. */
export const listLaneRows = (groups: readonly LaneGroup[], scope: Scope = {}, range?: TimeRange): readonly LaneRow[] =>
  [...groups]
    .sort((a, b) => Number(a.host === '') - Number(b.host === ''))
    .flatMap(({ host, lanes }) => {
      const shown = (scope.host ?? host) === host ? lanes.filter((lane) => isShown(lane, scope, range)) : [];
      return shown.length === 0 ? [] : [{ host }, ...shown.map((lane) => ({ host, lane }))];
    });

/** Of its endpoint, and with the status, or a job that has it, at some time of the range. */
const isShown = (
  { owner, bands, bars }: Lane,
  { endpoint, status }: Scope,
  range: TimeRange = { from: 0, to: Number.POSITIVE_INFINITY },
): boolean => {
  const meets = ({ from, to = range.to }: Band | Bar): boolean => from <= range.to && to >= range.from;
  return (
    (endpoint ?? owner) === owner &&
    (status === undefined ||
      bands.some((band) => band.status === status && meets(band)) ||
      bars.some((bar) => (bar.end === status || listTags('job', status).includes('running')) && meets(bar)))
  );
};

/** What lasts from a time to another one, or still does. */
export interface DrawnSpan {
  readonly from: number;
  readonly to: number | undefined;
}

/** The index of the first of these spans that ends after a time. They are in order and do not overlap. */
export const firstEndingAfter = (spans: readonly DrawnSpan[], at: number): number =>
  firstIndex(spans.length, (k) => (spans[k]?.to ?? Number.POSITIVE_INFINITY) > at);

/** The span in which a time is. */
export const spanAt = <S extends DrawnSpan>(spans: readonly S[], at: number): S | undefined => {
  const found = spans[firstEndingAfter(spans, at)];
  return found !== undefined && found.from <= at ? found : undefined;
};

/** The jobs that a lane has at a time, in the order in which they began: those of a worker that runs several at once overlap. */
export const barsAt = ({ bars, loads }: Lane, at: number): readonly Bar[] => {
  const found: Bar[] = [];
  const running = spanAt(loads, at)?.running ?? 0;
  const after = firstIndex(bars.length, (k) => (bars[k]?.from ?? 0) > at);
  for (let k = after - 1; k >= 0 && found.length < running; k--) {
    const bar = bars[k] as Bar;
    if ((bar.to ?? Number.POSITIVE_INFINITY) > at) found.unshift(bar);
  }
  return found;
};

/** Which of them a click means: the first, and where one of them is selected already, the next. */
export const barPicked = (bars: readonly Bar[], selected: string | undefined): Bar | undefined =>
  bars[(bars.findIndex(({ id }) => id === selected) + 1) % bars.length];
