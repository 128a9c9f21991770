/**
 * The price of something held: whole micro-dollars for a month of 30 days. In this unit every price of the catalog is a whole number, and
 * so is a price times whole milliseconds. So bills are exact (billing.amounts). It is a bigint because the size of a disk has no upper
 * limit.
 */
export type Rate = bigint;

export const monthMs = 2_592_000_000;
const hoursPerMonth = 720;

/** An amount in rate × milliseconds, in whole nano-dollars, rounded down (billing.amounts). */
export const toNanoUsd = (amount: bigint): bigint => (amount * 1_000n) / BigInt(monthMs);

/** The rate of a price in USD an hour; 0 without one. Types without a known price cannot be rented (billing.priced). */
export const hourly = (usd: number | null | undefined): Rate => BigInt(Math.round((usd ?? 0) * 1_000_000) * hoursPerMonth);

/** USD an hour, to the micro-dollar. */
export const usdPerHour = (rate: Rate): number => Math.round(Number(rate) / hoursPerMonth) / 1_000_000;

/**
 * For a GB: container disk and persistent mounts 0.10 USD a month, persistent mounts of pods that hold no compute 0.20, network volumes 0.07 in
 * either tier (that of fast ones is not public), and standard ones 0.05 beyond the first terabyte.
 */
// biome-ignore format: a table
export const gigabyteRates = {
  disk:             100_000n,
  stoppedDisk:      200_000n,
  STANDARD:          70_000n,
  beyondTerabyte:    50_000n,
  HIGH_PERFORMANCE:  70_000n,
} as const;

/** GB at the first rate. */
export const terabyte = 1_000;

/** The rate of a network volume (billing.volume-rates). */
export const volumeRate = ({ tier, size }: { readonly tier: VolumeTier; readonly size: number }): Rate => {
  const beyond = tier === 'STANDARD' ? Math.max(0, size - terabyte) : 0;
  return gigabyteRates[tier] * BigInt(size - beyond) + gigabyteRates.beyondTerabyte * BigInt(beyond);
};

type VolumeTier = 'STANDARD' | 'HIGH_PERFORMANCE';
