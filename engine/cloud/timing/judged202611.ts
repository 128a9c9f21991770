// biome-ignore-all format: `npm run generate` writes it
import type { TimingError } from './timingValue.ts';

/** How far off `measured-2026-11` is on the facts of one run, where that run is left out: what `podsim fidelity` says. */
export const judged202611: TimingError = { percent: 18, facts: 39 };
