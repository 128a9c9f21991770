import { formatVirtualTime, type VirtualTime } from '../../../kernel/time.ts';
import { DueWatch } from '../dueWatch.ts';
import type { Broken, Handlers, QuietCall, Recount, RecountRow, Sources } from '../recount.ts';

const name = 'purge-recounted';

export const purgeRecount: RecountRow = {
  invariants: [{ name, about: 'a purge of a queue removes every job that waits there, also one that leaves no entry' }],
  open: (sources) => new Purges(sources),
};

/** The jobs that the newest purge has yet to remove (queue.purge). */
class Purges implements Recount {
  readonly #sources: Sources;
  readonly #waiting = new Set<string>();
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
      const endpointId = request.params['endpoint_id'];
      for (const [id, job] of this.#sources.counted.jobs) if (job.is === 'queue' && job.endpointId === endpointId) this.#waiting.add(id);
      return undefined;
    },
    InputRefused: () => this.#waiting.clear() as undefined,
    JobPurged: ({ jobId }) => this.#leaves(jobId),
    JobStarted: ({ jobId }) => this.#leaves(jobId),
    JobCancelled: ({ jobId }) => this.#leaves(jobId),
    JobExpired: ({ jobId }) => this.#leaves(jobId),
  };

  timePasses(): Broken | undefined {
    if (this.#waiting.size === 0) {
      this.watch.clear();
      return undefined;
    }
    const [id] = this.#waiting;
    return { name, words: `${id} waits still, after the purge at ${formatVirtualTime(this.#now)}` };
  }

  /** A purge that removes nothing leaves no entry, and is right only where nothing waits. */
  readonly leavesNothing = ({ operation, request }: QuietCall): Broken | undefined => {
    if (operation !== 'purgeQueue') return undefined;
    const endpointId = request.params['endpoint_id'] ?? '';
    const waiting = this.#sources.counted.counters.get(endpointId)?.inQueue ?? 0;
    return waiting === 0 ? undefined : { name, words: `a purge of ${endpointId} removes nothing, and ${waiting} jobs wait there` };
  };

  dump(): PurgesDump {
    return { waiting: this.#waiting, now: this.#now };
  }

  load({ waiting, now }: PurgesDump): void {
    for (const id of waiting) this.#waiting.add(id);
    this.#now = now;
  }

  #leaves(jobId: string): undefined {
    if (this.#waiting.size > 0) this.#waiting.delete(jobId);
  }
}

interface PurgesDump {
  readonly waiting: ReadonlySet<string>;
  readonly now: VirtualTime;
}
