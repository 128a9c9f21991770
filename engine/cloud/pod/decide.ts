import { left } from 'fp-ts/lib/Either.js';
import { isSame } from '../../kernel/canonical.ts';
import { allowEvent, type Context, changes } from '../../kernel/decider.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { Placement } from '../container/placement.ts';
import type { Decision, Rejection } from '../decisions.ts';
import type { RuleId } from '../lifecycles.ts';
import { assignAddress } from './address.ts';
import type { ClusterRole, Membership, PodConfig, PodEvent, PodImage } from './events.ts';
import type { Pod } from './evolve.ts';
import { actionsIn, type PodAction, podLifecycle } from './lifecycle.ts';
import type { PodSettings } from './settings.ts';
import { planReach, startFor, withImage } from './start.ts';

export type PodCommand =
  | {
      readonly type: 'CreatePod';
      readonly accountId: string;
      readonly config: PodConfig;
      readonly placement: Placement;
      readonly member: Membership | null;
    }
  | ({ readonly type: 'BeginStart' } & PodImage)
  | { readonly type: 'TroublePull'; readonly startingMs: DurationMs; readonly pulls: boolean }
  | { readonly type: 'RestartPull' }
  /** `reachAtLeastMs`: a fault keeps it from being reached for so long. */
  | { readonly type: 'FinishStart'; readonly reachAtLeastMs?: DurationMs }
  | { readonly type: 'FinishReach' }
  | { readonly type: 'StopPod' }
  | { readonly type: 'ResumePod'; readonly placement: Placement }
  | ({ readonly type: 'RestartPod'; readonly reason: 'action' | 'patch' } & PodImage)
  | { readonly type: 'UpdatePod'; readonly config: PodConfig }
  | { readonly type: 'FailPod' }
  | { readonly type: 'RankPod'; readonly rank: number; readonly role: ClusterRole | null; readonly ip: string }
  | { readonly type: 'PrintLines'; readonly lines: readonly string[] }
  | { readonly type: 'TerminatePod' };

export const decidePod = (command: PodCommand, pod: Pod, { settings, draw }: Context<PodSettings>): Decision<PodEvent> => {
  const podId = pod.id;
  const basis = { settings, draw };
  switch (command.type) {
    case 'CreatePod': {
      const { accountId, config, placement, member } = command;
      return occurs(pod, 'pod.create', { type: 'PodCreated', podId, accountId, config, placement, member });
    }
    case 'BeginStart':
      return occurs(pod, 'pod.create', {
        type: 'PodStarting',
        podId,
        startingMs: startFor(withImage(pod, command), basis),
        ...imageFields(command),
      });
    case 'TroublePull':
      return occurs(pod, 'pod.error', { type: 'PodPullTroubled', podId, startingMs: command.startingMs, pulls: command.pulls });
    case 'RestartPull':
      return occurs(pod, 'fault.match', { type: 'PodPullRestarted', podId, startingMs: startFor(pod, basis) });
    case 'FinishStart':
      return pod.pulls
        ? occurs(pod, 'pod.create', {
            type: 'PodStarted',
            podId,
            ...assignAddress(pod),
            ...planReach(pod, basis, command.reachAtLeastMs),
          })
        : occurs(pod, 'pod.error', { type: 'PodFailed', podId, reason: 'image' });
    case 'FinishReach':
      return occurs(pod, 'pod.reachable', { type: 'PodBecameReachable', podId });
    case 'StopPod':
      return pod.config.locked ? refuseLocked(pod, 'stopped') : occurs(pod, 'pod.action-conflict', { type: 'PodStopped', podId });
    case 'ResumePod':
      return occurs(pod, 'pod.action-conflict', { type: 'PodResumed', podId, placement: command.placement });
    case 'RestartPod': {
      const { reason } = command;
      if (reason === 'action' && pod.config.locked) return refuseLocked(pod, 'restarted');
      if (reason === 'action' && !actionsIn(pod.status).includes('restart')) return left(unfit(pod, 'restart'));
      return occurs(pod, 'pod.action-conflict', {
        type: 'PodRestarted',
        podId,
        reason,
        startingMs: startFor(withImage(pod, command), basis),
        ...imageFields(command),
      });
    }
    case 'UpdatePod':
      // An update that removes the lock permits the reset.
      if (pod.config.locked && command.config.locked && resetsContainer(pod.config, command.config)) return refuseLocked(pod, 'reset');
      return changes(pod.config, command.config, occurs(pod, 'pod.patch-reset', { type: 'PodUpdated', podId, config: command.config }));
    case 'FailPod':
      return occurs(pod, 'pod.error', { type: 'PodFailed', podId, reason: 'host' });
    case 'RankPod':
      return occurs(pod, 'cluster.ranks', { type: 'PodRanked', podId, rank: command.rank, role: command.role, ip: command.ip });
    case 'PrintLines':
      // While its image is pulled there is no container yet (pod.reachable).
      return pod.pulled ? occurs(pod, 'pod.output', { type: 'PodPrinted', podId, lines: command.lines }) : refuseSilent(pod);
    case 'TerminatePod':
      return occurs(pod, 'pod.action-conflict', { type: 'PodTerminated', podId });
  }
};

/** Whether an update restarts the container (pod.patch-reset). A change of the registry does not: it only matters for the next pull. */
export const resetsContainer = (before: PodConfig, after: PodConfig): boolean =>
  !isSame({ ...before.container, registry: null }, { ...after.container, registry: null });

const occurs = (pod: Pod, rule: RuleId, event: PodEvent): Decision<PodEvent> => allowEvent(podLifecycle, pod, rule, event);

/** Why the status of a pod does not permit an action. */
export const unfit = ({ id, status }: Pod, action: PodAction): Rejection => {
  const detail = `${id} is ${status}: ${action} cannot be done now, only ${actionsIn(status).join(', ')}`;
  return { kind: 'refused', rule: 'pod.action-conflict', detail };
};

const refuseLocked = ({ id }: Pod, done: string): Decision<PodEvent> =>
  left({ kind: 'refused', rule: 'pod.locked', detail: `${id} is locked, and is not ${done} before it is unlocked (PATCH locked: false)` });

const refuseSilent = ({ id, status }: Pod): Decision<PodEvent> =>
  left({ kind: 'refused', rule: 'pod.output', detail: `${id} is ${status}, and its container does not run yet: nothing in it can print` });

/** Present only if there is something to report. */
const imageFields = ({ megabytes, imageOnHost }: PodImage): PodImage => ({
  ...(megabytes === undefined ? {} : { megabytes }),
  ...(imageOnHost === undefined ? {} : { imageOnHost }),
});
