import { formatVirtualTime, later, type VirtualTime } from '../../../../engine/kernel/time.ts';
import type { Broken, NamedInvariant, Sources } from '../recount.ts';
import { type Crew, countComing, countExpected, minimum, type WrongCrew, work } from './crew.ts';

export const scale = 'scaling-recounted';
const idle = 'idle-recounted';

export const fleetInvariants: readonly NamedInvariant[] = [
  {
    name: work,
    about:
      'no more workers than workers.max are launched or woken; one of an older release, or one too many, takes no work, and one too many stops unless it works',
  },
  {
    name: minimum,
    about:
      'once everything due at an instant has happened, as many workers as the minimum serve, or are on their way to, unless unhealthy ones fill workers.max; as many hold the minimum, and those that are up before the others',
  },
  {
    name: scale,
    about:
      'a worker beyond the minimum is added where the scaler wants one, or in place of one that was stopped to be replaced, and nowhere else: for so many jobs or requests (REQUEST_COUNT), or while the first job has waited for too long, one at each look (QUEUE_DELAY)',
  },
  {
    name: idle,
    about: 'once everything due at an instant has happened, no job or request waits beside an idle worker that could take it',
  },
];

// What the scaler of an endpoint must do, and must not (scaling.request-count, scaling.queue-delay), and which work must not wait (job.order,
// lb.traffic).

/** Why a worker that does not hold the minimum is not wanted; undefined if it is. `crew`: as it was before. */
export const whyNotWanted = (endpointId: string, crew: Crew, at: VirtualTime, sources: Sources): string | undefined => {
  const { scaling } = crew.config;
  if (scaling.type === 'REQUEST_COUNT') {
    const wanted = countWanted(endpointId, crew, sources);
    return countExpected(crew) < wanted
      ? undefined
      : `${countExpected(crew)} were expected, of ${wanted} that are wanted (scaling.request-count)`;
  }
  if (!crew.mayAdd) return 'its scaler has not looked, or has added one (scaling.queue-delay)';
  const first = firstQueuedAt(endpointId, sources);
  if (first === undefined || later(first, delayOf(scaling.queueDelay)) > at) return 'no job has waited for so long (scaling.queue-delay)';
  const waiting = countWaiting(endpointId, sources);
  return countComing(crew) < waiting ? undefined : `${countComing(crew)} were on their way to ${waiting} jobs (scaling.queue-delay)`;
};

/** What is wrong with the time that a scaler has set for its next look; undefined if nothing is. */
const wrongCheck = (endpointId: string, crew: Crew, checkAt: VirtualTime, at: VirtualTime, sources: Sources): string | undefined => {
  const { scaling } = crew.config;
  const first = firstQueuedAt(endpointId, sources);
  if (scaling.type !== 'QUEUE_DELAY' || first === undefined) return 'and no job waits that it is for';
  if (crew.addedAt === at && checkAt === later(at, sources.settings.endpoint.scalerEvery)) return undefined;
  const due = later(first, delayOf(scaling.queueDelay));
  return checkAt === Math.max(due, at) ? undefined : `and its first job has waited long enough at ${formatVirtualTime(due)}`;
};

/** A scaler sets the time of its next look. */
export const armScaler = (endpointId: string, crew: Crew, checkAt: VirtualTime, at: VirtualTime, sources: Sources): Broken | undefined => {
  crew.checksAt = checkAt;
  const wrong = wrongCheck(endpointId, crew, checkAt, at, sources);
  const words = `the scaler of ${endpointId} is to look at ${formatVirtualTime(checkAt)}, ${wrong}`;
  return wrong === undefined ? undefined : { name: scale, words };
};

/** It looks, and may add one worker. */
export const checkScaler = (endpointId: string, crew: Crew, at: VirtualTime): Broken | undefined => {
  const isDue = crew.checksAt === at;
  crew.checksAt = undefined;
  crew.mayAdd = true;
  return isDue ? undefined : { name: scale, words: `the scaler of ${endpointId} looked at ${formatVirtualTime(at)}, and was not to` };
};

/**
 * What is wrong with the workers of an endpoint once an instant is over, for the work that it has. `isAsked`: its scaler has had to look. One
 * that falls asleep is not missed before.
 */
export const wrongForWork = (
  endpointId: string,
  crew: Crew,
  isAsked: boolean,
  at: VirtualTime,
  sources: Sources,
): WrongCrew | undefined => {
  // A request may have started another in its room (lb.affinity).
  if (crew.replaces.length > 0 && crew.active < crew.max)
    return { name: scale, has: `no worker in place of ${crew.replaces.join(', ')}, which was stopped to be replaced (worker.rollout)` };
  if (crew.checksAt !== undefined && crew.checksAt < at)
    return { name: scale, has: `a scaler that did not look at ${formatVirtualTime(crew.checksAt)} (scaling.queue-delay)` };
  return (isAsked ? wrongScale(endpointId, crew, sources) : undefined) ?? wrongIdle(endpointId, crew, sources);
};

const wrongScale = (endpointId: string, crew: Crew, sources: Sources): WrongCrew | undefined => {
  if (crew.active >= crew.max) return undefined;
  if (crew.config.scaling.type === 'REQUEST_COUNT') {
    const wanted = countWanted(endpointId, crew, sources);
    const expected = countExpected(crew);
    return expected >= wanted ? undefined : { name: scale, has: `${expected} workers, and wants ${wanted} (scaling.request-count)` };
  }
  const waiting = countWaiting(endpointId, sources);
  const served = countComing(crew) + crew.up - crew.busy;
  if (crew.checksAt !== undefined || served >= waiting) return undefined;
  return { name: scale, has: `${waiting} jobs that wait, and its scaler will not look (scaling.queue-delay)` };
};

/**
 * A real process takes work when it likes, and a request may be bound to another worker. Where workers look for jobs in time, one with several places
 * is called for several jobs, or looks again while it works, and idle ones are left in peace.
 */
const wrongIdle = (endpointId: string, crew: Crew, { counted, settings }: Sources): WrongCrew | undefined => {
  if (crew.isExternal || crew.isBinding || crew.up === crew.busy) return undefined;
  const isBalancer = crew.config.type === 'LOAD_BALANCER';
  if (!isBalancer && crew.isShared && (settings.worker.takeEvery > 0 || settings.worker.takeDelay !== 0)) return undefined;
  const free = isBalancer ? crew.reachable : crew.up - crew.busy - crew.looking;
  if (free <= 0 || settings.request.perWorker < 1) return undefined;
  const waiting = isBalancer ? counted.requestCounts.get(`${endpointId} waiting`) : counted.counters.get(endpointId)?.inQueue;
  if ((waiting ?? 0) <= crew.called) return undefined;
  return { name: idle, has: `work that waits (${waiting}), and idle workers that could take it (${free})` };
};

/** REQUEST_COUNT: one worker for so many jobs, queued or running, as long as one waits; or for so many requests. */
const countWanted = (endpointId: string, { config }: Crew, { counted }: Sources): number => {
  const { scaling, type } = config;
  if (scaling.type !== 'REQUEST_COUNT') return 0;
  if (type === 'LOAD_BALANCER') {
    const { requestCounts } = counted;
    return Math.ceil(
      ((requestCounts.get(`${endpointId} waiting`) ?? 0) + (requestCounts.get(`${endpointId} in flight`) ?? 0)) / scaling.requestCount,
    );
  }
  const counters = counted.counters.get(endpointId);
  const waiting = counters === undefined ? 0 : counters.inQueue - counters.lowInQueue;
  return counters === undefined || waiting === 0 ? 0 : Math.ceil((waiting + counters.inProgress) / scaling.requestCount);
};

/** Jobs of low priority start no worker (scaling.low-priority). */
const countWaiting = (endpointId: string, { counted }: Sources): number => {
  const counters = counted.counters.get(endpointId);
  return counters === undefined ? 0 : counters.inQueue - counters.lowInQueue;
};

/** Since when the first job waits that is not of low priority. Which one is the first is recounted elsewhere (order-recounted). */
const firstQueuedAt = (endpointId: string, { counted, state }: Sources): VirtualTime | undefined =>
  counted.jobs.get(state.queues.of(endpointId).normal.first ?? '')?.queuedAt;

const delayOf = (seconds: number): number => Math.round(seconds * 1_000);
