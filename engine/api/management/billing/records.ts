import { type Either, isLeft, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { Bill } from '../../../cloud/projections/bill.ts';
import { atOnce, pacer, type Steps } from '../../../kernel/steps.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { billList, ProductShape } from '../../contract/account/billing.ts';
import type { Resource } from '../../contract/parts/resource.ts';
import { type BillPlace, cursorAfter, firstAfter } from './pages.ts';
import { findLivedBuckets, showRange, virtualStart } from './window.ts';

/** A row with records of its own in a list: a resource, or all products together. */
export interface BilledRow {
  /** Empty if it is all products. */
  readonly id: string;
  /** Whole nano-dollars from the world's start until then, part by part. */
  readonly amountsAt: (at: VirtualTime) => Steps<readonly bigint[]>;
}

/** A resource, billed in the parts of its product. */
export const billResource = (bill: Bill, { parts }: ProductShape): BilledRow => ({
  id: bill.id,
  amountsAt: (at) => atOnce(parts.map(({ component }) => (component === null ? 0n : bill.nanoUsd(component, at)))),
});

/** The field names of a list's records. */
export interface Naming {
  readonly amounts: readonly string[];
  /** Other parts of the query that an answer repeats. */
  readonly asked: { readonly tagId?: string | null; readonly costCenterId?: string | null };
  /** The name of a record's id, of the filter, and of the count of distinct ids; absent in lists without ids. */
  readonly ids?: { readonly name: string; readonly unique: string; readonly wanted: string | undefined };
}

/** The fields that all billing lists share. The contract of each list names its amounts and ids (`Naming`). */
type BillList = Resource<typeof billList>;

/**
 * One page of a billing list, at most `limit` records long (list.pages). Amounts are summed as whole nano-dollars. So records add up to
 * the totals, parts to the amounts, and hours to days, exactly. They are converted to USD only here (billing.amounts).
 */
export function* billingBody(
  place: BillPlace,
  all: readonly BilledRow[],
  naming: Naming,
  limit: number,
): Steps<Either<Rejection, BillList>> {
  const { window, after } = place;
  const { amounts, ids, asked } = naming;
  const begin = firstAfter(
    all.map(({ id }) => id),
    after,
  );
  if (isLeft(begin)) return begin;
  const { charges, hasMore } = yield* chargesFrom(place, all, begin.right, limit);
  const { totals, unique } = yield* sumTotals(place, all, amounts.length);
  const last = charges.at(-1);
  const isPaged = hasMore || after !== undefined;
  return right({
    records: yield* listRecords(place, charges, naming),
    metadata: {
      query: { ...showRange(window), bucketSize: window.size, ...(ids === undefined ? {} : { [ids.name]: ids.wanted ?? null }), ...asked },
      recordCount: charges.length,
      ...(ids === undefined ? {} : { [ids.unique]: unique }),
      totals: showAmounts(amounts, totals),
    },
    ...(isPaged
      ? { pagination: { hasNextPage: hasMore, nextCursor: hasMore && last !== undefined ? cursorAfter(place, last) : null } }
      : {}),
  });
}

/** The charge in one bucket, part by part, in whole nano-dollars. */
interface Charge {
  readonly bucket: number;
  readonly id: string;
  readonly amounts: readonly bigint[];
}

/**
 * Finds the next charges, bucket by bucket. A row without costs in a bucket has no charge there. A bucket begins where the previous one
 * ended, so each instant is computed once.
 */
function* chargesFrom(
  { window, asOf, after }: BillPlace,
  all: readonly BilledRow[],
  begin: number,
  limit: number,
): Steps<{ readonly charges: readonly Charge[]; readonly hasMore: boolean }> {
  const pauses = pacer();
  const buckets = findLivedBuckets(asOf, window).filter((bucket) => after === undefined || bucket >= after.bucket);
  const before = yield* listAmounts(all, virtualStart(asOf, buckets[0] ?? 0, window.size));
  const charges: Charge[] = [];
  for (const bucket of buckets) {
    const end = virtualStart(asOf, bucket + 1, window.size);
    for (const [k, { id, amountsAt }] of all.entries()) {
      const to = yield* amountsAt(end);
      const charge = { bucket, id, amounts: difference(before[k] ?? [], to) };
      before[k] = to;
      if (pauses()) yield;
      if ((bucket === after?.bucket && k < begin) || !isSomething(charge.amounts)) continue;
      if (charges.length === limit) return { charges, hasMore: true };
      charges.push(charge);
    }
  }
  return { charges, hasMore: false };
}

/** Sums the charges of the whole window, and counts the rows that have any. */
function* sumTotals(
  { window: { size, first, end }, asOf }: BillPlace,
  all: readonly BilledRow[],
  parts: number,
): Steps<{ readonly totals: readonly bigint[]; readonly unique: number }> {
  const pauses = pacer();
  const totals = Array.from({ length: parts }, () => 0n);
  const [from, to] = [virtualStart(asOf, first, size), virtualStart(asOf, end, size)];
  let unique = 0;
  for (const { amountsAt } of all) {
    const amounts = difference(yield* amountsAt(from), yield* amountsAt(to));
    if (isSomething(amounts)) unique += 1;
    for (let k = 0; k < parts; k++) totals[k] = (totals[k] ?? 0n) + (amounts[k] ?? 0n);
    if (pauses()) yield;
  }
  return { totals, unique };
}

function* listAmounts(all: readonly BilledRow[], at: VirtualTime): Steps<(readonly bigint[])[]> {
  const pauses = pacer();
  const amounts: (readonly bigint[])[] = [];
  for (const { amountsAt } of all) {
    amounts.push(yield* amountsAt(at));
    if (pauses()) yield;
  }
  return amounts;
}

const difference = (from: readonly bigint[], to: readonly bigint[]): readonly bigint[] =>
  to.map((amount, part) => amount - (from[part] ?? 0n));

const isSomething = (amounts: readonly bigint[]): boolean => amounts.some((amount) => amount !== 0n);

/** A bucket may have many records, so its range is formatted once. */
function* listRecords({ window: { size } }: BillPlace, charges: readonly Charge[], { amounts, ids }: Naming): Steps<BillList['records']> {
  const pauses = pacer();
  const ranges = new Map<number, ReturnType<typeof showRange>>();
  const records: BillList['records'][number][] = [];
  for (const { bucket, id, amounts: parts } of charges) {
    const range = ranges.get(bucket) ?? showRange({ size, first: bucket, end: bucket + 1 });
    ranges.set(bucket, range);
    records.push({ ...range, ...showAmounts(amounts, parts), ...(ids === undefined ? {} : { [ids.name]: id }) });
    if (pauses()) yield;
  }
  return records;
}

const showAmounts = (names: readonly string[], amounts: readonly bigint[]): { readonly [name: string]: number } => ({
  totalAmount: usd(amounts.reduce((sum, amount) => sum + amount, 0n)),
  ...Object.fromEntries(names.map((name, k) => [name, usd(amounts[k] ?? 0n)])),
});

const usd = (nano: bigint): number => Number(nano) / 1_000_000_000;
