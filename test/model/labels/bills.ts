import { type Billed as BilledInHours, writeBill } from '../bills/meter.ts';

const hour = 3_600_000;

/** What can be billed, for its GPUs and for its disks. */
export interface Billed extends BilledInHours {
  /** When it first cost something; absent where that is when it was created. */
  readonly since?: number;
}

/** What each has cost in each of the last hours, those that are gone included; first what first cost something (billing.amounts). */
export const billByHour = (all: readonly Billed[], now: number, last: number): string => writeBill(now, last, [...all].sort(byFirstCost));

/** The bill of all products: what all of each have cost in each hour, side by side. */
export const billSideBySide = (products: readonly (readonly Billed[])[], now: number, last: number): string =>
  listHours(now, last)
    .map((one) => {
      const costs = products.map((all) => all.map((billed) => costIn(billed, one, now)));
      const sums = costs.flatMap((each) => [0, 1].map((part) => each.reduce((sum, cost) => sum + (cost[part] ?? 0n), 0n)));
      return { one, sums };
    })
    .filter(({ sums }) => sums.some((sum) => sum > 0n))
    .map(({ one, sums }) => `${one} ${sums.join(' ')}`)
    .join(', ');

const byFirstCost = (one: Billed, other: Billed): number => (one.since ?? 0) - (other.since ?? 0);

const listHours = (now: number, last: number): readonly number[] => {
  const end = Math.ceil(now / hour);
  return Array.from({ length: last }, (_, k) => end - last + k).filter((one) => one >= 0);
};

const costIn = ({ amountsUntil }: Billed, one: number, now: number): readonly bigint[] => {
  const from = amountsUntil(Math.min(one * hour, now));
  return amountsUntil(Math.min((one + 1) * hour, now)).map((amount, part) => amount - (from[part] ?? 0n));
};
