import { describe, expect, test } from 'vitest';
import { clusterEntity } from '../../../engine/cloud/cluster/cluster.ts';
import type { ClusterCommand } from '../../../engine/cloud/cluster/decide.ts';
import type { ClusterEvent, ClusterShape } from '../../../engine/cloud/cluster/events.ts';
import { evolveCluster } from '../../../engine/cloud/cluster/evolve.ts';
import { makeOverlay, memberAddress } from '../../../engine/cloud/cluster/overlay.ts';
import { applyEvent } from '../../../engine/kernel/decider.ts';
import type { VirtualTime } from '../../../engine/kernel/time.ts';
import { commandMatrix, oneOfEach, specification, stateAfter } from '../../support/contract/specification.ts';
import { foldsAlike } from '../../support/worlds/folding.ts';

const given = specification(clusterEntity, {});

const clusterId = 'cluster-1';
const shape: ClusterShape = {
  name: 'a cluster',
  type: 'RAY',
  compute: { gpuTypeId: 'NVIDIA H100 80GB HBM3', gpuCountPerPod: 8, podCount: 2 },
};
const created: ClusterEvent = { type: 'ClusterCreated', clusterId, accountId: 'acc-a', shape, dataCenterId: 'EU-RO-1' };
const networked: ClusterEvent = { type: 'ClusterNetworkProvisioned', clusterId, network: makeOverlay(clusterId) };
const active: ClusterEvent = { type: 'ClusterBecameActive', clusterId };
const degradedBy = (because: 'stopped' | 'failed' | 'terminated'): ClusterEvent => ({
  type: 'ClusterDegraded',
  clusterId,
  podId: 'pod-1',
  because,
});
const degraded = degradedBy('failed');
const renamed: ClusterEvent = { type: 'ClusterRenamed', clusterId, name: 'renamed' };
const terminated: ClusterEvent = { type: 'ClusterTerminated', clusterId };

const create = { type: 'CreateCluster', accountId: 'acc-a', shape, dataCenterId: 'EU-RO-1' } satisfies ClusterCommand;
const provision = { type: 'ProvisionNetwork' } satisfies ClusterCommand;
const activate = { type: 'ActivateCluster' } satisfies ClusterCommand;
const degrade = { type: 'DegradeCluster', podId: 'pod-1', because: 'failed' } satisfies ClusterCommand;
const rename = { type: 'RenameCluster', name: 'renamed' } satisfies ClusterCommand;
const terminate = { type: 'TerminateCluster' } satisfies ClusterCommand;
const commands = oneOfEach<ClusterCommand>({
  CreateCluster: create,
  ProvisionNetwork: provision,
  ActivateCluster: activate,
  DegradeCluster: degrade,
  RenameCluster: rename,
  TerminateCluster: terminate,
});

test('what each command does in each status', () => {
  const examples = [[], [created], [created, active], [created, degraded], [created, terminated]];
  const clusters = examples.map((events) => stateAfter(clusterEntity, events));
  expect(commandMatrix(clusterEntity, {}, commands, clusters)).toMatchInlineSnapshot(`
    "
                CreateCluster  ProvisionNetwork    ActivateCluster  DegradeCluster  RenameCluster  TerminateCluster
    NEW         Created        ·                   ·                ·               ·              ·
    FORMING     ·              NetworkProvisioned  BecameActive     Degraded        Renamed        Terminated
    ACTIVE      ·              ·                   ·                Degraded        Renamed        Terminated
    DEGRADED    ·              NetworkProvisioned  BecameActive     ·               Renamed        Terminated
    TERMINATED  ·              ·                   ·                ·               ·              ·
    "
  `);
});

describe('CreateCluster', () => {
  test('begins to form a cluster', () => {
    given().when(create).then(created);
  });
  test('is refused for an id that is taken', () => {
    given(created).when(create).thenRejected('refused', 'cluster.create');
  });
});

describe('ProvisionNetwork', () => {
  test('gives it a network of its own', () => {
    given(created).when(provision).then(networked);
  });
  test('is refused once every member runs', () => {
    given(created, networked, active).when(provision).thenRejected('refused', 'cluster.summary');
  });
});

describe('ActivateCluster', () => {
  test('is for the first time, or again', () => {
    given(created, networked).when(activate).then(active);
    given(created, networked, active, degraded).when(activate).then(active);
  });
  test('is refused for one that is', () => {
    given(created, active).when(activate).thenRejected('refused', 'cluster.lifecycle');
  });
});

describe('DegradeCluster', () => {
  test.each(['stopped', 'failed', 'terminated'] as const)('says whose loss it was, and why: %s', (because) => {
    given(created, active).when({ type: 'DegradeCluster', podId: 'pod-1', because }).then(degradedBy(because));
  });
  test('may come before it was ever active', () => {
    given(created).when(degrade).then(degraded);
  });
  test('is refused for one that is degraded already', () => {
    given(created, degraded).when(degrade).thenRejected('refused', 'cluster.lifecycle');
  });
});

describe('RenameCluster', () => {
  test.each([[[created]], [[created, active]], [[created, degraded]]])('changes the name in every status of its members', (events) => {
    given(...events)
      .when(rename)
      .then(renamed);
  });
  test('changes nothing else', () => {
    expect(stateAfter(clusterEntity, [created, renamed]).shape).toStrictEqual({ ...shape, name: 'renamed' });
  });
});

describe('TerminateCluster', () => {
  test('ends a cluster in every status of its members', () => {
    given(created).when(terminate).then(terminated);
    given(created, active).when(terminate).then(terminated);
    given(created, degraded).when(terminate).then(terminated);
  });
  test('does not know a cluster that never was, and is refused the second time', () => {
    given().when(terminate).thenRejected('unknown', 'cluster.delete');
    given(created, terminated).when(terminate).thenRejected('refused', 'cluster.delete');
  });
});

test('a cluster knows since when it is in its status; neither its network nor its name changes that', () => {
  const after = (...events: readonly ClusterEvent[]) =>
    events.reduce(
      (cluster, event, k) => applyEvent(evolveCluster, cluster, event, (k * 1_000) as VirtualTime),
      clusterEntity.initial(clusterId),
    );
  expect(after(created, networked, active, renamed)).toMatchObject({ since: 2_000, createdAt: 0 });
  expect(after(created, active, degraded).since).toBe(2_000);
});

test('clusters have networks of their own, and the same addresses on them', () => {
  const networks = Array.from({ length: 300 }, (_, k) => makeOverlay(`cluster-${k}`));
  expect(new Set(networks.map(({ vxlanId }) => vxlanId)).size).toBe(300);
  for (const { vxlanId } of networks) {
    expect(vxlanId).toBeGreaterThan(0);
    expect(vxlanId).toBeLessThan(2 ** 24);
  }
  expect([0, 1, 249].map(memberAddress)).toStrictEqual(['10.65.0.2', '10.65.0.3', '10.65.0.251']);
});

test('folding events in place and folding them into copies give the same state, for every sequence of events', () => {
  foldsAlike(clusterEntity, [created, networked, active, degraded, renamed, terminated]);
});
