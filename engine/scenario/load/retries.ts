import type { Answer } from '../../api/operation.ts';
import type { Request } from '../../input.ts';
import { type DurationMs, minutes, seconds } from '../../kernel/time.ts';
import type { LoadSpec, RetrySpec } from './format.ts';

/** Gives the number, drawn from [0, 1), that a delay with jitter follows. */
type Jitter = () => number;

/** How long a client waits before it tries a refused call again; undefined if it does not. `n` counts its refusals in a row. */
export const delayAfterRefusal = ({ onRefusal }: LoadSpec, answer: Answer, n: number, jitter: Jitter): DurationMs | undefined => {
  if (onRefusal === undefined || !mayPass(answer.status) || n >= onRefusal.attempts) return undefined;
  const told = onRefusal.obeyRetryAfter === true ? retryAfter(answer) : undefined;
  return told ?? backoffDelay(onRefusal, n, jitter);
};

/** How long a client waits before it retries its n-th failed job; undefined if it does not. */
export const delayAfterFailure = ({ onFailure }: LoadSpec, n: number, jitter: Jitter): DurationMs | undefined =>
  onFailure === undefined || n >= onFailure.attempts ? undefined : backoffDelay(onFailure, n, jitter);

/** Whether a job that ended like this has failed. The platform can retry only a job that it still has. */
export const isFailure = ({ onFailure }: LoadSpec, status: string): boolean =>
  status === 'FAILED' || status === 'TIMED_OUT' || (status === 'REMOVED' && onFailure?.retry === 'client');

/** The platform's retry of the job that the request submitted. */
export const retryOf = ({ params }: Request, jobId: string): Request => ({ params: { ...params, job_id: jobId }, query: {} });

/** Whether another attempt may succeed: the caller was over a limit, or the failure is the server's. */
const mayPass = (status: number): boolean => status === 429 || status >= 500;

const retryAfter = ({ headers }: Answer): DurationMs | undefined => {
  const told = headers?.['retry-after'];
  return told === undefined || !/^\d{1,9}$/.test(told) ? undefined : seconds(Number(told));
};

/**
 * The delay before the n-th retry, in whole milliseconds. It grows by repeated multiplication, and only as far as its bound: a power
 * may differ between machines, or be infinite.
 */
export const backoffDelay = (retries: RetrySpec, n: number, jitter: Jitter): DurationMs => {
  const { backoff, delay = seconds(1), factor = 2, max = Math.max(delay, minutes(1)), jitter: kind } = retries;
  if (backoff === undefined) return 0;
  let ms = delay;
  if (backoff === 'exponential') {
    for (let k = 1; k < n && ms < max && factor > 1; k++) ms = Math.min(max, Math.round(ms * factor));
  }
  if (kind === undefined) return ms;
  const least = kind === 'full' ? 0 : Math.floor(ms / 2);
  return least + Math.floor(jitter() * (ms - least + 1));
};
