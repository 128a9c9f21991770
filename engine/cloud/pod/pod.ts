import { entity } from '../../kernel/entity.ts';
import { placementWords } from '../container/placement.ts';
import { decidePod } from './decide.ts';
import { evolvePod, newPod } from './evolve.ts';
import { podLifecycle } from './lifecycle.ts';
import { podSettings } from './settings.ts';
import { podTimers } from './timers.ts';
import { configWords, memberWords } from './words.ts';

/** A pod: a container on a host, with GPUs or vCPUs of its own, until it is terminated. */
export const podEntity = entity({
  kind: 'pod',
  lifecycle: podLifecycle,
  initial: newPod,
  decide: decidePod,
  evolve: evolvePod,
  timers: podTimers,
  settings: podSettings,
  relations: {
    account: ({ accountId }) => accountId,
    host: ({ placement }) => placement?.hostId ?? null,
    template: ({ config }) => config.templateId,
    registry: ({ config }) => config.container.registry ?? null,
    volume: ({ config }) => config.mounts.network?.map(({ volumeId }) => volumeId) ?? null,
    globalVolume: ({ config }) => config.mounts.global?.map(({ volumeId }) => volumeId) ?? null,
  },
  profile: {
    createdBy: ['createPod'],
    found: { example: 'k3v9x2m7q1w8zt', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: ['STARTING', 'RUNNING', 'ERROR'],
    // A member is managed through its cluster.
    actions: ({ placement, member }) =>
      member !== null || placement === null
        ? {}
        : {
            start: { type: 'ResumePod', placement },
            stop: { type: 'StopPod' },
            restart: { type: 'RestartPod', reason: 'action' },
            terminate: { type: 'TerminatePod' },
          },
    parts: [],
    inTransition: (pod) => pod.status === 'PROVISIONING' || pod.status === 'STARTING' || pod.reachMs !== null,
    words: { config: configWords, placement: placementWords, member: memberWords },
  },
});
