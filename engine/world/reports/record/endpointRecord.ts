import { type Rate, toNanoUsd } from '../../../cloud/catalog/prices.ts';
import { activeStatuses, placedStatuses, type WorkerStatus } from '../../../cloud/worker/lifecycle.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { Gauge, type RunSpan, type Trace } from './gauge.ts';
import { Samples } from './samples.ts';
import { WorkRecord } from './workRecord.ts';

/** The record of an endpoint, or of all together. */
export class EndpointRecord {
  readonly jobs: WorkRecord;
  readonly requests: WorkRecord;
  /** From the moment when a worker, or its container after a crash, began to start, until it was ready. Starts without a delay are none. */
  readonly coldStarts = new Samples();
  /** How many sequences gain a token with each step of their worker's batch (handler.tokens). */
  readonly batch: Gauge;
  /** The number of tokens in the answers of workers. */
  tokens = 0;
  readonly #span: RunSpan;
  readonly #workers = new Map<WorkerStatus, Gauge>();
  /** In rate × milliseconds. */
  #cost: Rate = 0n;

  constructor(span: RunSpan) {
    this.#span = span;
    this.jobs = new WorkRecord(span);
    this.requests = new WorkRecord(span);
    this.batch = new Gauge(span);
  }

  /** The workers in each status that counts towards `workers.max` and in which any worker was for some time. */
  get workers(): ReadonlyMap<WorkerStatus, Gauge> {
    return new Map(
      activeStatuses.flatMap((status) => {
        const gauge = this.#workers.get(status);
        return gauge === undefined || gauge.sum === 0 ? [] : [[status, gauge]];
      }),
    );
  }

  /** The same in a span that is traced: each change of them. */
  get workerTraces(): ReadonlyMap<WorkerStatus, Trace> {
    return new Map(
      activeStatuses.flatMap((status) => {
        const trace = this.#workers.get(status)?.trace;
        return trace === undefined || trace.times.length === 0 ? [] : [[status, trace]];
      }),
    );
  }

  /** Worker time spent on jobs and requests over worker time held, from 0 to 1; 0 when no worker was held. */
  get utilization(): number {
    const { heldMs } = this;
    return heldMs === 0 ? 0 : (this.workers.get('RUNNING')?.sum ?? 0) / heldMs;
  }

  /** For how long its workers were held, all together. */
  get heldMs(): number {
    const { workers } = this;
    return placedStatuses.reduce((sum, status) => sum + (workers.get(status)?.sum ?? 0), 0);
  }

  /** The USD for everything that its workers held, at the serverless prices; an unknown price counts as 0. Exact to the nano-dollar. */
  get cost(): number {
    return Number(toNanoUsd(this.#cost)) / 1_000_000_000;
  }

  moveWorker(from: WorkerStatus, to: WorkerStatus, at: VirtualTime): void {
    this.#gauge(from)?.change(-1, at);
    this.#gauge(to)?.change(1, at);
  }

  close(): void {
    const own = [this, this.jobs, this.requests].flatMap((part) => Object.values(part));
    for (const gauge of [...own, ...this.#workers.values()]) if (gauge instanceof Gauge) gauge.close();
  }

  /** Forgets the samples and the traced changes up to an entry. Counts and sums stay. */
  forget(entry: Pick<LogEntry, 'seq' | 'at'>): void {
    for (const part of [this, this.jobs, this.requests]) forgetParts(Object.values(part), entry);
    forgetParts([...this.#workers.values()], entry);
  }

  charge(amount: Rate): void {
    this.#cost += amount;
  }

  #gauge(status: WorkerStatus): Gauge | undefined {
    if (!activeStatuses.includes(status)) return undefined;
    const gauge = this.#workers.get(status) ?? new Gauge(this.#span);
    this.#workers.set(status, gauge);
    return gauge;
  }
}

/** Forgets what there is of these up to an entry, whatever they are: a record has samples and gauges, and counts, which stay. */
const forgetParts = (parts: readonly unknown[], { seq, at }: Pick<LogEntry, 'seq' | 'at'>): void => {
  for (const part of parts) {
    if (part instanceof Samples) part.forget(seq);
    if (part instanceof Gauge) part.trace?.forget(at);
  }
};
