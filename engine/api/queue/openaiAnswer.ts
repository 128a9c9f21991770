import type { Chunk } from '../../cloud/handler/attempt.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Job } from '../../cloud/job/evolve.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { Added, Answer } from '../operation.ts';
import { isTerminal } from './view.ts';

/** The answer of a job that has ended: what its worker gave; a list of one, which a generator gives, without its list (queue.openai). */
export const rawAnswer = (job: Job): Answer<Json> => {
  if (job.status !== 'COMPLETED') return failWith(job);
  const { output } = job;
  return { status: 200, body: (Array.isArray(output) && output.length === 1 ? output[0] : output) as Json };
};

/**
 * The pieces of a job as they come, each as its worker wrote it, until it has ended. Where nothing came before its end, its output is the one
 * piece. A job that ends otherwise, or goes back to the queue, ends them with an error: what was sent cannot be taken back.
 */
export const followJob = (sim: SimulationContext, job: Job): Answer<Json> => {
  if (isTerminal(job) && job.status !== 'COMPLETED' && job.chunks.length === 0) return failWith(job);
  const pieces = new PieceWriter(job);
  const first = pieces.begin(job);
  let read = sim.log.length;
  const backfill = (): Added => {
    const since = [...sim.log.entries(read)].flatMap(({ event }) => pieces.after(event));
    read = sim.log.length;
    return { frames: [...first, ...since].map((data) => ({ id: job.id, data })), ended: pieces.haveEnded };
  };
  const next = ({ event }: { readonly event: DomainEvent }): Added => ({
    frames: pieces.after(event).map((data) => ({ id: job.id, data })),
    ended: pieces.haveEnded,
  });
  return { status: 200, body: first, frames: { backfill, next, raw: true, follows: () => [{ kind: 'job', id: job.id }] } };
};

/** Writes what a job yields as events. */
class PieceWriter {
  haveEnded = false;
  readonly #jobId: string;
  #written = 0;
  #isDone = false;

  constructor({ id }: Job) {
    this.#jobId = id;
  }

  /** What there is already. */
  begin(job: Job): readonly string[] {
    const yielded = this.#write(job.chunks);
    return isTerminal(job) ? [...yielded, ...this.#end(job.status, job.output)] : yielded;
  }

  after(event: DomainEvent): readonly string[] {
    if (this.haveEnded || !('jobId' in event) || event.jobId !== this.#jobId) return [];
    switch (event.type) {
      case 'JobStreamed':
        return this.#write(event.chunks);
      case 'JobCompleted':
        return this.#end('COMPLETED', event.output);
      case 'JobFailed':
        return this.#end(event.error, null);
      case 'JobTimedOut':
      case 'JobCancelled':
      case 'JobRequeued':
      case 'JobExpired':
        return this.#end(words[event.type], null);
      default:
        return [];
    }
  }

  #write(chunks: readonly Chunk[]): readonly string[] {
    this.#written += chunks.length;
    return chunks.map(({ output }) => this.#asEvent(output));
  }

  #end(how: string, output: Json): readonly string[] {
    this.haveEnded = true;
    if (how !== 'COMPLETED') return [this.#asEvent({ error: writeError(how) })];
    const rest = this.#written === 0 ? [output].flat().map((piece) => this.#asEvent(piece as Json)) : [];
    return this.#isDone ? rest : [...rest, done];
  }

  /** A worker writes the events itself; any other value is written as one. */
  #asEvent(output: Json): string {
    const text = typeof output === 'string' && output.startsWith('data: ') ? output : `data: ${JSON.stringify(output)}\n\n`;
    this.#isDone ||= text.includes(done.trimEnd());
    return text;
  }
}

const done = 'data: [DONE]\n\n';

// biome-ignore format: a table
const words = {
  JobTimedOut:  'the job ran longer than it may',
  JobCancelled: 'the job was cancelled',
  JobRequeued:  'the worker of the job was lost; the job runs again, without this call',
  JobExpired:   'the job is no longer there',
} as const;

const failWith = (job: Job): Answer<Json> => ({
  status: 500,
  rule: 'queue.openai',
  body: { error: writeError(job.error ?? `the job is ${job.status}`) },
});

/** Clients of the protocol read what went wrong here, and nowhere else. */
const writeError = (message: string): Json => ({ message, type: 'server_error', param: null, code: null });
