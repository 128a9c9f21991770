import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Vitals } from '../../engine/index.ts';

/** What is measured of the process that serves: answers by operation and status, the heap, and how late the event loop is. */
export class ProcessVitals {
  readonly #answers = new Map<string, Map<number, number>>();
  #delays: IntervalHistogram | undefined;

  /** Measures how late the event loop is, until the function that comes back is called. */
  watch(): () => void {
    const delays = monitorEventLoopDelay({ resolution: resolutionMs });
    delays.enable();
    this.#delays = delays;
    return () => {
      delays.disable();
      this.#delays = undefined;
    };
  }

  /** A request of this operation was answered so. */
  answered(operation: string, status: number): void {
    let counts = this.#answers.get(operation);
    if (counts === undefined) {
      counts = new Map();
      this.#answers.set(operation, counts);
    }
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** How things stand; from here on the lag is measured anew. */
  read(): Vitals {
    const requests = [...this.#answers].flatMap(([operation, counts]) =>
      [...counts].map(([status, count]) => ({ operation, status, count })),
    );
    const [meanSeconds, maxSeconds] = [lagOf(this.#delays?.mean), lagOf(this.#delays?.max)];
    this.#delays?.reset();
    return { requests, heap: heapNow(), lag: { meanSeconds, maxSeconds } };
  }
}

/** The part of the heap that ends a process when it is full: what is old. What is new has room of its own beside it. */
export const heapNow = (): Vitals['heap'] => ({
  usedBytes: getHeapSpaceStatistics().reduce(
    (sum, { space_name, space_used_size }) => sum + (isNew.test(space_name) ? 0 : space_used_size),
    0,
  ),
  limitBytes: oldSpaceLimit([...process.execArgv, process.env['NODE_OPTIONS'] ?? '']) ?? getHeapStatistics().heap_size_limit,
});

const isNew = /^new_/;

/** What the options of the process say; V8 tells the limit of all of its heap only, which is much more where this one is small. */
export const oldSpaceLimit = (options: readonly string[]): number | undefined => {
  const [, megabytes] = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options.join(' ')) ?? [];
  return megabytes === undefined ? undefined : Number(megabytes) * 2 ** 20;
};

const resolutionMs = 20;

/** The histogram holds how long a timer took that asks for `resolutionMs`, in ns; it has no mean while it is empty. */
const lagOf = (ns = 0): number => (Number.isFinite(ns) ? Math.max(0, ns / 1e9 - resolutionMs / 1e3) : 0);
