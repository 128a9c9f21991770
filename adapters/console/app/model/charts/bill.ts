import type { Kind } from '../../../../../engine/cloud/index.ts';
import type { VirtualTime } from '../../../../../engine/kernel/index.ts';
import type { BilledSpan, RunBill } from '../../../../../engine/world/index.ts';
import type { RunLog } from '../runLog.ts';
import type { TimeRange } from './range.ts';

/** What something has cost, in whole nano-dollars: up to the moment, and in the range. */
export interface BillRow {
  readonly kind: Kind;
  readonly id: string;
  readonly moment: bigint;
  readonly range: bigint;
}

/** Rows that add up to the sum exactly. */
export interface BillTable {
  readonly rows: readonly BillRow[];
  readonly sum: { readonly moment: bigint; readonly range: bigint };
}

interface BillTimes {
  readonly range: TimeRange;
  /** Up to here from the first time that the log knows. */
  readonly moment: number;
}

/** The bill of a run: a row for each endpoint, pod, cluster and volume. */
export const listBills = (log: RunLog, { range, moment }: BillTimes): BillTable =>
  addUp(
    log.series.spending.bills.map((bill) => ({
      ...nameSubject(bill),
      moment: bill.nanoUsd(toSpan({ from: log.begin, to: moment })),
      range: bill.nanoUsd(toSpan(range)),
    })),
  );

/** The bill of one of them: a row for each worker of an endpoint, or member of a cluster. Undefined for what is on no bill. */
export const listBill = (log: RunLog, id: string, { range, moment }: BillTimes): BillTable | undefined => {
  const { bills } = log.series.spending;
  const own = bills.find((bill) => bill.id === id);
  const bill = own ?? bills.find((one) => one.has(id));
  if (bill === undefined) return undefined;
  const rows = new Map<string, BillRow>();
  for (const [name, span] of [
    ['moment', { from: log.begin, to: moment }],
    ['range', range],
  ] as const)
    for (const { kind, id: holder, nanoUsd } of bill.share(toSpan(span)))
      rows.set(holder, { ...(rows.get(holder) ?? { kind, id: holder, moment: 0n, range: 0n }), [name]: nanoUsd });
  return addUp([...rows.values()].filter((row) => own !== undefined || row.id === id));
};

/** USD. */
export const toUsd = (nanoUsd: bigint): number => Number(nanoUsd) / 1_000_000_000;

/** A range as the engine bills it: it may end beyond the last entry, at the rates of then. */
export const toSpan = ({ from, to }: TimeRange): BilledSpan => ({ from: from as VirtualTime, to: to as VirtualTime });

const nameSubject = ({ product, id }: RunBill): { readonly kind: Kind; readonly id: string } => ({
  kind: product === 'serverless' ? 'endpoint' : product,
  id,
});

const addUp = (all: readonly BillRow[]): BillTable => {
  const rows = all.filter(({ moment, range }) => moment !== 0n || range !== 0n);
  return { rows, sum: { moment: sum(rows.map(({ moment }) => moment)), range: sum(rows.map(({ range }) => range)) } };
};

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);
