const hour = 3_600_000;

/** What can be billed: how much it has cost until then, for its GPUs and for its disks, in whole nano-dollars. */
export interface Billed {
  readonly name: string;
  /** When it first cost something; absent where that is when it was created. */
  readonly since?: number;
  readonly costUntil: (at: number) => readonly [bigint, bigint];
}

/** What each has cost in each of the last hours, those that are gone included; first what first cost something, and nothing that costs nothing (billing.amounts). */
export const billByHour = (all: readonly Billed[], now: number, last: number): string =>
  listHours(now, last)
    .flatMap((one) => [...all].sort(byFirstCost).map((billed) => ({ one, name: billed.name, cost: costIn(billed, one, now) })))
    .filter(({ cost: [gpu, disk] }) => gpu + disk > 0n)
    .map(({ one, name, cost }) => `${one} ${name} ${cost.join(' ')}`)
    .join(', ');

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

const costIn = ({ costUntil }: Billed, one: number, now: number): readonly [bigint, bigint] => {
  const from = costUntil(Math.min(one * hour, now));
  const to = costUntil(Math.min((one + 1) * hour, now));
  return [to[0] - from[0], to[1] - from[1]];
};
