import { writeSync } from 'node:fs';
import { heapNow } from '../host/vitals.ts';
import type { WorldHost } from '../host/worldHost.ts';

/**
 * Above the first share of the heap's limit it is said that memory ends; below the second it may be said again. From four fifths on
 * V8 gives up where the collector finds little, so nothing later is in time.
 */
const nearlyFull = 0.8;
const relieved = 0.65;
const checkEveryMs = 250;

export interface Heap {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

/** Says once that the heap is nearly full, and again only after there was room. */
export const memoryWatch = (read: () => Heap, say: (heap: Heap) => void): (() => void) => {
  let said = false;
  return () => {
    const heap = read();
    const share = heap.usedBytes / heap.limitBytes;
    if (share >= nearlyFull && !said) say(heap);
    said = share >= nearlyFull || (said && share > relieved);
  };
};

/** Before a process dies of a full heap its log says what filled it: V8 itself says only that it was full. */
export const watchMemory = (serving: WorldHost): void => {
  // Written at once, and not when the process next has time: it may have none.
  setInterval(
    memoryWatch(heapNow, (heap) => writeSync(2, memoryText(heap, serving))),
    checkEveryMs,
  ).unref();
};

export const memoryText = ({ usedBytes, limitBytes }: Heap, serving: Pick<WorldHost, 'worlds'>): string => {
  const worlds = [...serving.worlds()].sort((a, b) => b.world.log.held - a.world.log.held);
  const entries = worlds.reduce((sum, { world }) => sum + world.log.held, 0);
  const [largest] = worlds;
  return [
    `podsim: memory is nearly full: ${megabytes(usedBytes)} of ${megabytes(limitBytes)} MB of heap are used,`,
    `by ${worlds.length} worlds with ${entries} log entries in memory (most of them in ${largest?.id}: ${largest?.world.log.held});`,
    'drop or reset worlds, or start with a lower --limit logEntriesInMemory=N, or with NODE_OPTIONS=--max-old-space-size=N (MB); otherwise this process ends soon\n',
  ].join(' ');
};

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);
