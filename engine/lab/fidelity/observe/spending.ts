import { sayDuration } from '../../../kernel/time.ts';
import type { JobsPlan } from './jobsFile.ts';

/** A job that could not be submitted so long after its time is not submitted at all. */
export const submissionLateMax = 30_000;

/** The maximum cost of the jobs of a plan, and its reason. */
export interface SpendingBound {
  /** In billionths of a USD: whole. */
  readonly nanoUsd: number;
  readonly words: string;
}

/**
 * The most that jobs can cost. Each occupies one worker at most from its submission to the end of its `ttl`, and this continues until its idle
 * timeout. All together occupy no more workers than the endpoint may have, from the first submission to the end of the last.
 */
export const estimateSpending = ({ jobs, price, idleTimeoutMs, workersMax }: JobsPlan): SpendingBound => {
  const perJob = jobs.reduce((sum, { ttlMs }) => sum + ttlMs + idleTimeoutMs, 0);
  const lastEnd = Math.max(...jobs.map(({ at, ttlMs }) => at + ttlMs)) + submissionLateMax + idleTimeoutMs - (jobs[0]?.at ?? 0);
  const perWorker = workersMax * lastEnd;
  const ms = Math.min(perJob, perWorker);
  const words =
    perJob <= perWorker
      ? `${jobs.length} × (ttl + idle timeout)`
      : `${workersMax} workers, each until the last job is over and its idle timeout`;
  return {
    nanoUsd: Math.ceil((ms * Math.round(price * nanosPerUsd)) / msPerSecond),
    words: `${words} = ${sayDuration(ms)} of workers, at ${price} USD a second`,
  };
};

const msPerSecond = 1_000;
export const nanosPerUsd = 1_000_000_000;
