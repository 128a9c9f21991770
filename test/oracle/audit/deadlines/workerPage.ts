import type { RuleId } from '../../../../engine/cloud/rulebook/rules.ts';
import type { Hold, Removal, WorkerEvent, WorkerShape } from '../../../../engine/cloud/worker/events.ts';
import type { WorkerSettings } from '../../../../engine/cloud/worker/settings.ts';
import { type DurationMs, formatVirtualTime, later, type VirtualTime, worldStart } from '../../../../engine/kernel/time.ts';
import { compareTime, type Due, type DuePage, dueFrom, pickSooner } from './dueBook.ts';

/** What is counted of one worker: until when it starts, is idle, or is left alone. */
export interface WorkerPage extends DuePage {
  phase: 'starting' | 'idle' | 'busy' | 'unhealthy' | 'away';
  /** When it entered its phase. */
  since: VirtualTime;
  /** It is up; or it ends its idle time; or it is tried again. Which of them is said by its phase. */
  phaseEndsAt: VirtualTime;
  kept: boolean;
  idleTimeoutMs: DurationMs;
  /** It asks for a job; until then it is not stopped, however long it has been idle. */
  looksAt: Due;
  /** The container that it had before is removed. */
  removedAt: Due;
  /** Its launch is held until then. */
  heldUntil: Due;
  /** Crashes since it last ended work well. */
  crashes: number;
  /** Its real process has to be heard before it is up. */
  isAwaited: boolean;
  /** Virtual time does not count the silence of its process. */
  isWatched: boolean;
  pingedAt: VirtualTime | null;
  leftAt: VirtualTime | null;
  /** Its process counts as lost. */
  silentAt: Due;
}

type StartEvent = { readonly startingMs: DurationMs };

export const newWorkerPage = (id: string, shape: WorkerShape & Hold, at: VirtualTime, startingMs: DurationMs | undefined): WorkerPage => ({
  due: worldStart,
  order: 0,
  place: -1,
  id,
  phase: startingMs === undefined ? 'away' : 'starting',
  since: at,
  phaseEndsAt: later(at, startingMs ?? 0),
  kept: shape.kept,
  idleTimeoutMs: shape.idleTimeoutMs,
  looksAt: undefined,
  removedAt: undefined,
  heldUntil: shape.heldMs === undefined ? undefined : later(at, shape.heldMs),
  crashes: 0,
  isAwaited: false,
  isWatched: false,
  pingedAt: null,
  leftAt: null,
  silentAt: undefined,
});

/** The next thing that is due in a page. */
export const workerDueAt = (page: WorkerPage): Due => pickSooner(pickSooner(phaseDueAt(page), page.removedAt), page.heldUntil);

/** The same but for the removal of the container that it had. */
export const phaseDueAt = ({ phase, phaseEndsAt, kept, looksAt, isAwaited, silentAt }: WorkerPage): Due => {
  switch (phase) {
    case 'starting':
      return isAwaited ? undefined : phaseEndsAt;
    case 'idle':
      return pickSooner(looksAt ?? (kept ? undefined : phaseEndsAt), silentAt);
    case 'busy':
      return pickSooner(looksAt, silentAt);
    case 'unhealthy':
      return phaseEndsAt;
    case 'away':
      return undefined;
  }
};

/** The rule by which something was due in a page at that time, and what had to happen. */
export const workerRuleAt = (
  { phase, looksAt, silentAt, removedAt, heldUntil }: WorkerPage,
  due: Due,
): readonly [rule: RuleId, what: string] => {
  if (due === removedAt) return ['worker.removed', 'did not lose the container that it had'];
  if (due === heldUntil) return ['worker.capacity', 'was held for longer'];
  if (phase === 'starting') return ['worker.cold-start', 'did not come up'];
  if (phase === 'unhealthy') return ['worker.lifecycle', 'was not tried again'];
  if (due === silentAt) return ['worker-api.ping', 'was not given up with its silent process'];
  return due === looksAt ? ['worker.takes-in-time', 'did not ask for a job'] : ['worker.idle', 'did not end its idle time'];
};

/** Its container begins to start. */
export const beginStart = (page: WorkerPage, { startingMs }: StartEvent, at: VirtualTime): undefined => {
  page.phase = 'starting';
  page.since = at;
  page.phaseEndsAt = later(at, startingMs);
};

/** Its next container starts no sooner than the one before is gone: what is wrong with a start. */
export const wrongStart = ({ removedAt }: WorkerPage, { startingMs }: StartEvent, at: VirtualTime): string | undefined =>
  removedAt === undefined || later(at, startingMs) >= removedAt
    ? undefined
    : `starts before the container that it had is gone at ${formatVirtualTime(removedAt)}, against worker.removed`;

/** It is no longer held: what is wrong with that. */
export const endHold = (page: WorkerPage, _event: unknown, at: VirtualTime): string | undefined => {
  const wrong = compareTime('was no longer held', 'worker.capacity', at, page.heldUntil);
  page.heldUntil = undefined;
  return wrong;
};

/** Its container is removed so much later. */
export const beginRemoval = (page: WorkerPage, { removedInMs }: Removal, at: VirtualTime): void => {
  if (removedInMs !== undefined) page.removedAt = later(at, removedInMs);
};

/** It has no work, from now on. */
export const beginIdle = (page: WorkerPage, at: VirtualTime): undefined => {
  page.phase = 'idle';
  page.since = at;
  page.phaseEndsAt = later(at, page.idleTimeoutMs);
  page.looksAt = undefined;
};

/** It is stopped no sooner than now, if its idle time is over already. */
export const goOnIdle = (page: WorkerPage, at: VirtualTime): undefined => {
  if (page.phase === 'idle') page.phaseEndsAt = dueFrom(page.since, page.idleTimeoutMs, at);
};

export const beginWork = (page: WorkerPage): undefined => {
  page.phase = 'busy';
  page.looksAt = undefined;
};

/** Its container is not up any more, and its process is gone. */
export const goDown = (page: WorkerPage): undefined => {
  page.phase = 'away';
  page.heldUntil = undefined;
  page.looksAt = undefined;
  page.isAwaited = false;
  page.isWatched = false;
  page.pingedAt = null;
  page.leftAt = null;
  page.silentAt = undefined;
};

/** Until when its process may be silent. Silence is counted while its worker is up. */
export const countSilence = (page: WorkerPage, at: VirtualTime, { pingInterval, pingsMissed, pollGap }: WorkerSettings): void => {
  const isUp = page.phase === 'idle' || page.phase === 'busy';
  const counts = isUp && !page.isWatched;
  const pings = counts && page.pingedAt !== null ? dueFrom(page.pingedAt, pingInterval * pingsMissed, at) : undefined;
  const polls = counts && page.leftAt !== null ? dueFrom(page.leftAt, pollGap, at) : undefined;
  page.silentAt = pickSooner(pings, polls);
};

/** Writes down what is new of its process. */
export const hearProcess = (page: WorkerPage, event: Extract<WorkerEvent, { type: 'WorkerReported' }>, at: VirtualTime): void => {
  if (event.isAwaited === false && page.isAwaited) page.phaseEndsAt = at;
  page.isAwaited = event.isAwaited ?? page.isAwaited;
  page.isWatched = event.isWatched ?? page.isWatched;
  page.pingedAt = event.pingedAt === undefined ? page.pingedAt : event.pingedAt;
  page.leftAt = event.leftAt === undefined ? page.leftAt : event.leftAt;
};

/** What is wrong with an end for idleness at that time. */
export const wrongIdleEnd = ({ phase, kept, looksAt, phaseEndsAt }: WorkerPage, what: string, at: VirtualTime): string | undefined =>
  compareTime(what, 'worker.idle', at, phase === 'idle' && !kept && looksAt === undefined ? phaseEndsAt : undefined);
