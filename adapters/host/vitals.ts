import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Vitals } from '../../engine/control/index.ts';

/** Measurements of the serving process: answers by operation and status, the heap, and the lag of the event loop. */
export class ProcessVitals {
  readonly #answers = new Map<string, Map<number, number>>();
  #delays: IntervalHistogram | undefined;

  /** Measures the lag of the event loop, until the returned function is called. */
  watch(): () => void {
    const delays = monitorEventLoopDelay({ resolution: resolutionMs });
    delays.enable();
    this.#delays = delays;
    return () => {
      delays.disable();
      this.#delays = undefined;
    };
  }

  /** Counts an answer. */
  countAnswer(operation: string, status: number): void {
    let counts = this.#answers.get(operation);
    if (counts === undefined) {
      counts = new Map();
      this.#answers.set(operation, counts);
    }
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }

  /** All measurements. The lag is measured from the start again after this. */
  read(): Vitals {
    const requests = [...this.#answers].flatMap(([operation, counts]) =>
      [...counts].map(([status, count]) => ({ operation, status, count })),
    );
    const [meanSeconds, maxSeconds] = [computeLag(this.#delays?.mean), computeLag(this.#delays?.max)];
    this.#delays?.reset();
    return { requests, heap: heapNow(), lag: { meanSeconds, maxSeconds } };
  }
}

/** The old generation of the heap: a process ends when that is full. The new generation has separate space. */
export const heapNow = (): Vitals['heap'] => ({
  usedBytes: getHeapSpaceStatistics().reduce(
    (sum, { space_name, space_used_size }) => sum + (isNew.test(space_name) ? 0 : space_used_size),
    0,
  ),
  limitBytes: oldSpaceLimit([...process.execArgv, process.env['NODE_OPTIONS'] ?? '']) ?? getHeapStatistics().heap_size_limit,
});

const isNew = /^new_/;

/** The limit that the process options set. V8 reports only the limit of its whole heap, which is much larger if this one is small. */
export const oldSpaceLimit = (options: readonly string[]): number | undefined => {
  const [, megabytes] = /--max[-_]old[-_]space[-_]size[= ](\d+)/.exec(options.join(' ')) ?? [];
  return megabytes === undefined ? undefined : Number(megabytes) * 2 ** 20;
};

const resolutionMs = 20;

/** The histogram holds, in ns, how long a timer of `resolutionMs` took. It has no mean while it is empty. */
const computeLag = (ns = 0): number => (Number.isFinite(ns) ? Math.max(0, ns / 1e9 - resolutionMs / 1e3) : 0);
