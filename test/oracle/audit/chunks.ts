import type { Attempt, Chunk } from '../../../engine/cloud/handler/attempt.ts';
import type { JobEvent } from '../../../engine/cloud/job/events.ts';
import type { Job } from '../../../engine/cloud/job/evolve.ts';
import type { ChangeOf } from '../../../engine/cloud/state/state.ts';
import { canonicalText, type Json } from '../../../engine/kernel/canonical.ts';
import { fillInSteps, type Steps } from '../../../engine/kernel/steps.ts';
import type { Broken, Handlers, Recount, RecountRow } from './recount.ts';

const name = 'chunks-recounted';

export const chunkRecount: RecountRow = {
  invariants: [
    { name, about: 'each chunk of a job is yielded once, in order, and then waits until a stream call takes it or a new attempt drops it' },
  ],
  open: () => new Chunks(),
};

/** The chunks of each job that has some (stream.drain). A job without a stream has no page in this book. */
class Chunks implements Recount {
  readonly #jobs = new Map<string, Streamed>();

  readonly on: Handlers = {
    JobStarted: ({ jobId, attempt: { stream } }, entry) => {
      if (stream === undefined) return this.#compare(entry);
      this.#jobs.set(jobId, { stream, yielded: 0, waiting: this.#jobs.get(jobId)?.waiting ?? 0 });
      return this.#compare(entry);
    },
    JobTakenOver: ({ jobId, attempt: { stream } }, entry) => {
      const { yielded, waiting } = this.#jobs.get(jobId) ?? none;
      if (stream !== undefined) this.#jobs.set(jobId, { stream, yielded, waiting });
      return this.#compare(entry);
    },
    JobStreamed: ({ jobId, chunks }, entry) => {
      const { stream, yielded, waiting } = this.#jobs.get(jobId) ?? none;
      this.#jobs.set(jobId, { stream, yielded: yielded + 1, waiting: waiting + chunks.length });
      const wrong = stream && wrongChunk(stream, yielded, chunks);
      if (wrong !== undefined) return { name, words: `${jobId} ${wrong}` };
      const { chunks: held } = entry.entity;
      if (chunks.some((chunk, k) => held[held.length - chunks.length + k] !== chunk))
        return { name, words: `${jobId} does not hold the chunk that it has yielded last` };
      return this.#compare(entry);
    },
    JobDrained: ({ jobId, chunks }, entry) => {
      const streamed = this.#jobs.get(jobId) ?? none;
      if (chunks !== streamed.waiting) return { name, words: `a call took ${chunks} chunks of ${jobId}, where ${streamed.waiting} waited` };
      this.#jobs.set(jobId, { ...streamed, waiting: 0 });
      return this.#compare(entry);
    },
    JobCompleted: ({ jobId }, entry) => {
      const { stream, yielded } = this.#jobs.get(jobId) ?? none;
      if (stream !== undefined && yielded < stream.count)
        return { name, words: `${jobId} has completed after ${yielded} of its ${stream.count} chunks` };
      return this.#compare(entry);
    },
    JobRequeued: (event, entry) => this.#drop(event, entry),
    JobRetried: (event, entry) => this.#drop(event, entry),
    JobExpired: ({ jobId }) => this.#forget(jobId),
    JobPurged: ({ jobId }) => this.#forget(jobId),
  };

  dump(): ReadonlyMap<string, Streamed> {
    return this.#jobs;
  }

  load(dump: ReadonlyMap<string, Streamed>): Steps<void> {
    return fillInSteps(this.#jobs, dump);
  }

  /** The next attempt begins without chunks. */
  #drop({ jobId }: JobEvent, entry: ChangeOf<'job'>): Broken | undefined {
    this.#jobs.delete(jobId);
    return this.#compare(entry);
  }

  #forget(jobId: string): undefined {
    if (this.#jobs.size > 0) this.#jobs.delete(jobId);
  }

  #compare({ id, entity }: { readonly id: string; readonly entity: Pick<Job, 'chunks'> }): Broken | undefined {
    const waiting = this.#jobs.size === 0 ? 0 : (this.#jobs.get(id)?.waiting ?? 0);
    if (entity.chunks.length === waiting) return undefined;
    return { name, words: `${id} holds ${entity.chunks.length} chunks, the log says that ${waiting} wait` };
  }
}

/** A page of the book. */
interface Streamed {
  /** What its attempt says that it will yield; undefined where a real worker yields. */
  readonly stream: Stream | undefined;
  /** How many it has yielded in this attempt, before any was split. */
  readonly yielded: number;
  /** How many pieces no call has taken. */
  readonly waiting: number;
}

type Stream = NonNullable<Attempt['stream']>;

const none: Streamed = { stream: undefined, yielded: 0, waiting: 0 };

/** What is wrong with the pieces of the k-th chunk, counted from 0. */
const wrongChunk = ({ count, outputs }: Stream, k: number, pieces: readonly Chunk[]): string | undefined => {
  if (k >= count) return `has yielded ${k + 1} chunks, and has ${count}`;
  const output = outputs?.[k] ?? k + 1;
  return isMadeOf(output, pieces) ? undefined : `has yielded something else than chunk ${k + 1}`;
};

const isMadeOf = (output: Json, pieces: readonly Chunk[]): boolean => {
  const [first] = pieces;
  if (pieces.length === 1) return first?.output === output || canonicalText(first?.output ?? null) === canonicalText(output);
  return pieces.map((piece) => piece.output).join('') === (typeof output === 'string' ? output : canonicalText(output));
};
