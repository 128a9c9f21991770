import type { WorkerEvent } from '../../../cloud/worker/events.ts';
import { idOfWork, type WorkOf } from '../../../cloud/worker/work.ts';
import type { VirtualTime } from '../../../kernel/time.ts';
import type { EndpointRecord } from './endpointRecord.ts';

/** A sequence in the batch of a worker. */
interface RecordedSequence {
  readonly kind: 'job' | 'request';
  /** How many tokens its answer has. */
  readonly output: number;
  isDecoded: boolean;
  firstAt: VirtualTime | undefined;
}

/** The records of a stage, and the time of its begin. */
interface StageStart {
  readonly records: readonly EndpointRecord[];
  readonly seq: number;
  readonly at: VirtualTime;
}

/** The tokens that workers make (handler.tokens), folded from their events. */
export class TokenRecorder {
  /** By worker, and by job or request. */
  readonly #batches = new Map<string, Map<string, RecordedSequence>>();

  /** `since`: when the job or request came, or when a client asked for it again. */
  add(event: WorkerEvent, since: (of: WorkOf) => VirtualTime | undefined, moment: StageStart): void {
    switch (event.type) {
      case 'WorkerBeganWork':
        if (event.tokens !== undefined) this.#join(event.workerId, event, event.tokens.output);
        return;
      case 'WorkerDidWork':
        if (event.stage !== undefined) this.#step(event, since, moment);
        return;
      case 'WorkerEndedJob':
      case 'WorkerEndedRequest':
        this.#leave(event.workerId, idOfWork(event), moment);
        return;
      case 'WorkerFreed':
      case 'WorkerCrashed':
      case 'WorkerTurnedUnhealthy':
      case 'WorkerLostHost':
      case 'WorkerTerminated':
        for (const id of [...(this.#batches.get(event.workerId)?.keys() ?? [])]) this.#leave(event.workerId, id, moment);
        this.#batches.delete(event.workerId);
        return;
      default:
        return;
    }
  }

  #join(workerId: string, of: WorkOf, output: number): void {
    const batch = this.#batches.get(workerId) ?? new Map<string, RecordedSequence>();
    this.#batches.set(workerId, batch);
    batch.set(idOfWork(of), { kind: 'jobId' in of ? 'job' : 'request', output, isDecoded: false, firstAt: undefined });
  }

  #step(
    event: Extract<WorkerEvent, { type: 'WorkerDidWork' }>,
    since: (of: WorkOf) => VirtualTime | undefined,
    { records, seq, at }: StageStart,
  ): void {
    const { workerId, stage } = event;
    const sequence = this.#batches.get(workerId)?.get(idOfWork(event));
    if (sequence === undefined) return;
    const { kind, output, firstAt } = sequence;
    if (stage === 'prompt-read') this.#decode(sequence, true, { records, seq, at });
    if (stage === 'pushed-back') this.#decode(sequence, false, { records, seq, at });
    if (stage === 'first-token') {
      sequence.firstAt = at;
      for (const record of records) record[`${kind}s`].firstTokens.add(at - (since(event) ?? at), seq);
    }
    if (stage !== 'last-token') return;
    for (const record of records) {
      record.tokens += output;
      if (output > 1) record[`${kind}s`].tokenTimes.add(Math.round((at - (firstAt ?? at)) / (output - 1)), seq);
    }
    this.#leave(workerId, idOfWork(event), { records, seq, at });
  }

  /** Done or not: it gains no more. */
  #leave(workerId: string, id: string, moment: StageStart): void {
    const batch = this.#batches.get(workerId);
    const sequence = batch?.get(id);
    if (sequence === undefined) return;
    this.#decode(sequence, false, moment);
    batch?.delete(id);
  }

  #decode(sequence: RecordedSequence, isDecoded: boolean, { records, at }: StageStart): void {
    if (sequence.isDecoded === isDecoded) return;
    sequence.isDecoded = isDecoded;
    for (const { batch } of records) batch.change(isDecoded ? 1 : -1, at);
  }
}
