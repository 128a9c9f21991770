import { entity } from '../kernel/entity.ts';
import { decideCluster } from './decide.ts';
import { evolveCluster, newCluster } from './evolve.ts';
import { clusterLifecycle } from './lifecycle.ts';

/** A cluster: pods of one shape in one data centre, joined by a private network, created and deleted together. */
export const clusterEntity = entity({
  kind: 'cluster',
  lifecycle: clusterLifecycle,
  initial: newCluster,
  decide: decideCluster,
  evolve: evolveCluster,
  relations: { account: ({ accountId }) => accountId },
  inTransition: ['FORMING'],
});
