import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, stays, to } from '../lifecycles.ts';
import type { PodEvent } from './events.ts';

const stopped = to('EXITED', 'pod.stop', 'stopped; its compute is released', { byCaller: true });
const terminated = to('TERMINATED', 'pod.terminate', 'deleted for good', { byCaller: true });
const resumed = to('PROVISIONING', 'pod.start', 'started again', { byCaller: true });
const failed = to('ERROR', 'pod.error', 'its image cannot be pulled, or its host fails');
const updated = stays('pod.patch-reset', 'a PATCH', { byCaller: true });
const reachable = to('RUNNING', 'pod.reachable', 'what runs in it can be reached');
const printed = to('RUNNING', 'pod.output', 'what runs in it prints lines of its log', { byCaller: true });
const ranked = stays('cluster.ranks', 'its cluster gives it a rank and an address');

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const podLifecycle = defineLifecycle<PodEvent>()({
  id: 'pod',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such pod yet', tags: ['before'], meta: { rule: 'pod.create' },
      on: { PodCreated: to('PROVISIONING', 'pod.create', 'a host with room is found') } },
    PROVISIONING: { description: 'being allocated', tags: ['holds compute'], meta: { rule: 'pod.create' }, on: {
      PodStarting:   to('STARTING', 'pod.create', 'allocated; its container begins to start'),
      PodStopped:    stopped,
      PodTerminated: terminated,
      PodFailed:     failed,
      PodUpdated:    updated('PROVISIONING'),
      PodRanked:     ranked('PROVISIONING'),
    } },
    STARTING: { description: 'its container is starting', tags: ['holds compute'], meta: { rule: 'pod.create' }, on: {
      PodPullTroubled: to('STARTING', 'pod.error', 'its image is pulled slowly, or not at all', { tone: 'warning' }),
      PodPullRestarted: to('STARTING', 'fault.match', 'the fault that affected its image is over; the image is pulled again'),
      PodStarted:    to('RUNNING', 'pod.create', 'its container is healthy'),
      PodRestarted:  to('STARTING', 'pod.patch-reset', 'its container changed; it starts again', { byCaller: true }),
      PodStopped:    stopped,
      PodTerminated: terminated,
      PodFailed:     failed,
      PodUpdated:    updated('STARTING'),
      PodRanked:     ranked('STARTING'),
    } },
    RUNNING: { description: 'its container is healthy', tags: ['holds compute', 'ready'], meta: { rule: 'pod.actions' }, on: {
      PodBecameReachable: reachable,
      PodPrinted:    printed,
      PodStopped:    stopped,
      PodRestarted:  to('STARTING', 'pod.restart', 'restarted in place; the container disk is wiped', { byCaller: true }),
      PodTerminated: terminated,
      PodFailed:     failed,
      PodUpdated:    updated('RUNNING'),
      PodRanked:     ranked('RUNNING'),
    } },
    EXITED: { description: 'stopped; keeps its machine and its mounts', tags: ['resumable', 'stopped'], meta: { rule: 'pod.stop' },
      on: { PodResumed: resumed, PodTerminated: terminated, PodFailed: failed, PodUpdated: updated('EXITED') } },
    ERROR: { description: 'failed; can be started again', tags: ['resumable', 'broken'], meta: { rule: 'pod.error' },
      on: { PodResumed: resumed, PodTerminated: terminated, PodFailed: failed, PodUpdated: updated('ERROR') } },
    TERMINATED: { type: 'final', description: 'deleted: absent from lists, 404 when read', tags: ['gone'], meta: { rule: 'pod.terminated-hidden' } },
  },
});

export type PodStatus = StatusOf<typeof podLifecycle>;

/** The statuses in which a pod holds compute on its host, and costs money. */
export const holdingStatuses: readonly PodStatus[] = podLifecycle.statusesWith('holds compute');

export type PodAction = 'start' | 'stop' | 'restart' | 'terminate';

/** The event that an action causes. The permitted actions of a status follow from the lifecycle (pod.actions). */
// biome-ignore format: a table
const actionEvents: Readonly<Record<PodAction, { readonly event: PodEvent['type']; readonly in?: readonly PodStatus[] }>> = {
  start:     { event: 'PodResumed' },
  stop:      { event: 'PodStopped' },
  restart:   { event: 'PodRestarted', in: ['RUNNING'] },
  terminate: { event: 'PodTerminated' },
};

/** The actions that a status permits, in the interface document's order. */
export const actionsIn = (status: PodStatus): readonly PodAction[] =>
  (Object.keys(actionEvents) as PodAction[]).filter((action) => {
    const { event, in: only } = actionEvents[action];
    return podLifecycle.allows(status, event) && only?.includes(status) !== false;
  });
