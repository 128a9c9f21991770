import { pacer, type Steps } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { Bill } from '../../projections/bill.ts';
import type { SimulationContext } from '../../simulationContext.ts';
import type { billList, ProductShape } from '../contract/billing.ts';
import type { Resource } from '../signature.ts';
import { rangeOf, virtualStart, type Window } from './billingWindow.ts';

/** The charge in one bucket, part by part, in whole nano-dollars. */
export interface Charge {
  readonly bucket: number;
  /** The billed resource; empty if the charge covers all of them. */
  readonly id: string;
  readonly amounts: readonly bigint[];
}

/**
 * The charges of each bill in each of the buckets, in order. A bill that is zero in a bucket has no charge there. A bucket
 * begins where the previous one ended, so each instant is computed once.
 */
export function* chargesIn(
  sim: SimulationContext,
  { size }: Window,
  buckets: readonly number[],
  { parts }: ProductShape,
  bills: readonly Bill[],
): Steps<readonly (readonly Charge[])[]> {
  const pauses = pacer();
  const amountsAt = (bill: Bill, at: VirtualTime): readonly bigint[] =>
    parts.map(({ component }) => (component === null ? 0n : bill.nanoUsd(component, at)));
  const begin = virtualStart(sim, buckets[0] ?? 0, size);
  const before: (readonly bigint[])[] = [];
  for (const bill of bills) {
    before.push(amountsAt(bill, begin));
    if (pauses()) yield;
  }
  const charges: Charge[][] = [];
  for (const bucket of buckets) {
    const end = virtualStart(sim, bucket + 1, size);
    const inBucket: Charge[] = [];
    for (const [k, bill] of bills.entries()) {
      const [from, to] = [before[k], amountsAt(bill, end)];
      before[k] = to;
      const charge = { bucket, id: bill.id, amounts: to.map((amount, part) => amount - (from?.[part] ?? 0n)) };
      if (isSomething(charge)) inBucket.push(charge);
      if (pauses()) yield;
    }
    charges.push(inBucket);
  }
  return charges;
}

/** All charges, bucket by bucket. */
export function* joined(buckets: readonly (readonly Charge[])[]): Steps<readonly Charge[]> {
  const pauses = pacer();
  const all: Charge[] = [];
  for (const charges of buckets) {
    for (const charge of charges) {
      all.push(charge);
      if (pauses()) yield;
    }
  }
  return all;
}

export const isSomething = ({ amounts }: Charge): boolean => amounts.some((amount) => amount !== 0n);

/** The charges summed part by part; zeros if there are none. */
export function* sumCharges(charges: readonly Charge[], parts: number): Steps<readonly bigint[]> {
  const pauses = pacer();
  const sums = Array.from({ length: parts }, () => 0n);
  for (const { amounts } of charges) {
    for (let k = 0; k < parts; k++) sums[k] = (sums[k] ?? 0n) + (amounts[k] ?? 0n);
    if (pauses()) yield;
  }
  return sums;
}

/** The fields that all billing lists share. The contract of each list names its amounts and ids (`Naming`). */
type BillList = Resource<typeof billList>;

/** The field names of a list's records. */
export interface Naming {
  readonly amounts: readonly string[];
  /** The name of a record's id, of the filter, and of the count of distinct ids; absent in lists without ids. */
  readonly ids?: { readonly name: string; readonly unique: string; readonly wanted: string | undefined };
}

/**
 * The body of a billing list. Parts are summed as whole nano-dollars. So records add up to the totals, parts to the
 * amounts, and hours to days, exactly. They are converted to USD only here (billing.amounts).
 */
export function* billingBody(window: Window, charges: readonly Charge[], { amounts, ids }: Naming): Steps<BillList> {
  const records = yield* recordsOf(window, charges, amounts, ids);
  const metadata = {
    query: { ...rangeOf(window), bucketSize: window.size, ...(ids === undefined ? {} : { [ids.name]: ids.wanted ?? null }) },
    recordCount: charges.length,
    ...(ids === undefined ? {} : { [ids.unique]: yield* countIds(charges) }),
    totals: fieldsOf(amounts, yield* sumCharges(charges, amounts.length)),
  };
  return { records, metadata };
}

function* countIds(charges: readonly Charge[]): Steps<number> {
  const pauses = pacer();
  const ids = new Set<string>();
  for (const { id } of charges) {
    ids.add(id);
    if (pauses()) yield;
  }
  return ids.size;
}

/** A bucket may have many records, so its range is formatted once. */
function* recordsOf(
  { size }: Window,
  charges: readonly Charge[],
  amounts: readonly string[],
  ids: Naming['ids'],
): Steps<BillList['records']> {
  const pauses = pacer();
  const ranges = new Map<number, ReturnType<typeof rangeOf>>();
  const records: BillList['records'][number][] = [];
  for (const { bucket, id, amounts: parts } of charges) {
    const range = ranges.get(bucket) ?? rangeOf({ size, first: bucket, end: bucket + 1 });
    ranges.set(bucket, range);
    records.push({ ...range, ...fieldsOf(amounts, parts), ...(ids === undefined ? {} : { [ids.name]: id }) });
    if (pauses()) yield;
  }
  return records;
}

const fieldsOf = (names: readonly string[], amounts: readonly bigint[]): { readonly [name: string]: number } => ({
  totalAmount: usd(amounts.reduce((sum, amount) => sum + amount, 0n)),
  ...Object.fromEntries(names.map((name, k) => [name, usd(amounts[k] ?? 0n)])),
});

const usd = (nano: bigint): number => Number(nano) / 1_000_000_000;
