import { type DurationMs, later, type VirtualTime } from '../../kernel/time.ts';
import { type Sharing, unitsEach, unitsPerMs } from '../handler/sharing.ts';

/**
 * The work that the jobs of a worker share (worker.sharing). All of them run at the same speed, so one count says how far each is: the work
 * of a job that had been there from the beginning. A job that begins when the count is c, with w units to do, is done when it is c + w.
 */
export interface SharedWork {
  readonly sharing: Sharing;
  /** The count, in units, when it was last changed. */
  readonly count: number;
  readonly at: VirtualTime;
  /** The jobs at work, the next to reach its mark first. */
  readonly shares: readonly Share[];
}

/** A job at work, or a request: they are called jobs here. */
export interface Share {
  readonly id: string;
  /** The count when it began. */
  readonly from: number;
  readonly plan: WorkPlan;
  /** The number of chunks that it has yielded. */
  readonly chunks: number;
  /** The count at its next mark: its next chunk, or its end. */
  readonly mark: number;
}

/** The amount of work of a job: its running time alone, in ms. */
export interface WorkPlan {
  /** Absent = it never ends. */
  readonly workMs?: DurationMs;
  /** The k-th chunk, from 0, comes after `firstMs` and k times `everyMs`. */
  readonly chunks?: { readonly count: number; readonly firstMs: DurationMs; readonly everyMs: DurationMs };
}

/** Whose work an event is about. */
export type WorkOf = { readonly jobId: string } | { readonly requestId: string };

export const idOfWork = (of: WorkOf): string => ('jobId' in of ? of.jobId : of.requestId);

/** Whether it has done all its work with this, in a batch or out of one. */
export const isEndOfWork = ({ chunk, stage }: { readonly chunk?: number; readonly stage?: string }): boolean =>
  stage === undefined ? chunk === undefined : stage === 'last-token';

/** One more job is at work. Jobs that were there go on under the new rule of sharing, if it has changed. */
export const beginWork = (
  work: SharedWork | null,
  id: string,
  plan: WorkPlan,
  sharing: Sharing | undefined,
  at: VirtualTime,
): SharedWork => {
  const now = countTo(work ?? { sharing: alone, count: 0, at, shares: [] }, at);
  const share = { id, from: now.count, plan, chunks: 0 };
  return { ...now, sharing: sharing ?? now.sharing, shares: insertShare(now.shares, { ...share, mark: nextMark(share) }) };
};

/** The sharing before any event sets one. */
const alone: Sharing = { kind: 'processor', from: 1 };

/** A job has reached its mark: it continues to the next, or is done. */
export const passMark = (work: SharedWork, id: string, at: VirtualTime): SharedWork => {
  const now = countTo(work, at);
  const share = now.shares.find((one) => one.id === id);
  const others = now.shares.filter((one) => one !== share);
  if (share === undefined || isLastMark(share)) return { ...now, shares: others };
  const next = { ...share, chunks: share.chunks + 1 };
  return { ...now, shares: insertShare(others, { ...next, mark: nextMark(next) }) };
};

/** A job is at work no more, done or not. */
export const endWork = (work: SharedWork | null, id: string, at: VirtualTime): SharedWork | null => {
  if (work === null || !work.shares.some((share) => share.id === id)) return work;
  const { shares, ...now } = countTo(work, at);
  return { ...now, shares: shares.filter((share) => share.id !== id) };
};

/** The time at which the next job reaches its mark, if nothing changes until then: the first whole millisecond that is not early. */
export const nextMarkAt = (work: SharedWork | null): VirtualTime | null => {
  const first = work?.shares[0];
  if (work === null || first === undefined || first.mark === never) return null;
  const each = unitsEach(work.sharing, work.shares.length);
  const units = Math.max(0, first.mark - work.count);
  return later(work.at, (units - (units % each)) / each + (units % each === 0 ? 0 : 1));
};

/** How much work is left of a job then, in units, null for one that never ends; null if it does not share the worker. */
export const measureWorkLeft = (work: SharedWork, id: string, at: VirtualTime): { readonly leftUnits: number | null } | null => {
  const share = work.shares.find((one) => one.id === id);
  if (share === undefined) return null;
  const end = nextMark({ ...share, chunks: share.plan.chunks?.count ?? 0 });
  return { leftUnits: end === never ? null : end - countAt(work, at) };
};

/** The number of the chunk at a job's next mark, from 1; undefined if the mark is its end. */
export const chunkAtMark = (share: Share): number | undefined => (isLastMark(share) ? undefined : share.chunks + 1);

/** The count at that time. */
const countAt = ({ sharing, shares: { length: running }, count, at: since }: SharedWork, at: VirtualTime): number =>
  running === 0 ? count : count + (at - since) * unitsEach(sharing, running);

/** The work at that time. Once the count is so high that adding would round it, it begins anew. */
const countTo = (work: SharedWork, at: VirtualTime): SharedWork => {
  const count = countAt(work, at);
  if (count <= countMax) return { ...work, count, at };
  const anew = ({ from, mark, ...share }: Share): Share => ({ ...share, from: from - count, mark: mark === never ? never : mark - count });
  return { ...work, count: 0, at, shares: work.shares.map(anew) };
};

/** Sums of it and of any work that ends are exact. */
const countMax = (Number.MAX_SAFE_INTEGER + 1) / 4;

/** The mark of a job that reaches none. */
const never = Number.MAX_SAFE_INTEGER;

/** Longer work, of more than two months, is never done. */
const longestWorkMs = Math.floor(countMax / unitsPerMs) * 2;

const isLastMark = ({ chunks, plan }: Pick<Share, 'chunks' | 'plan'>): boolean => chunks >= (plan.chunks?.count ?? 0);

const nextMark = (share: Omit<Share, 'mark'>): number => {
  const { from, plan, chunks } = share;
  const { firstMs = 0, everyMs = 0 } = plan.chunks ?? {};
  const ms = isLastMark(share) ? plan.workMs : firstMs + chunks * everyMs;
  return ms === undefined || ms > longestWorkMs ? never : from + ms * unitsPerMs;
};

/** Behind the jobs that reach their marks at the same count. */
const insertShare = (shares: readonly Share[], share: Share): readonly Share[] => {
  let [low, high] = [0, shares.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] as Share).mark <= share.mark) low = middle + 1;
    else high = middle;
  }
  return [...shares.slice(0, low), share, ...shares.slice(low)];
};
