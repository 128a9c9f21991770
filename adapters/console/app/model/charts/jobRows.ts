import type { Scope } from '../scope/scope.ts';
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

interface PackOptions {
  readonly scope?: Scope;
  readonly range: TimeRange;
}

/** Of each endpoint among others; more rows than `rowsOfOne` are not drawn of one that is chosen, either. */
const [rowsOfMany, rowsOfOne] = [8, 60];

/** The jobs and requests of a range in rows, endpoint by endpoint: each is in the first row that has room for it. */
export const packJobs = ({ bars }: Pick<JobBars, 'bars'>, { scope = {}, range }: PackOptions): readonly PackedRow[] => {
  const most = scope.endpoint === undefined ? rowsOfMany : rowsOfOne;
  const byEndpoint = new Map<string, PackedRow[]>();
  for (const bar of bars) {
    if (!isJobShown(bar, scope, range)) continue;
    const rows = byEndpoint.get(bar.endpoint) ?? [];
    byEndpoint.set(bar.endpoint, rows);
    const row = rows.find((one) => (one.bars.at(-1)?.to ?? Number.POSITIVE_INFINITY) <= bar.from);
    if (row !== undefined) row.bars.push(bar);
    else if (rows.length < most) rows.push({ endpoint: bar.endpoint, place: rows.length, bars: [bar], left: 0 });
    else (rows[1] as PackedRow).left += 1;
  }
  return [...byEndpoint.values()].flat();
};

/** The same rows, with one more for what is selected where it has none. */
export const addSelected = (
  rows: readonly PackedRow[],
  bar: JobBar | undefined,
  { scope = {}, range }: PackOptions,
): readonly PackedRow[] => {
  if (bar === undefined || !isJobShown(bar, scope, range) || rows.some(({ bars }) => bars.includes(bar))) return rows;
  const own = rows.findLastIndex(({ endpoint }) => endpoint === bar.endpoint);
  const { endpoint, place = 0 } = rows[own] ?? { endpoint: bar.endpoint };
  const less = rows.map((row) => (row.endpoint === endpoint && row.place === 1 ? { ...row, left: row.left - 1 } : row));
  return [...less.slice(0, own + 1), { endpoint, place: place + 1, bars: [bar], left: 0 }, ...less.slice(own + 1)];
};

/** Of its endpoint, and at some time of the range on the host and in the status. */
export const isJobShown = (
  { endpoint, from, parts, to, end }: JobBar,
  { endpoint: chosen, host, status }: Scope,
  range?: TimeRange,
): boolean => {
  const { from: begin, to: until } = range ?? { from: 0, to: Number.POSITIVE_INFINITY };
  if (from > until || (to ?? until) < begin || (chosen ?? endpoint) !== endpoint) return false;
  if (host === undefined && status === undefined) return true;
  const isEndShown = to !== undefined && to <= until && (host ?? parts.at(-1)?.host) === parts.at(-1)?.host && (status ?? end) === end;
  return (
    isEndShown ||
    parts.some(
      (part) =>
        part.from <= until && (part.to ?? until) >= begin && (host ?? part.host) === part.host && (status ?? part.status) === part.status,
    )
  );
};
