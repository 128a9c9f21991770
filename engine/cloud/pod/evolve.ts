import type { Mutable } from '../../kernel/decider.ts';
import type { DurationMs, VirtualTime } from '../../kernel/time.ts';
import { findDataCenter } from '../catalog/dataCenters.ts';
import { completeContainer } from '../container/config.ts';
import type { Placement } from '../container/placement.ts';
import type { ClusterRole, Membership, PodConfig, PodEvent, PodImage, PortMapping } from './events.ts';
import { type PodStatus, podLifecycle } from './lifecycle.ts';

/** The state of one pod. */
export interface Pod {
  readonly id: string;
  readonly status: PodStatus;
  readonly accountId: string;
  readonly config: PodConfig;
  /** The machine whose compute is, or was, reserved for it. A stopped pod keeps its machine. */
  readonly placement: Placement | null;
  /** Whether that machine is assigned to it: true once it is provisioned there (pod.ssh-proxy). */
  readonly assigned: boolean;
  readonly member: Membership | null;
  readonly rank: number | null;
  readonly role: ClusterRole | null;
  readonly overlayIp: string | null;
  readonly createdAt: VirtualTime | null;
  /** When its container last started. */
  readonly startedAt: VirtualTime | null;
  /** When it entered its status. */
  readonly since: VirtualTime | null;
  readonly startingMs: DurationMs;
  /** Whether its image can be pulled. If not, the pod ends in ERROR. */
  readonly pulls: boolean;
  /** A fault slows the pull of its image, or makes it fail. */
  readonly troubled: boolean;
  /** Why it is in ERROR; null when it is not. */
  readonly failure: 'image' | 'host' | null;
  /** Its image is on the host. */
  readonly pulled: boolean;
  /** The size of its image, if that determines the time of its pull, and the world names it. */
  readonly megabytes: number | null;
  /** How often its container began to start; part of the key of the draws of faults. */
  readonly tries: number;
  /** How often its container started; part of the key of its draws. */
  readonly starts: number;
  /** How long after its start it can be reached; null once it can be, and while it is not up. */
  readonly reachMs: DurationMs | null;
  readonly ports: readonly PortMapping[];
  readonly ip: string | null;
  /** Whether it has a global address since it last started: global networking was on, and its data center has a global network (pod.networking). */
  readonly networked: boolean;
  /** Since when its persistent mount holds data; null while it holds none. The disk of a container is empty at every start. */
  readonly mountSince: VirtualTime | null;
}

export const newPod = (id: string): Pod => ({
  id,
  status: 'NEW',
  accountId: '',
  config: noConfig,
  placement: null,
  assigned: false,
  member: null,
  rank: null,
  role: null,
  overlayIp: null,
  createdAt: null,
  startedAt: null,
  since: null,
  startingMs: 0,
  pulls: true,
  troubled: false,
  failure: null,
  pulled: false,
  megabytes: null,
  tries: 0,
  starts: 0,
  reachMs: null,
  ports: [],
  ip: null,
  networked: false,
  mountSince: null,
});

const noConfig: PodConfig = {
  name: '',
  templateId: null,
  container: completeContainer({}),
  gpu: null,
  cpu: null,
  cloud: 'SECURE',
  dataCenterIds: [],
  mounts: {},
  globalNetworking: false,
  locked: false,
};

/** The machine of the pod, as the API shows it; null until one is assigned. */
export const showMachine = ({ assigned, placement }: Pod): Placement | null => (assigned ? placement : null);

/** Whether clients can reach its ports and programs: some time after it runs (pod.reachable). */
export const isReachable = ({ status, reachMs }: Pick<Pod, 'status' | 'reachMs'>): boolean => status === 'RUNNING' && reachMs === null;

/** Whether its machine keeps its persistent mount while it holds no compute there: yes, unless the host failed (pod.error). */
export const keepsMount = ({ status, failure, assigned }: Pod): boolean =>
  assigned && (status === 'EXITED' || (status === 'ERROR' && failure !== 'host'));

/** Events that begin its start, or the pull of its image, again while it is starting already. */
const startsAgain: readonly PodEvent['type'][] = ['PodRestarted', 'PodPullTroubled', 'PodPullRestarted'];

/** The status comes from the lifecycle; each case sets only the data its event carries. */
export const evolvePod = (pod: Mutable<Pod>, event: PodEvent, at: VirtualTime): void => {
  const from = pod.status;
  pod.status = podLifecycle.to(from, event.type);
  if (pod.status !== from || startsAgain.includes(event.type)) pod.since = at;
  switch (event.type) {
    case 'PodCreated':
      pod.accountId = event.accountId;
      pod.config = event.config;
      pod.placement = event.placement;
      pod.member = event.member;
      pod.createdAt = at;
      return;
    case 'PodStarting':
      pod.assigned = true;
      findImage(pod, event);
      starting(pod, event);
      return;
    case 'PodPullRestarted':
      starting(pod, event);
      return;
    case 'PodPullTroubled':
      pod.startingMs = event.startingMs;
      pod.pulls = event.pulls;
      pod.troubled = true;
      return;
    case 'PodStarted':
      pod.startedAt = at;
      pod.starts += 1;
      pod.pulled = event.pulling !== true;
      pod.reachMs = event.reachMs ?? null;
      pod.ports = event.ports;
      pod.ip = event.ip;
      pod.networked = pod.config.globalNetworking && findDataCenter(pod.placement?.dataCenterId ?? '')?.globalNetwork === true;
      if (pod.config.mounts.persistent !== undefined) pod.mountSince ??= at;
      return;
    case 'PodBecameReachable':
      pod.pulled = true;
      pod.reachMs = null;
      return;
    case 'PodStopped':
      releaseContainer(pod);
      return;
    case 'PodResumed':
      pod.assigned &&= event.placement.hostId === pod.placement?.hostId;
      pod.placement = event.placement;
      pod.failure = null;
      return;
    case 'PodRestarted':
      releaseContainer(pod);
      findImage(pod, event);
      starting(pod, event);
      return;
    case 'PodUpdated':
      if (event.config.container.image !== pod.config.container.image) pod.pulled = false;
      pod.config = event.config;
      return;
    case 'PodFailed':
      releaseContainer(pod);
      pod.failure = event.reason;
      if (event.reason === 'host') {
        pod.mountSince = null;
        pod.pulled = false;
      }
      return;
    case 'PodRanked':
      pod.rank = event.rank;
      pod.role = event.role;
      pod.overlayIp = event.ip;
      return;
    case 'PodTerminated':
      releaseContainer(pod);
      return;
    case 'PodPrinted':
      return;
    default:
      event satisfies never;
  }
};

/** Its container is gone, and the container's disk with it (container.disk). */
const releaseContainer = (pod: Mutable<Pod>): void => {
  pod.ports = [];
  pod.ip = null;
  pod.reachMs = null;
};

const findImage = (pod: Mutable<Pod>, { megabytes, imageOnHost }: PodImage): void => {
  pod.megabytes = megabytes ?? null;
  if (imageOnHost === true) pod.pulled = true;
};

/** Its container begins to start. If a fault affects its image, the next event says so. */
const starting = (pod: Mutable<Pod>, { startingMs }: { readonly startingMs: DurationMs }): void => {
  pod.startingMs = startingMs;
  pod.tries += 1;
  pod.pulls = true;
  pod.troubled = false;
};
