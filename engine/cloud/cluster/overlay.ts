import { hash128 } from '../../kernel/rng.ts';
import type { OverlayNetwork } from './events.ts';

/** The network of a cluster. Every cluster has the same addresses on it; an id of its own separates it from the others. */
export const makeOverlay = (clusterId: string): OverlayNetwork => ({
  cidr: '10.65.0.0/16',
  // 24 bits; 0 is not used.
  vxlanId: 1 + (hash128(clusterId).a % 16_777_215),
  vxlanPort: 4_789,
});

/** The address of a member, the first one after the gateway's; it follows from the rank, so it stays (cluster.member-address). */
export const memberAddress = (rank: number): string => `10.65.0.${2 + rank}`;
