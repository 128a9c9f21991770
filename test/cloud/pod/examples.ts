import type { Placement } from '../../../engine/cloud/container/placement.ts';
import { assignAddress } from '../../../engine/cloud/pod/address.ts';
import type { PodCommand } from '../../../engine/cloud/pod/decide.ts';
import type { PodConfig, PodEvent } from '../../../engine/cloud/pod/events.ts';
import { podEntity } from '../../../engine/cloud/pod/pod.ts';
import { podSettings } from '../../../engine/cloud/pod/settings.ts';
import { listDefaults } from '../../../engine/kernel/settings.ts';
import { oneOfEach, stateAfter } from '../../support/contract/specification.ts';

/** Events of a pod, as examples for the tests of the pod. */
export const podId = 'pod-1';
export const settings = listDefaults(podSettings);

export const placement: Placement = {
  hostId: 'host-1',
  dataCenterId: 'EU-RO-1',
  gpuTypeId: 'NVIDIA GeForce RTX 4090',
  cudaVersion: '12.8',
};
export const elsewhere: Placement = { ...placement, hostId: 'host-2' };

export const config: PodConfig = {
  name: 'a pod',
  templateId: null,
  container: { image: 'an-image', args: '', disk: 20, env: {}, ports: ['8888/http', '22/tcp', '53/udp'], registry: null },
  gpu: { id: 'NVIDIA GeForce RTX 4090', count: 1, allowedCudaVersions: [], minCudaVersion: null },
  cpu: null,
  cloud: 'SECURE',
  dataCenterIds: [],
  mounts: { persistent: { size: 50, path: '/workspace' } },
  globalNetworking: false,
  locked: false,
};
export const configWith = (some: Partial<PodConfig>): PodConfig => ({ ...config, ...some });
export const anotherImage = configWith({ container: { ...config.container, image: 'another-image' } });

const atStart = (...events: readonly PodEvent[]) => stateAfter(podEntity, events);

export const createdWith = (some: Partial<PodConfig>): PodEvent => ({
  type: 'PodCreated',
  podId,
  accountId: 'acc-a',
  config: configWith(some),
  placement,
  member: null,
});
export const created = createdWith({});
export const startingIn = (startingMs: number): PodEvent => ({ type: 'PodStarting', podId, startingMs });
export const starting = startingIn(25_000);
export const startedAfter = (...events: readonly PodEvent[]): PodEvent => ({
  type: 'PodStarted',
  podId,
  ...assignAddress(atStart(...events)),
});
export const started = startedAfter(created, starting);
export const stopped: PodEvent = { type: 'PodStopped', podId };
export const resumed: PodEvent = { type: 'PodResumed', podId, placement };
export const restarted: PodEvent = { type: 'PodRestarted', podId, reason: 'action', startingMs: 5_000 };
export const updatedTo = (to: PodConfig): PodEvent => ({ type: 'PodUpdated', podId, config: to });
export const pullFails: PodEvent = { type: 'PodPullTroubled', podId, startingMs: 60_000, pulls: false };
export const pullSlows: PodEvent = { type: 'PodPullTroubled', podId, startingMs: 32_000, pulls: true };
export const pullRestarted: PodEvent = { type: 'PodPullRestarted', podId, startingMs: 25_000 };
export const failedBy = (reason: 'image' | 'host'): PodEvent => ({ type: 'PodFailed', podId, reason });
export const ranked: PodEvent = { type: 'PodRanked', podId, rank: 0, role: 'RAY_HEAD', ip: '10.65.0.2' };
export const terminated: PodEvent = { type: 'PodTerminated', podId };

export const create = { type: 'CreatePod', accountId: 'acc-a', config, placement, member: null } satisfies PodCommand;

/** One of each command. */
export const commands = oneOfEach<PodCommand>({
  CreatePod: create,
  BeginStart: {},
  TroublePull: { startingMs: 60_000, pulls: false },
  RestartPull: {},
  FinishStart: {},
  FinishReach: {},
  StopPod: {},
  ResumePod: { placement },
  RestartPod: { reason: 'action' },
  UpdatePod: { config: anotherImage },
  FailPod: {},
  RankPod: { rank: 0, role: 'RAY_HEAD', ip: '10.65.0.2' },
  PrintLines: { lines: ['a line'] },
  TerminatePod: {},
});

/** A pod in each status. */
export const pods = [
  atStart(),
  atStart(created),
  atStart(created, starting),
  atStart(created, starting, started),
  atStart(created, starting, started, stopped),
  atStart(created, starting, started, failedBy('host')),
  atStart(created, terminated),
];

/** One of each event, as a pod's log may hold it. */
export const events: readonly PodEvent[] = [
  created,
  starting,
  { ...started, reachMs: 30_000, pulling: true } as PodEvent,
  { type: 'PodBecameReachable', podId },
  { type: 'PodPrinted', podId, lines: ['a line'] },
  pullFails,
  pullRestarted,
  stopped,
  resumed,
  restarted,
  updatedTo(anotherImage),
  failedBy('host'),
  ranked,
  terminated,
];
