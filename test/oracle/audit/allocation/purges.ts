import { formatVirtualTime, type VirtualTime } from '../../../../engine/kernel/time.ts';
import type { QuietCall } from '../../../../engine/simulator/judge.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, Recount, RecountRow, Sources } from '../recount.ts';

const name = 'purge-recounted';

export const purgeRecount: RecountRow = {
  invariants: [{ name, about: 'a purge of a queue removes every job that waits there, also one that leaves no entry' }],
  open: (sources) => new Purges(sources),
};

/** How many jobs the newest purge has yet to remove (queue.purge). Counted, not listed: a queue may have 100,000, and a purge is one step. */
class Purges implements Recount {
  readonly #sources: Sources;
  #left = 0;
  #endpointId = '';
  readonly watch = new DueWatch();
  #now = 0 as VirtualTime;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  readonly on: Handlers = {
    InputReceived: ({ operation, request }, { at }) => {
      if (operation !== 'purgeQueue') return undefined;
      this.#now = at;
      this.watch.set();
      this.#endpointId = request.params['endpoint_id'] ?? '';
      this.#left = this.#countWaiting(this.#endpointId);
      return undefined;
    },
    InputRefused: () => {
      this.#left = 0;
      return undefined;
    },
    JobPurged: ({ jobId }) => this.#leaves(jobId),
    JobStarted: ({ jobId }) => this.#leaves(jobId),
    JobCancelled: ({ jobId }) => this.#leaves(jobId),
    JobExpired: ({ jobId }) => this.#leaves(jobId),
  };

  timePasses(): Broken | undefined {
    if (this.#left === 0) {
      this.watch.clear();
      return undefined;
    }
    return { name, words: `${this.#left} jobs of ${this.#endpointId} wait still, after the purge at ${formatVirtualTime(this.#now)}` };
  }

  /** A purge that removes nothing leaves no entry, and is right only where nothing waits. */
  readonly leavesNothing = ({ operation, request }: QuietCall): Broken | undefined => {
    if (operation !== 'purgeQueue') return undefined;
    const endpointId = request.params['endpoint_id'] ?? '';
    const waiting = this.#countWaiting(endpointId);
    return waiting === 0 ? undefined : { name, words: `a purge of ${endpointId} removes nothing, and ${waiting} jobs wait there` };
  };

  dump(): PurgesDump {
    // Equal worlds have equal books: a purge that is done is forgotten.
    return { left: this.#left, endpointId: this.#left === 0 ? '' : this.#endpointId, now: this.#now };
  }

  load({ left, endpointId, now }: PurgesDump): void {
    this.#left = left;
    this.#endpointId = endpointId;
    this.#now = now;
  }

  #countWaiting(endpointId: string): number {
    return this.#sources.counted.counters.get(endpointId)?.inQueue ?? 0;
  }

  #leaves(jobId: string): undefined {
    if (this.#left > 0 && this.#sources.counted.jobs.get(jobId)?.endpointId === this.#endpointId) this.#left -= 1;
  }
}

interface PurgesDump {
  readonly left: number;
  readonly endpointId: string;
  readonly now: VirtualTime;
}
