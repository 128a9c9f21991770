import { canonicalText, type Json } from '../../kernel/canonical.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { JobEvent } from './events.ts';
import type { Job } from './evolve.ts';

/** A post of a real worker about a job that it holds. `isStream`: the job's handler is a generator, which has ended. */
export interface Posted {
  readonly body: { readonly [name: string]: Json };
  readonly isStream: boolean;
}

/** The meaning of the post: the job's progress, its result, or its error (worker-api.done). */
export const eventOfPost = (job: Job, { body, isStream }: Posted, executionTime: DurationMs): JobEvent => {
  const { id: jobId } = job;
  const workerId = job.workerId ?? '';
  const { output, error } = body;
  if (isProgress(body)) return { type: 'JobProgressed', jobId, output: output ?? null };
  if (isError(error)) {
    const rest = output === undefined ? {} : { output };
    return { type: 'JobFailed', jobId, workerId, error: errorText(error), executionTime, posted: true, ...rest };
  }
  const streamed = isStream && Array.isArray(output) && output.length === 0;
  if (output === undefined) return { type: 'JobCompleted', jobId, workerId, output: null, executionTime, bare: true };
  return { type: 'JobCompleted', jobId, workerId, output: streamed ? job.streamed : output, executionTime };
};

/** Not the end of the job. */
export const isProgress = ({ status }: Posted['body']): boolean => status === 'IN_PROGRESS';

/** A handler that returns an `error` of no weight, such as an empty text, has not failed. */
const isError = (error: Json | undefined): error is Json => Boolean(error);

/** An error that is not a text is shown as its JSON text. */
const errorText = (error: Json): string => (typeof error === 'string' ? error : canonicalText(error));
