import type { Membership, PodConfig, PodEvent } from '../../../engine/cloud/pod/events.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';

/** A pod, as its account must be shown it. */
export interface PodSeen {
  readonly accountId: string;
  readonly config: PodConfig;
  readonly member: Membership | null;
  readonly status: 'PROVISIONING' | 'STARTING' | 'RUNNING' | 'EXITED' | 'ERROR';
  /** It can be reached from outside: then it has live figures (pod.reachable). */
  readonly isReachable: boolean;
  /** Of a member of a cluster, once it has one. */
  readonly rank?: number;
}

/** What must be shown of a pod after this event; undefined once it is deleted. */
export const podAfter = (event: PodEvent, before: PodSeen | undefined): PodSeen | undefined => {
  if (event.type === 'PodCreated') {
    const { accountId, config, member } = event;
    return { accountId, config, member, status: 'PROVISIONING', isReachable: false };
  }
  if (before === undefined) return undefined;
  switch (event.type) {
    case 'PodStarting':
    case 'PodRestarted':
      return { ...before, status: 'STARTING', isReachable: false };
    case 'PodStarted':
      return { ...before, status: 'RUNNING', isReachable: event.reachMs === undefined };
    case 'PodBecameReachable':
      return { ...before, isReachable: true };
    case 'PodStopped':
      return { ...before, status: 'EXITED', isReachable: false };
    case 'PodResumed':
      return { ...before, status: 'PROVISIONING', isReachable: false };
    case 'PodFailed':
      return { ...before, status: 'ERROR', isReachable: false };
    case 'PodUpdated':
      return { ...before, config: event.config };
    case 'PodRanked':
      return { ...before, rank: event.rank };
    case 'PodTerminated':
      return undefined;
    default:
      return before;
  }
};

/** What the interface document lets a client do in each status (pod.actions). */
const actions: { readonly [Status in PodSeen['status']]: readonly string[] } = {
  PROVISIONING: ['stop', 'terminate'],
  STARTING: ['stop', 'terminate'],
  RUNNING: ['stop', 'restart', 'terminate'],
  EXITED: ['start', 'terminate'],
  ERROR: ['start', 'terminate'],
};

/** Those fields of a pod that carry meaning. */
export const factsOfPod = (id: string, { config, member, status, isReachable }: PodSeen): Json => ({
  id,
  name: config.name,
  status,
  actions: actions[status],
  image: config.container.image,
  locked: config.locked,
  gpu: config.gpu === null ? null : `${config.gpu.count} ${config.gpu.id}`,
  cluster: member?.clusterId ?? null,
  template: config.templateId,
  isReachable,
});

/** How many members of a cluster have each status, and the one of rank 0 (cluster.summary). */
export const factsOfMembers = (members: readonly (readonly [id: string, pod: PodSeen])[]): Json => {
  const byStatus: Record<string, number> = {};
  for (const [, { status }] of members) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const [id = null, pod] = members.find(([, { rank }]) => rank === 0) ?? [];
  return { total: members.length, byStatus, primary: id === null ? null : `${id} ${pod?.status}` };
};
