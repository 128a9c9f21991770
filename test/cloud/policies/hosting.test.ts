import { describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../../engine/cloud/fault/events.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, endpointOf, eventTypes, gpuHost, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const hostFails = (some: Partial<FaultSpec> = {}): FaultSpec => ({
  fault: 'host-failure',
  match: { host: 'host-1' },
  from: 10_000 as VirtualTime,
  atOnce: true,
  until: 20_000 as VirtualTime,
  chance: null,
  limit: null,
  delayMs: 0,
  status: 0,
  ...some,
});

const onGpus = {
  workers: { min: 1, max: 1 },
  cpu: null,
  gpu: { pools: ['ADA_24'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null },
} as const;

const twoHosts = (some: Partial<WorldDefinition> = {}) =>
  worldOf({
    settings: { worker: { imagePull: 0, start: 0 }, pod: { provision: 0, imagePull: 0, start: 0 } },
    hosts: [gpuHost('host-1', 1), gpuHost('host-2', 1)],
    endpoints: [],
    faults: [hostFails()],
    ...some,
  });

const withEndpoint = () => twoHosts({ endpoints: [endpointOf('ep-a', onGpus, { duration: { kind: 'fixed', ms: 4_000 } })] });

const at = (ms: number) => ({ to: ms as VirtualTime });
const podBody = { name: 'a pod', image: 'an-image', gpu: { id: 'NVIDIA GeForce RTX 4090' } };

describe('a host that fails', () => {
  test('takes its pod along; the pod starts again on another host while its own is down', () => {
    const world = new World(twoHosts());
    const podId = jobIdOf(world.call(callOf('createPod', {}, { at: 0, body: podBody })));
    const stands = () => {
      const pod = world.state.find('pod', podId);
      return `${pod?.status} ${pod?.placement?.hostId}`;
    };
    world.advance(at(5_000));
    expect(stands()).toBe('RUNNING host-1');
    world.advance(at(10_000));
    expect(stands()).toBe('ERROR host-1');
    world.call(callOf('podAction', { id: podId }, { at: 12_000, body: { action: 'start' } }));
    world.advance(at(15_000));
    expect(stands()).toBe('RUNNING host-2');
  });

  test('is back, empty, when the window of its fault is over', () => {
    const world = new World(twoHosts());
    world.call(callOf('createPod', {}, { at: 0, body: podBody }));
    const { placements } = world.state;
    const free = () => [...placements.hosts.all()].map((host) => placements.free(host).gpus);
    world.advance(at(5_000));
    expect(free()).toStrictEqual([0, 1]);
    world.advance(at(10_000));
    expect(free()).toStrictEqual([0, 1]);
    world.advance(at(20_000));
    expect(free()).toStrictEqual([1, 1]);
  });

  test('sends its worker to another host, and the job that was on it back to the queue', () => {
    const world = new World(withEndpoint());
    world.call(runOf('ep-a', { k: 1 }, 8_000));
    world.advance({ untilIdle: true });
    const types = eventTypes(world);
    expect(types).toContain('WorkerLostHost');
    expect(types).toContain('JobRequeued');
    expect(types).toContain('JobCompleted');
    expect([...world.state.all('worker')].map(({ placement }) => placement?.hostId)).toStrictEqual(['host-2']);
  });

  test('recovers at the end of the window, also where the limit of its fault was reached before', () => {
    const world = new World(twoHosts({ faults: [hostFails({ match: {}, limit: 2 })] }));
    world.advance(at(10_000));
    expect(eventTypes(world).filter((type) => type === 'HostFailed')).toHaveLength(2);
    world.advance(at(20_000));
    expect(eventTypes(world).filter((type) => type === 'HostRecovered')).toHaveLength(2);
  });
});
