import type { TimingValue } from './timingValue.ts';

/** The values of `measured-2026-11`. A setting that is not here is as in `textbook`. */
export const measured202611: readonly TimingValue[] = [];
