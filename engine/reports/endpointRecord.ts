import { monthMs, type Rate } from '../catalog/prices.ts';
import type { VirtualTime } from '../kernel/time.ts';
import { activeStatuses, placedStatuses, type WorkerStatus } from '../worker/lifecycle.ts';
import { Level, type Window } from './level.ts';
import { Samples } from './samples.ts';
import { WorkRecord } from './workRecord.ts';

/** What is recorded of an endpoint, or of all together. */
export class EndpointRecord {
  readonly jobs: WorkRecord;
  readonly requests: WorkRecord;
  /** From the moment when a worker, or its container after a crash, began to start, until it was ready. Starts without a delay are none. */
  readonly coldStarts = new Samples();
  readonly #window: Window;
  readonly #workers = new Map<WorkerStatus, Level>();
  /** In rate × milliseconds. */
  #cost: Rate = 0n;

  constructor(window: Window) {
    this.#window = window;
    this.jobs = new WorkRecord(window);
    this.requests = new WorkRecord(window);
  }

  /** The workers in each status that counts towards `workers.max` and in which any worker was for some time. */
  get workers(): ReadonlyMap<WorkerStatus, Level> {
    return new Map(
      activeStatuses.flatMap((status) => {
        const level = this.#workers.get(status);
        return level === undefined || level.sum === 0 ? [] : [[status, level]];
      }),
    );
  }

  /** Worker time spent on jobs and requests over worker time held, from 0 to 1; 0 when no worker was held. */
  get utilization(): number {
    const { workers } = this;
    const held = placedStatuses.reduce((sum, status) => sum + (workers.get(status)?.sum ?? 0), 0);
    return held === 0 ? 0 : (workers.get('RUNNING')?.sum ?? 0) / held;
  }

  /** USD for what its workers held, at the serverless prices; an unknown price counts as 0. Exact to the nano-dollar. */
  get cost(): number {
    return Number((this.#cost * 1_000n) / BigInt(monthMs)) / 1_000_000_000;
  }

  moveWorker(from: WorkerStatus, to: WorkerStatus, at: VirtualTime): void {
    this.#level(from)?.change(-1, at);
    this.#level(to)?.change(1, at);
  }

  close(): void {
    for (const level of [this.jobs.queue, this.requests.queue, ...this.#workers.values()]) level.close();
  }

  charge(amount: Rate): void {
    this.#cost += amount;
  }

  #level(status: WorkerStatus): Level | undefined {
    if (!activeStatuses.includes(status)) return undefined;
    const level = this.#workers.get(status) ?? new Level(this.#window);
    this.#workers.set(status, level);
    return level;
  }
}
