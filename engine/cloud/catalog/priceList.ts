/**
 * What a price list charges for, by name. A world keeps the list that it was made with, so a log adds up to the same costs in every later
 * version: what changes makes a new list.
 */
export interface PriceList {
  /** Workers that hold the minimum have the active price, where their pool has one (billing.active-workers). */
  readonly hasActivePrices: boolean;
  /** An unhealthy worker costs nothing (billing.unhealthy-workers). */
  readonly sparesUnhealthy: boolean;
  /** Network volumes cost less beyond the first terabyte (billing.volume-rates). */
  readonly hasVolumeSteps: boolean;
}

export const priceListNames = ['podsim-prices-1', 'podsim-prices-2'] as const;
export type PriceListName = (typeof priceListNames)[number];

// biome-ignore format: a table
const priceLists: Readonly<Record<PriceListName, PriceList>> = {
  'podsim-prices-1': { hasActivePrices: false, sparesUnhealthy: false, hasVolumeSteps: false },
  'podsim-prices-2': { hasActivePrices: true,  sparesUnhealthy: true,  hasVolumeSteps: true },
};

/** The list with that name; the newest unless one is named. */
export const priceListOf = (name: PriceListName = 'podsim-prices-2'): PriceList => priceLists[name];
