const monthMs = 720n * 3_600_000n;
const hour = 3_600_000;

/** What something has cost by when: its price, in nano-dollars for a month of 720 hours, in each span of time. */
export class Meter {
  readonly #spans: { readonly from: number; to: number; readonly price: bigint }[] = [];

  pass(from: number, to: number, price: bigint): void {
    const last = this.#spans.at(-1);
    if (last !== undefined && last.to === from && last.price === price) last.to = to;
    else this.#spans.push({ from, to, price });
  }

  /** Price times milliseconds. */
  sumUntil(until: number): bigint {
    return this.#spans.reduce((sum, { from, to, price }) => sum + price * BigInt(Math.max(0, Math.min(to, until) - from)), 0n);
  }
}

/** Whole nano-dollars of one part of a bill. */
export const toNanoDollars = (sum: bigint): bigint => sum / monthMs;

/** What has records in a bill: what each part of it has cost until then, in whole nano-dollars. */
export interface Billed {
  readonly name: string;
  readonly amountsUntil: (until: number) => readonly bigint[];
}

/** What each costs in each of the last hours, in turn; what costs nothing in an hour is not in it (billing.buckets). */
export const writeBill = (now: number, last: number, billed: readonly Billed[]): string => {
  const end = Math.ceil(now / hour);
  const hours = Array.from({ length: last }, (_, k) => end - last + k).filter((one) => one >= 0);
  const records = hours.flatMap((one) =>
    billed.flatMap(({ name, amountsUntil }) => {
      const before = amountsUntil(Math.min(one * hour, now));
      const amounts = amountsUntil(Math.min((one + 1) * hour, now)).map((amount, part) => amount - (before[part] ?? 0n));
      return amounts.every((amount) => amount === 0n) ? [] : [`${one} ${name} ${amounts.join(' ')}`];
    }),
  );
  return records.join(', ');
};
