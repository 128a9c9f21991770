import { isIn, isWhole, type Scope } from '../scope/scope.ts';
import type { JobBar, JobBars } from './jobBars.ts';
import type { TimeRange } from './range.ts';

/** A row of the track of jobs: some of an endpoint, in the order of time, none over another. */
export interface PackedRow {
  readonly endpoint: string;
  /** Its place among the rows of the endpoint. */
  readonly place: number;
  readonly bars: JobBar[];
  /** In the second row of an endpoint: how many of it have no row. */
  left: number;
}

interface JobRowsOptions {
  readonly scope?: Scope;
  readonly range: TimeRange;
  /** What is selected has a row in any case. */
  readonly selected?: string | undefined;
}

/** Of each endpoint among others; more rows than `rowsOfOne` are not drawn of one that is chosen, either. */
const [rowsOfMany, rowsOfOne] = [8, 60];

/** The jobs and requests of a range in rows, endpoint by endpoint: each is in the first row that has room for it. */
export const packJobs = ({ bars }: JobBars, { scope = {}, range, selected }: JobRowsOptions): readonly PackedRow[] => {
  const most = scope.endpoint === undefined ? rowsOfMany : rowsOfOne;
  const byEndpoint = new Map<string, PackedRow[]>();
  for (const bar of bars) {
    if (bar.from > range.to || (bar.to ?? range.to) < range.from || !isJobShown(bar, scope, range)) continue;
    const rows = byEndpoint.get(bar.endpoint) ?? [];
    byEndpoint.set(bar.endpoint, rows);
    const row = rows.find((one) => (one.bars.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= bar.from);
    if (row !== undefined) row.bars.push(bar);
    else if (rows.length < most || bar.id === selected) rows.push({ endpoint: bar.endpoint, place: rows.length, bars: [bar], left: 0 });
    else (rows[1] as PackedRow).left += 1;
  }
  return [...byEndpoint.values()].flat();
};

/** Of its endpoint, and at some time of the range on the host and in the status. */
export const isJobShown = ({ endpoint, parts, to, end }: JobBar, scope: Scope, range?: TimeRange): boolean => {
  const { from: begin, to: until } = range ?? { from: 0, to: Number.POSITIVE_INFINITY };
  if ((scope.endpoint ?? endpoint) !== endpoint) return false;
  if (isWhole({ ...scope, endpoint: undefined })) return true;
  return (
    parts.some((part) => part.from <= until && (part.to ?? until) >= begin && isIn(scope, { endpoint, ...part })) ||
    (end !== undefined &&
      to !== undefined &&
      to >= begin &&
      to <= until &&
      isIn(scope, { endpoint, host: parts.at(-1)?.host ?? '', status: end }))
  );
};
