// biome-ignore-all format: `npm run generate` writes it
import type { MechanismError } from './timingValue.ts';

/** How far off `measured-2026-12` is, by what takes time, on facts whose author is left out: what `podsim fidelity` says. */
export const judged202612: readonly MechanismError[] = [
  { mechanism: 'take', facts: 4, percent: 28, near: 2, bounds: 1, kept: 0 },
  { mechanism: 'post', facts: 2, percent: 23, near: 1, bounds: 0, kept: 0 },
  { mechanism: 'sleep', facts: 6, percent: 4, near: 5, bounds: 1, kept: 1 },
  { mechanism: 'hand-over', facts: 0, percent: null, near: 0, bounds: 1, kept: 1 },
  { mechanism: 'pull', facts: 3, percent: 83, near: 0, bounds: 1, kept: 0 },
  { mechanism: 'start', facts: 20, percent: 40, near: 8, bounds: 4, kept: 2 },
  { mechanism: 'first-job', facts: 5, percent: 18, near: 3, bounds: 0, kept: 0 },
  { mechanism: 'lost', facts: 2, percent: null, near: 0, bounds: 0, kept: 0 },
  { mechanism: 'webhook', facts: 1, percent: 50, near: 0, bounds: 0, kept: 0 },
  { mechanism: 'edge', facts: 1, percent: 733, near: 0, bounds: 0, kept: 0 },
  { mechanism: 'balancer', facts: 1, percent: 0, near: 1, bounds: 0, kept: 0 },
  { mechanism: 'cancel', facts: 2, percent: null, near: 0, bounds: 0, kept: 0 },
  { mechanism: 'pod', facts: 1, percent: null, near: 0, bounds: 1, kept: 1 },
  { mechanism: 'bill', facts: 1, percent: 1, near: 1, bounds: 0, kept: 0 },
  { mechanism: 'capacity', facts: 0, percent: null, near: 0, bounds: 0, kept: 0 },
  { mechanism: 'contract', facts: 0, percent: null, near: 0, bounds: 0, kept: 0 },
];
