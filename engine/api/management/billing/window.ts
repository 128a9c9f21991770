import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../../cloud/decisions.ts';
import type { SimulationContext } from '../../../cloud/policies/context.ts';
import { type BucketSize, bucketStart, findBucket, formatInstant } from '../../../kernel/instant.ts';
import { days, type VirtualTime, worldStart } from '../../../kernel/time.ts';
import type { BillingQuery } from '../../contract/account/billing.ts';

/** A range of whole buckets, by number: `end` is exclusive. */
export interface Window {
  readonly size: BucketSize;
  readonly first: number;
  readonly end: number;
}

/** The present of a bill, and the instant of virtual time 0. */
export type Instants = Pick<SimulationContext, 'now' | 'startMs'>;

const defaultWindowMs = days(30);

/** The buckets a query asks for; the last 30 days by default (billing.buckets). */
export const readWindow = ({ now, startMs }: Instants, query: BillingQuery): Either<Rejection, Window> => {
  const { startTime, endTime, bucketSize: size, lastN } = query;
  if (lastN !== undefined && (startTime !== undefined || endTime !== undefined))
    return contradictory('lastN excludes startTime and endTime: give the one or the others');
  const nowMs = startMs + now;
  const endMs = endTime ?? nowMs;
  const end = findBucketFrom(endMs, size);
  if (lastN !== undefined) return right({ size, first: Math.max(0, end - lastN), end });
  if (startTime !== undefined && startTime >= endMs)
    return contradictory(`startTime must be before ${endTime === undefined ? 'now, for no endTime is given' : 'endTime'}`);
  return right({ size, first: findBucket(startTime ?? endMs - defaultWindowMs, size), end });
};

/** The first bucket that begins at an instant or after it. */
const findBucketFrom = (ms: number, size: BucketSize): number => findBucket(ms - 1, size) + 1;

/** The window's start and end, snapped to its buckets. */
export const showRange = ({ size, first, end }: Window) => ({
  startTime: formatInstant(bucketStart(first, size)),
  endTime: formatInstant(bucketStart(end, size)),
});

/** The buckets in which the world has run. Before its start and after now nothing is billed. */
export const findLivedBuckets = ({ now, startMs }: Instants, { size, first, end }: Window): readonly number[] => {
  const from = Math.max(first, findBucket(startMs, size));
  const to = Math.min(end, findBucketFrom(startMs + now, size));
  return Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
};

/** When a bucket begins, in virtual time, limited to the time between the world's start and now. */
export const virtualStart = ({ now, startMs }: Instants, bucket: number, size: BucketSize): VirtualTime =>
  Math.min(Math.max(bucketStart(bucket, size) - startMs, worldStart), now) as VirtualTime;

const contradictory = (detail: string): Either<Rejection, never> =>
  left({ kind: 'contradictory', rule: 'billing.buckets', detail: `${detail}.` });
