import { describe, expect, test } from 'vitest';
import type { FaultSpec } from '../../../engine/cloud/fault/events.ts';
import { finish } from '../../../engine/kernel/steps.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import type { WorldDefinition } from '../../../engine/simulator/definition.ts';
import { explain } from '../../../engine/world/reports/explain/explain.ts';
import { World } from '../../../engine/world/world.ts';
import { callOf, cpuHost, endpointOf, gpuHost, jobIdOf, runOf, worldOf } from '../../support/worlds/worlds.ts';

const fault = (some: Partial<FaultSpec>): FaultSpec => ({
  fault: 'no-capacity',
  match: {},
  from: 0 as VirtualTime,
  atOnce: false,
  until: 600_000 as VirtualTime,
  chance: null,
  limit: null,
  delayMs: 0,
  status: 0,
  ...some,
});
const gpu = { pools: ['ADA_24', 'AMPERE_48'], excludedTypes: [], count: 1, allowedCudaVersions: [], minCudaVersion: null };
const onGpus = { workers: { min: 1, max: 1 }, cpu: null, gpu };
const onCpus = {
  workers: { min: 1, max: 1 },
  gpu: null,
  cpu: [8, 4].map((vcpuCount) => ({ id: 'cpu3c', vcpuCount, memory: 2 * vcpuCount })),
};

const worldWith = (some: Partial<WorldDefinition>) =>
  new World(worldOf({ hosts: [gpuHost('host-1', 1), cpuHost('cpu-1', 2)], endpoints: [endpointOf('ep-a', onGpus)], ...some }));

const waits = (world: World, id: string) => finish(explain(world.log, id, world.settings, world.state))?.waitsFor;
const later = (world: World, ms: number) => {
  world.advance({ to: ms as VirtualTime });
  return world;
};

describe('a throttled worker', () => {
  const full = (where: string) =>
    `no host in ${where} has 1 GPU of ADA_24, AMPERE_48 free (worker.lifecycle); it takes the first that comes free`;

  test('waits for the fault that blocks its placement, and not for a host', () => {
    const world = worldWith({ faults: [fault({})] });
    expect(waits(world, 'ep-a-w1')).toStrictEqual(['the fault fault-1 (no-capacity) is in its way until 00:10:00.000 (fault.window)']);
    world.call(runOf('ep-a', {}, 1_000));
    const [jobId = ''] = [...world.state.all('job')].map(({ id }) => id);
    expect(waits(world, jobId)?.[1]).toBe(
      '1 of them wait for a place: the fault fault-1 (no-capacity) is in its way until 00:10:00.000 (fault.window)',
    );
  });

  test('waits for all of them, where only all of them together keep it from one', () => {
    const other = gpuHost('host-2', 1, { gpuTypeId: 'NVIDIA A40' });
    const faults = [fault({ match: { gpu: 'NVIDIA A40' }, limit: 3 }), fault({ match: { host: 'host-1' }, chance: [1, 1] })];
    expect(waits(worldWith({ hosts: [gpuHost('host-1', 1), other], faults }), 'ep-a-w1')).toStrictEqual([
      'the fault fault-2 (no-capacity) is in its way until 00:10:00.000, each time with a chance of 1/1 (fault.window)',
      'the fault fault-1 (no-capacity) is in its way until 00:10:00.000, until it has struck 3 times (1 so far) (fault.window)',
    ]);
  });

  test('waits for a host where hosts are full, also while there are faults', () => {
    const two = { ...onGpus, workers: { min: 2, max: 2 } };
    const faults = [fault({ from: 1_000 as VirtualTime })];
    expect(waits(later(worldWith({ endpoints: [endpointOf('ep-a', two)], faults }), 2_000), 'ep-a-w2')).toStrictEqual([
      full('any data centre'),
    ]);
    const elsewhere = endpointOf('ep-a', { ...onGpus, dataCenterIds: ['US-KS-2'] });
    expect(waits(worldWith({ endpoints: [elsewhere] }), 'ep-a-w1')).toStrictEqual([full('US-KS-2')]);
  });

  test('of a CPU endpoint waits for the vCPUs of any of its configurations', () => {
    expect(waits(worldWith({ endpoints: [endpointOf('ep-a', onCpus)] }), 'ep-a-w1')).toStrictEqual([
      'no host in any data centre has 8 or 4 vCPUs free (worker.lifecycle); it takes the first that comes free',
    ]);
  });
});

describe('what cannot pull its image', () => {
  const pulling = 'the fault fault-1 (image-pull-failure) is in its way until 00:10:00.000 (fault.window)';

  test('says so while it tries, and when it has given up', () => {
    const world = worldWith({ faults: [fault({ fault: 'image-pull-failure' })] });
    expect(waits(world, 'ep-a-w1')).toStrictEqual(['its image cannot be pulled', pulling]);
    expect(waits(later(world, 61_000), 'ep-a-w1')).toStrictEqual([
      'its image could not be pulled (worker.lifecycle); it is tried again later',
      pulling,
    ]);
  });

  test('as a pod waits for its owner, and as a member of a cluster for the fault', () => {
    const world = worldWith({ hosts: [gpuHost('host-1', 4)], endpoints: [], faults: [fault({ fault: 'image-pull-failure' })] });
    const compute = { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 };
    world.call(callOf('createPod', {}, { at: 0, body: { name: 'a', image: 'i', gpu: { id: 'NVIDIA GeForce RTX 4090' } } }));
    world.call(callOf('createCluster', {}, { at: 0, body: { name: 'c', type: 'TRAINING', image: 'i', compute } }));
    const [podId = '', memberId = ''] = [...world.state.all('pod')].map(({ id }) => id);
    expect(waits(later(world, 6_000), podId)).toStrictEqual(['its image i cannot be pulled (pod.error)', pulling]);
    later(world, 70_000);
    expect(waits(world, podId)).toStrictEqual(['its image i could not be pulled (pod.error); start tries again']);
    expect(waits(world, memberId)).toStrictEqual(['its image i could not be pulled (pod.error)', pulling]);
  });

  test('waits for room, as a member, once its image is to be had while its place is not', () => {
    const faults = [
      fault({ fault: 'image-pull-failure', until: 90_000 as VirtualTime }),
      fault({ from: 60_000 as VirtualTime, until: 600_000 as VirtualTime }),
    ];
    const world = worldWith({ hosts: [gpuHost('host-1', 4)], endpoints: [], faults });
    const compute = { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 };
    world.call(callOf('createCluster', {}, { at: 0, body: { name: 'c', type: 'TRAINING', image: 'i', compute } }));
    const [memberId = ''] = [...world.state.all('pod')].map(({ id }) => id);
    expect(waits(later(world, 100_000), memberId)).toStrictEqual([
      'its image i could not be pulled (pod.error)',
      'the fault fault-2 (no-capacity) is in its way until 00:10:00.000 (fault.window)',
    ]);
  });
});

test('a member of a cluster that lost its host waits for room in its data centre, or for the fault that denies it', () => {
  const down = fault({ fault: 'host-failure', match: { host: 'host-2' }, from: 60_000 as VirtualTime, atOnce: true });
  const denied = fault({ from: 120_000 as VirtualTime, match: { host: 'host-3' } });
  const hosts = [gpuHost('host-1', 1), gpuHost('host-2', 1), gpuHost('host-3', 1)];
  const world = worldWith({ hosts, endpoints: [], faults: [down, denied] });
  const compute = { gpuTypeId: 'NVIDIA GeForce RTX 4090', gpuCountPerPod: 1, podCount: 2 };
  world.call(callOf('createCluster', {}, { at: 0, body: { name: 'c', type: 'TRAINING', image: 'i', compute } }));
  const other = world.call(callOf('createPod', {}, { at: 0, body: { name: 'a', image: 'i', gpu: { id: compute.gpuTypeId } } }));
  const member = [...world.state.all('pod')].find((pod) => pod.placement?.hostId === 'host-2');
  expect(waits(later(world, 61_000), member?.id ?? '')).toStrictEqual([
    'its host failed (pod.error)',
    'no host in EU-RO-1 has 1 NVIDIA GeForce RTX 4090 free (cluster.lifecycle); it takes the first that comes free',
    'the host host-2 is down by fault-1 until 00:10:00.000 (pod.error)',
  ]);
  world.call(callOf('deletePod', { id: jobIdOf(other) }, { at: 121_000 }));
  expect(waits(world, member?.id ?? '')).toStrictEqual([
    'its host failed (pod.error)',
    'the fault fault-2 (no-capacity) is in its way until 00:10:00.000 (fault.window)',
  ]);
});

test('a request waits for a worker that is up and cannot be asked for its health', () => {
  const container = { image: 'i', ports: ['8000/http'], env: { PORT: '8000' } };
  const deaf = endpointOf('ep-a', { ...onGpus, type: 'LOAD_BALANCER', scaling: { type: 'REQUEST_COUNT', requestCount: 1 }, container });
  const world = later(worldWith({ endpoints: [deaf] }), 60_000);
  world.call(callOf('requestEndpoint', { endpoint_id: 'ep-a', path: '' }, { at: 60_000 }));
  const [request] = [...world.state.all('request')];
  expect(waits(world, request?.id ?? '')).toStrictEqual([
    'it is number 1 of 1 that wait at ep-a, which has 1 of at most 1 workers (lb.traffic)',
    '1 of them cannot be asked for their health at PORT_HEALTH 80, which is not among the ports of the endpoint (lb.health)',
  ]);
});

describe('a job that no scaler check will start a worker for', () => {
  const delayed = (max: number) =>
    endpointOf('ep-a', { ...onGpus, workers: { min: 0, max }, scaling: { type: 'QUEUE_DELAY', queueDelay: 4 } });
  const words = 'a worker starts once it has waited 4 s (scaling.queue-delay)';
  const waitsOf = (max: number, policy: { readonly lowPriority?: boolean }) => {
    const world = worldWith({ endpoints: [delayed(max)] });
    world.call(callOf('run', { endpoint_id: 'ep-a' }, { body: { input: { k: 1 }, policy } }));
    const [job] = [...world.state.all('job')];
    return waits(world, job?.id ?? '');
  };

  test('is not told that one starts', () => {
    expect(waitsOf(1, {})).toContain(words);
    expect(waitsOf(1, { lowPriority: true })).not.toContain(words);
    expect(waitsOf(0, {})).not.toContain(words);
  });
});

describe('of what was measured', () => {
  const measured = worldWith({
    settings: {
      worker: { imagePull: 0, start: 0 },
      job: { cancelEnds: 310, unnamedLostAfter: 40_000 },
      pod: { provision: 0, start: 0, imagePull: 60_000, pullIn: 'RUNNING', reach: 30_000 },
    },
    hosts: [gpuHost('host-1', 2)],
    endpoints: [endpointOf('ep-a', onGpus, { emptyInput: 'ignored' })],
  });
  const [ignored, queued] = [{}, { n: 1 }].map((input) => jobIdOf(measured.call(runOf('ep-a', input)) as never));
  for (const id of [ignored, queued]) measured.call(callOf('cancel', { endpoint_id: 'ep-a', job_id: id ?? '' }, {}));
  measured.call(callOf('createPod', {}, { body: { name: 'box', image: 'a/b:1', gpu: { id: 'NVIDIA GeForce RTX 4090' } } }));

  test('a job that its worker ignores, and one that is being cancelled, say until when', () => {
    const cancel = 'a client cancels it: that ends it at 00:00:00.310, unless it ends before (job.cancel-takes-time)';
    expect(waits(measured, ignored ?? '')).toStrictEqual([
      'ep-a-w1 does not run it, for its input is empty, and does not name it when it pings: the platform takes it back at 00:00:40.000 (job.unnamed)',
      cancel,
    ]);
    expect(waits(measured, queued ?? '')?.[0]).toBe(cancel);
  });

  test('a pod that runs waits to be reached', () => {
    const [pod] = [...measured.state.all('pod')];
    measured.advance({ by: 1_000 });
    expect(waits(measured, pod?.id ?? '')).toStrictEqual([
      'its image a/b:1 is pulled while it runs: it can be reached from 00:01:30.000 on (pod.reachable)',
    ]);
    measured.advance({ by: 90_000 });
    expect(waits(measured, pod?.id ?? '')).toStrictEqual([]);
  });
});
