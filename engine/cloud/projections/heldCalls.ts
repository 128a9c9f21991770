import { FifoQueue } from '../../kernel/collections/fifoQueue.ts';
import type { Dumpable } from '../../kernel/dump.ts';
import type { CallEvent } from '../call/events.ts';
import type { Call } from '../call/evolve.ts';

/** The calls that wait for each job, load-balancer request, or worker, in order of arrival. */
export class HeldCalls implements Dumpable<ReadonlyMap<string, readonly string[]>> {
  readonly #byAwaited = new Map<string, FifoQueue>();

  get size(): number {
    return this.#byAwaited.size;
  }

  waitingFor(awaited: string): FifoQueue | undefined {
    return this.#byAwaited.get(awaited);
  }

  apply(event: CallEvent, { id, jobId, requestId, workerId }: Call): void {
    const awaited = jobId ?? requestId ?? workerId;
    if (awaited === null || event.type === 'CallHastened') return;
    const calls = this.#byAwaited.get(awaited) ?? new FifoQueue();
    if (event.type === 'CallHeld') {
      calls.enqueue(id);
      this.#byAwaited.set(awaited, calls);
    } else {
      calls.remove(id);
      if (calls.size === 0) this.#byAwaited.delete(awaited);
    }
  }

  dump(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#byAwaited].map(([awaited, calls]) => [awaited, [...calls]]));
  }

  load(dump: ReadonlyMap<string, readonly string[]>): void {
    for (const [awaited, calls] of dump) this.#byAwaited.set(awaited, new FifoQueue().fill(calls));
  }
}
