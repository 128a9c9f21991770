import type { Rate } from '../../../cloud/catalog/prices.ts';
import { findId, findKind } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { JobEvent } from '../../../cloud/job/events.ts';
import { jobLifecycle } from '../../../cloud/job/lifecycle.ts';
import type { RequestEvent } from '../../../cloud/request/events.ts';
import { requestLifecycle } from '../../../cloud/request/lifecycle.ts';
import { noteMechanisms } from '../../../cloud/timing/usedMechanisms.ts';
import type { WorkerEvent, WorkerShape } from '../../../cloud/worker/events.ts';
import { type WorkerStatus, workerLifecycle } from '../../../cloud/worker/lifecycle.ts';
import { isBilled, workerRates } from '../../../cloud/worker/price.ts';
import { idOfWork } from '../../../cloud/worker/work.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import { EndpointRecord } from './endpointRecord.ts';
import { type RunSpan, spanUpTo } from './gauge.ts';
import { TokenRecorder } from './tokenRecorder.ts';
import type { WorkOutcome } from './workRecord.ts';

/** The performance of each endpoint in a log, in order of appearance, and of all together. */
export interface LogRecord {
  readonly all: EndpointRecord;
  readonly endpoints: ReadonlyMap<string, EndpointRecord>;
  /** The mechanisms that took time in it, such as `start`. They determine how far off its numbers are. */
  readonly mechanisms: ReadonlySet<string>;
}

/** Folds a log, once. The statuses follow from the lifecycles: nothing else of the state is needed. */
export const recordLog = (entries: Iterable<LogEntry<DomainEvent>>, span: RunSpan): LogRecord => {
  const recorder = new LogRecorder(span);
  for (const entry of entries) recorder.add(entry);
  recorder.close();
  return recorder;
};

/** The record of one endpoint, or of all, up to `until`. */
export const recordEndpoint = (entries: Iterable<LogEntry<DomainEvent>>, until: VirtualTime, endpointId?: string): EndpointRecord => {
  const span = spanUpTo(until, 1);
  const { all, endpoints } = recordLog(entries, span);
  return endpointId === undefined ? all : (endpoints.get(endpointId) ?? new EndpointRecord(span));
};

/** The records that an entity's events go to. */
type Records = readonly EndpointRecord[];

/** A job or a request. */
interface WorkItem {
  readonly records: Records;
  status: string;
  outcome: WorkOutcome;
  /** When it came, or when a client asked for it again. */
  since: VirtualTime;
}

type WorkKind = 'job' | 'request';

interface RecordedWorker {
  readonly records: Records;
  shape: WorkerShape;
  status: WorkerStatus;
  /** When it began to start. */
  startedAt: VirtualTime;
  /** Its costs while it is billed, and the time since which it has this rate. */
  rate: Rate;
  billedSince: VirtualTime;
}

/** Folds a log entry by entry. */
export class LogRecorder implements LogRecord {
  readonly all: EndpointRecord;
  readonly endpoints = new Map<string, EndpointRecord>();
  readonly mechanisms = new Set<string>();
  readonly #span: RunSpan;
  readonly #work: Readonly<Record<WorkKind, Map<string, WorkItem>>> = { job: new Map(), request: new Map() };
  readonly #workers = new Map<string, RecordedWorker>();
  readonly #tokens = new TokenRecorder();

  constructor(span: RunSpan) {
    this.#span = span;
    this.all = new EndpointRecord(span);
  }

  add({ seq, at, event }: LogEntry<DomainEvent>): void {
    noteMechanisms(this.mechanisms, event);
    const kind = findKind(event);
    if (kind === 'job' || kind === 'request') this.#recordWork(kind, findId(kind, event), event as JobEvent | RequestEvent, seq, at);
    else if (kind === 'worker') this.#recordWorker(findId(kind, event), event as WorkerEvent, seq, at);
  }

  /** Lets the rest of the span pass. Workers that are still billed have cost until its end. */
  close(): void {
    for (const worker of this.#workers.values()) if (isBilled(worker.status)) charge(worker, this.#span.until);
    for (const record of [this.all, ...this.endpoints.values()]) record.close();
  }

  /** Forgets the samples and the traced changes up to an entry, for a log that grows without end. Counts and sums stay. */
  forget(entry: Pick<LogEntry, 'seq' | 'at'>): void {
    for (const record of [this.all, ...this.endpoints.values()]) record.forget(entry);
  }

  #listRecords(endpointId: string): Records {
    const known = this.endpoints.get(endpointId) ?? new EndpointRecord(this.#span);
    this.endpoints.set(endpointId, known);
    return [this.all, known];
  }

  #recordWork(kind: WorkKind, id: string, event: JobEvent | RequestEvent, seq: number, at: VirtualTime): void {
    const lifecycle = lifecycles[kind];
    if (event.type === 'JobQueued' || event.type === 'RequestReceived') {
      const records = this.#listRecords(event.endpointId);
      for (const record of records) record[`${kind}s`].arrive(at);
      this.#work[kind].set(id, { records, status: lifecycle.initial, outcome: 'unfinished', since: at });
    }
    const work = this.#work[kind].get(id);
    if (work === undefined) return;
    if (event.type === 'JobRetried') work.since = at;
    const [status, outcome] = [lifecycle.to(work.status, event.type), readOutcome(event, work.outcome)];
    for (const { [`${kind}s` as const]: record } of work.records) {
      if (status !== work.status) {
        record.queue.change(Number(waiting.has(status)) - Number(waiting.has(work.status)), at);
        record.running.change(Number(running.has(status)) - Number(running.has(work.status)), at);
      }
      if (event.type === 'JobStarted' || event.type === 'RequestStarted') record.waits.add(at - work.since, seq);
      if (event.type === 'JobRequeued') record.requeued += 1;
      if (event.type === 'JobRetried') record.retried += 1;
      if ('executionTime' in event) record.executions.add(event.executionTime, seq);
      if (outcome !== work.outcome) record.conclude(work.outcome, outcome, at - work.since, { seq, at });
    }
    work.status = status;
    work.outcome = outcome;
    if (lifecycle.isFinal(status)) this.#work[kind].delete(id);
  }

  #recordWorker(id: string, event: WorkerEvent, seq: number, at: VirtualTime): void {
    if (event.type === 'WorkerLaunched' || event.type === 'WorkerThrottled') {
      // It may have been stopped before: then it is launched again.
      const status = this.#workers.get(id)?.status ?? workerLifecycle.initial;
      const records = this.#listRecords(event.endpointId);
      this.#workers.set(id, { records, shape: event, status, startedAt: at, rate: this.#findRate(event), billedSince: at });
    }
    const worker = this.#workers.get(id);
    if (worker === undefined) return;
    this.#tokens.add(event, (of) => this.#work['jobId' in of ? 'job' : 'request'].get(idOfWork(of))?.since, {
      records: worker.records,
      seq,
      at,
    });
    const status = workerLifecycle.to(worker.status, event.type);
    const [wasBilled, bills] = [isBilled(worker.status), isBilled(status)];
    if (wasBilled && (!bills || event.type === 'WorkerRetuned')) charge(worker, at);
    if (bills && (!wasBilled || event.type === 'WorkerRetuned')) worker.billedSince = at;
    if (event.type === 'WorkerPlaced') worker.shape = { ...worker.shape, placement: event.placement, ...withCpu(event) };
    if (event.type === 'WorkerRetuned') worker.shape = { ...worker.shape, kept: event.kept };
    if (event.type === 'WorkerPlaced' || event.type === 'WorkerRetuned') worker.rate = this.#findRate(worker.shape);
    if (status === worker.status) return;
    for (const record of worker.records) {
      record.moveWorker(worker.status, status, at);
      if (event.type === 'WorkerReady' && at > worker.startedAt) record.coldStarts.add(at - worker.startedAt, seq);
    }
    if (status === 'INITIALIZING') worker.startedAt = at;
    worker.status = status;
    if (workerLifecycle.isFinal(status)) this.#workers.delete(id);
  }

  #findRate(shape: WorkerShape): Rate {
    const { gpu, cpu } = workerRates(shape.placement, shape);
    return gpu + cpu;
  }
}

const lifecycles = { job: jobLifecycle, request: requestLifecycle };

const waiting: ReadonlySet<string> = new Set([...jobLifecycle.statusesWith('waiting'), ...requestLifecycle.statusesWith('waiting')]);

const running: ReadonlySet<string> = new Set([...jobLifecycle.statusesWith('running'), ...requestLifecycle.statusesWith('running')]);

/** Reads the outcome of a job or a request from an event, or leaves it as it was. A handler that answers 5xx has failed. */
const readOutcome = (event: JobEvent | RequestEvent, before: WorkOutcome): WorkOutcome => {
  switch (event.type) {
    case 'JobCompleted':
      return 'completed';
    case 'JobFailed':
      return 'failed';
    case 'JobTimedOut':
      return 'timedOut';
    case 'JobCancelled':
      return 'cancelled';
    case 'JobPurged':
      return 'purged';
    case 'JobRetried':
      return 'unfinished';
    case 'JobExpired':
      return before === 'unfinished' ? 'expired' : before;
    case 'RequestAnswered':
      return event.status >= 500 ? 'failed' : 'completed';
    case 'RequestFailed':
      return event.because === 'timeout' ? 'timedOut' : 'failed';
    case 'RequestClosed':
      return before === 'unfinished' ? 'cancelled' : before;
    default:
      return before;
  }
};

/** The CPU configuration that it is placed with decides the price. */
const withCpu = ({ cpu }: Extract<WorkerEvent, { type: 'WorkerPlaced' }>): Partial<WorkerShape> =>
  cpu === undefined ? {} : { cpu, vcpus: cpu.vcpuCount };

const charge = ({ records, rate, billedSince }: RecordedWorker, until: VirtualTime): void => {
  for (const record of records) record.charge(rate * BigInt(until - billedSince));
};
