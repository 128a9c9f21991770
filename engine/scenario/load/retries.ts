import type { Answer } from '../../api/operation.ts';
import type { Request } from '../../cloud/input.ts';
import { type Draw, keyText } from '../../kernel/rng.ts';
import { type DurationMs, later, minutes, seconds, type VirtualTime } from '../../kernel/time.ts';
import type { LoadSpec, RetrySpec } from './format.ts';
import type { ClientCounts } from './loadCalls.ts';
import { callKey, type Visit } from './visit.ts';

/** Gives the number, drawn from [0, 1), that a delay with jitter follows. */
type Jitter = () => number;

/** When the clients of a load try again, if they do. Each time is counted, and so is each time a client gives up. */
export class Retries {
  readonly #name: string;
  readonly #spec: LoadSpec;
  readonly #draw: Draw;
  readonly #counts: ClientCounts;

  constructor(name: string, spec: LoadSpec, draw: Draw, counts: ClientCounts) {
    this.#name = name;
    this.#spec = spec;
    this.#draw = draw;
    this.#counts = counts;
  }

  /** When the client of a refused call tries again; undefined if it does not. */
  afterRefusal(visit: Visit, { status, headers }: Answer, now: VirtualTime): VirtualTime | undefined {
    const { onRefusal } = this.#spec;
    visit.refusals += 1;
    if (onRefusal === undefined || !mayPass(status)) return undefined;
    const told = onRefusal.obeyRetryAfter === true ? retryAfter(headers) : undefined;
    return this.#next('retriedRefusals', visit, onRefusal, visit.refusals, now, told);
  }

  /** When the client of a job that ended like this tries again; undefined if it does not. */
  afterJob(visit: Visit, status: string, now: VirtualTime): VirtualTime | undefined {
    const { onFailure } = this.#spec;
    if (onFailure === undefined || !isFailure(onFailure, status)) return undefined;
    visit.failures += 1;
    if (onFailure.retry === 'client') visit.jobId = undefined;
    return this.#next('retriedFailures', visit, onFailure, visit.failures, now);
  }

  /** The client's time is over while it waits. */
  giveUp(): void {
    this.#counts.outOfTime += 1;
  }

  #next(
    count: 'retriedRefusals' | 'retriedFailures',
    visit: Visit,
    retries: RetrySpec,
    n: number,
    now: VirtualTime,
    told?: DurationMs,
  ): VirtualTime | undefined {
    if (n >= retries.attempts) {
      this.#counts.outOfAttempts += 1;
      return undefined;
    }
    const jitter = () => this.#draw('load/backoff', keyText(this.#name, callKey(visit)));
    const due = later(now, told ?? backoffDelay(retries, n, jitter));
    if (visit.deadline !== undefined && due >= visit.deadline) {
      this.#counts.outOfTime += 1;
      return undefined;
    }
    this.#counts[count] += 1;
    return due;
  }
}

/** Whether a job that ended like this has failed. The platform can retry only a job that it still has. */
const isFailure = ({ retry }: NonNullable<LoadSpec['onFailure']>, status: string): boolean =>
  status === 'FAILED' || status === 'TIMED_OUT' || (status === 'REMOVED' && retry === 'client');

/** The platform's retry of the job that the request submitted. */
export const makeRetry = ({ params }: Request, jobId: string): Request => ({ params: { ...params, job_id: jobId }, query: {} });

/** Whether another attempt may succeed: the caller was over a limit, or the failure is the server's. */
const mayPass = (status: number): boolean => status === 429 || status >= 500;

const retryAfter = (headers: Answer['headers']): DurationMs | undefined => {
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
