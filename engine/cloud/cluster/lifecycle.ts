import type { StatusOf } from '../../kernel/lifecycle.ts';
import { defineLifecycle, stays, to } from '../lifecycles.ts';
import type { ClusterEvent } from './events.ts';

/** The API shows no status of a cluster; the log and the control plane do (cluster.lifecycle). */
const networked = stays('cluster.summary', 'its overlay network is provisioned before a member starts');
const active = to('ACTIVE', 'cluster.lifecycle', 'every member runs');
const degraded = to('DEGRADED', 'cluster.lifecycle', 'a member stops or fails');
const renamed = stays('cluster.rename', 'a PATCH', { byCaller: true });
const terminated = to('TERMINATED', 'cluster.delete', 'deleted, its members with it', { byCaller: true });

/** A table of status, event and next status. A transition that is not listed cannot happen. */
// biome-ignore format: a table
export const clusterLifecycle = defineLifecycle<ClusterEvent>()({
  id: 'cluster',
  initial: 'NEW',
  states: {
    NEW: { description: 'no such cluster yet', tags: ['before'], meta: { rule: 'cluster.create' },
      on: { ClusterCreated: to('FORMING', 'cluster.create', 'one data centre has room for all its members') } },
    FORMING: { description: 'its members are starting', tags: ['starting'], meta: { rule: 'cluster.lifecycle' }, on: {
      ClusterNetworkProvisioned: networked('FORMING'),
      ClusterBecameActive:       active,
      ClusterDegraded:           degraded,
      ClusterRenamed:            renamed('FORMING'),
      ClusterTerminated:         terminated,
    } },
    ACTIVE: { description: 'every member runs', tags: ['ready'], meta: { rule: 'cluster.lifecycle' },
      on: { ClusterDegraded: degraded, ClusterRenamed: renamed('ACTIVE'), ClusterTerminated: terminated } },
    DEGRADED: { description: 'a member has stopped or failed, and not all run again yet', tags: ['broken'], meta: { rule: 'cluster.lifecycle' }, on: {
      ClusterNetworkProvisioned: networked('DEGRADED'),
      ClusterBecameActive:       { ...active, description: 'every member runs again' },
      ClusterRenamed:            renamed('DEGRADED'),
      ClusterTerminated:         terminated,
    } },
    TERMINATED: { type: 'final', description: 'deleted: absent from lists, 404 when read', tags: ['gone'], meta: { rule: 'cluster.delete' } },
  },
});

export type ClusterStatus = StatusOf<typeof clusterLifecycle>;
