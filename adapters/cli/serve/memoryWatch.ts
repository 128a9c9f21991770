import { writeSync } from 'node:fs';
import { heapNow } from '../../host/vitals.ts';
import type { WorldHost } from '../../host/world/worldHost.ts';

/**
 * Above the first share of the heap's limit, the watch prints a warning; below the second, it may print another. Above four fifths V8 may
 * give up as soon as a collection frees little, so a later warning could come too late.
 */
const nearlyFull = 0.8;
const relieved = 0.65;
const checkEveryMs = 250;

export interface Heap {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** Warns once when the heap is nearly full, and again only after there was room. */
export const memoryWatch = (read: () => Heap, say: (heap: Heap) => void): (() => void) => {
  let warned = false;
  return () => {
    const heap = read();
    const share = heap.usedBytes / heap.limitBytes;
    if (share >= nearlyFull && !warned) say(heap);
    warned = share >= nearlyFull || (warned && share > relieved);
  };
};

/** Reports what fills the heap before the process runs out of memory: V8 itself reports only that the heap was full. */
export const watchMemory = (host: WorldHost): void => {
  // Written synchronously, because the process may have no later turn.
  setInterval(
    memoryWatch(heapNow, (heap) => writeSync(2, memoryText(heap, host))),
    checkEveryMs,
  ).unref();
};

export const memoryText = ({ usedBytes, limitBytes }: Heap, host: Pick<WorldHost, 'worlds'>): string => {
  const worlds = [...host.worlds()].sort((a, b) => b.world.log.held - a.world.log.held);
  const entries = worlds.reduce((sum, { world }) => sum + world.log.held, 0);
  const [largest] = worlds;
  return [
    `podsim: memory is nearly full: ${megabytes(usedBytes)} of ${megabytes(limitBytes)} MB of heap are used,`,
    `by ${worlds.length} worlds with ${entries} log entries in memory (most of them in ${largest?.id}: ${largest?.world.log.held});`,
    'drop or reset worlds, or start with a lower --limit logEntriesInMemory=N, or with NODE_OPTIONS=--max-old-space-size=N (MB); otherwise this process ends soon\n',
  ].join(' ');
};

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
