import type { FaultKind } from './events.ts';

/** The kinds of fault that have a delay, and what it is. */
// biome-ignore format: a table
export const delays: { readonly [Kind in FaultKind]?: { readonly about: string; readonly mayLack?: true } } = {
  'slow-image-pull':   { about: 'how much longer the pull takes' },
  'api-latency':       { about: 'how much later the answer comes' },
  'answer-late':       { about: 'how much later the answer comes' },
  'list-lag':          { about: 'how old a resource must be to be shown' },
  'not-yet-reachable': { about: 'how long a pod that runs cannot be reached, at least' },
  'edge-timeout':      { about: 'after how long the edge cuts; 100 s, and 60 s for a stream, unless given', mayLack: true },
};

/** Whether a fault of this kind needs a delay. */
export const needsDelay = (kind: FaultKind): boolean => delays[kind] !== undefined && delays[kind].mayLack !== true;

/** The kinds that strike once, at an instant: some may have a window instead. */
export const strikesAt: readonly FaultKind[] = ['worker-crash', 'host-failure', 'quota-cut'];
