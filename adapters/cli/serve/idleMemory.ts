import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long a server must be idle, and by how much its process must have grown, before memory is returned. */
const idleMs = 2_000;
const grownBytes = 64_000_000;

/** A thread that works for more than this share of the time is not idle: long work may go on for minutes after its request came. */
const busyFrom = 0.1;

/**
 * Returns memory to the system when a server is idle. V8 lets a heap grow to several times its live size before it collects. That is right
 * under load, but an idle server on a developer's machine should not hold that memory.
 */
export const giveMemoryBack = (server: Server): void => {
  const idle = new IdleWatch(performance.now(), process.memoryUsage.rss());
  server.prependListener('request', () => idle.seesActivity(performance.now()));
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (!idle.isDue(performance.now(), process.memoryUsage.rss(), utilization)) return;
    collect();
    idle.hasCollected(process.memoryUsage.rss());
  }, idleMs / 2).unref();
};

/** The time to collect. A full collection stops the thread, so a call that arrives meanwhile waits for its end. */
export class IdleWatch {
  #activeAt: number;
  #baseline: number;

  constructor(now: number, rss: number) {
    this.#activeAt = now;
    this.#baseline = rss;
  }

  seesActivity(now: number): void {
    this.#activeAt = now;
  }

  /** Whether to collect now. `utilization` is the share of the time since the last look in which the thread worked. */
  isDue(now: number, rss: number, utilization: number): boolean {
    if (utilization >= busyFrom) this.seesActivity(now);
    return now - this.#activeAt >= idleMs && rss - this.#baseline >= grownBytes;
  }

  hasCollected(rss: number): void {
    this.#baseline = rss;
  }
}

/** A full collection with compaction: only then are whole pages free to be returned. */
const collect = (): void => {
  setFlagsFromString('--expose-gc');
  setFlagsFromString('--compact-on-every-full-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-compact-on-every-full-gc');
};
