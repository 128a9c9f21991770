import type { Json } from '../../kernel/canonical.ts';
import type { Bill } from '../../projections/billing.ts';
import type { Simulation } from '../../simulation.ts';
import type { ProductShape } from '../contract/billing.ts';
import { rangeOf, virtualStart, type Window } from './billingWindow.ts';

/** What was charged in one bucket, part by part, in whole nano-dollars. */
export interface Charge {
  readonly bucket: number;
  /** Whose it is; empty where it is everybody's. */
  readonly id: string;
  readonly amounts: readonly bigint[];
}

/**
 * The charges of each bill in each of the buckets, one behind the other; none of a bill that came to nothing in one. A bucket
 * begins where the one before it ended, so each instant is reckoned once.
 */
export const chargesIn = (
  world: Simulation,
  { size }: Window,
  buckets: readonly number[],
  { parts }: ProductShape,
  bills: readonly Bill[],
): readonly (readonly Charge[])[] => {
  const amountsAt = (bucket: number): readonly (readonly bigint[])[] => {
    const at = virtualStart(world, bucket, size);
    return bills.map((bill) => parts.map(({ component }) => (component === null ? 0n : bill.nanoUsd(component, at))));
  };
  let before = amountsAt(buckets[0] ?? 0);
  return buckets.map((bucket) => {
    const [from, to] = [before, amountsAt(bucket + 1)];
    before = to;
    return bills
      .map(({ id }, k) => ({ bucket, id, amounts: parts.map((_, part) => (to[k]?.[part] ?? 0n) - (from[k]?.[part] ?? 0n)) }))
      .filter(isSomething);
  });
};

export const isSomething = ({ amounts }: Charge): boolean => amounts.some((amount) => amount !== 0n);

/** Charges added up, part by part; as many zeros where there is none. */
export const added = (charges: readonly Charge[], parts: number): readonly bigint[] =>
  charges.reduce<readonly bigint[]>(
    (sums, { amounts }) => sums.map((sum, k) => sum + (amounts[k] ?? 0n)),
    Array.from({ length: parts }, () => 0n),
  );

/** How a list names what its records hold. */
export interface Naming {
  readonly amounts: readonly string[];
  /** The name of a record's id, of the filter, and of how many different ids there are; absent in lists without ids. */
  readonly ids?: { readonly name: string; readonly unique: string; readonly wanted: string | undefined };
}

/**
 * The body of a billing list. Parts are whole nano-dollars and are added up as such, so that records add up to the
 * totals, parts to the amounts, and hours to days, exactly; USD they become only here (billing.amounts).
 */
export const billingBody = (window: Window, charges: readonly Charge[], { amounts, ids }: Naming): Json => ({
  records: recordsOf(window, charges, amounts, ids),
  metadata: {
    query: { ...rangeOf(window), bucketSize: window.size, ...(ids === undefined ? {} : { [ids.name]: ids.wanted ?? null }) },
    recordCount: charges.length,
    ...(ids === undefined ? {} : { [ids.unique]: new Set(charges.map(({ id }) => id)).size }),
    totals: fieldsOf(amounts, added(charges, amounts.length)),
  },
});

/** There may be many records of one bucket: its range is written once. */
const recordsOf = ({ size }: Window, charges: readonly Charge[], amounts: readonly string[], ids: Naming['ids']): readonly Json[] => {
  const ranges = new Map<number, ReturnType<typeof rangeOf>>();
  return charges.map(({ bucket, id, amounts: parts }) => {
    const range = ranges.get(bucket) ?? rangeOf({ size, first: bucket, end: bucket + 1 });
    ranges.set(bucket, range);
    return { ...range, ...fieldsOf(amounts, parts), ...(ids === undefined ? {} : { [ids.name]: id }) };
  });
};

const fieldsOf = (names: readonly string[], amounts: readonly bigint[]): { readonly [name: string]: Json } => ({
  totalAmount: usd(amounts.reduce((sum, amount) => sum + amount, 0n)),
  ...Object.fromEntries(names.map((name, k) => [name, usd(amounts[k] ?? 0n)])),
});

const usd = (nano: bigint): number => Number(nano) / 1_000_000_000;
