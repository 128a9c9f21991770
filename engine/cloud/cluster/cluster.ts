import { entity } from '../../kernel/entity.ts';
import { decideCluster } from './decide.ts';
import { evolveCluster, newCluster } from './evolve.ts';
import { clusterLifecycle } from './lifecycle.ts';
import { networkWords, shapeWords } from './words.ts';

/** A cluster: pods of one shape in one data center, joined by a private network, created and deleted together. */
export const clusterEntity = entity({
  kind: 'cluster',
  lifecycle: clusterLifecycle,
  initial: newCluster,
  decide: decideCluster,
  evolve: evolveCluster,
  relations: { account: ({ accountId }) => accountId },
  profile: {
    createdBy: ['createCluster'],
    found: { example: 'c8d2n5r1y6b0hj', missing: 'auth.tenancy' },
    numbered: false,
    counts: [],
    waitsIn: ['FORMING', 'DEGRADED'],
    actions: ({ shape }) => ({ updateCluster: { type: 'RenameCluster', name: shape.name }, deleteCluster: { type: 'TerminateCluster' } }),
    parts: ['pod'],
    inTransition: ['FORMING'],
    words: { shape: shapeWords, network: networkWords },
  },
});
