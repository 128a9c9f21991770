import type { CallEvent } from '../call/events.ts';
import type { Call } from '../call/evolve.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { Lineup } from '../kernel/lineup.ts';

/** The calls that wait for each job, in the order they came. */
export class HeldCalls implements Dumpable<ReadonlyMap<string, readonly string[]>> {
  readonly #byJob = new Map<string, Lineup>();

  get size(): number {
    return this.#byJob.size;
  }

  waitingFor(jobId: string): Lineup | undefined {
    return this.#byJob.get(jobId);
  }

  apply(event: CallEvent, { id, jobId }: Call): void {
    if (jobId === null || event.type === 'CallHastened') return;
    const calls = this.#byJob.get(jobId) ?? new Lineup();
    if (event.type === 'CallHeld') {
      calls.join(id);
      this.#byJob.set(jobId, calls);
    } else {
      calls.leave(id);
      if (calls.size === 0) this.#byJob.delete(jobId);
    }
  }

  dump(): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#byJob].map(([jobId, calls]) => [jobId, [...calls]]));
  }

  load(dump: ReadonlyMap<string, readonly string[]>): void {
    for (const [jobId, calls] of dump) this.#byJob.set(jobId, new Lineup().fill(calls));
  }
}
