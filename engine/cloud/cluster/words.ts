import type { ClusterShape, OverlayNetwork } from './events.ts';

/** The number of a cluster's members, and their GPU type. */
export const shapeWords = ({ name, type, compute: { podCount, gpuTypeId, gpuCountPerPod } }: ClusterShape): string =>
  `{${name} ${type} ${podCount} pods of ${gpuTypeId}×${gpuCountPerPod}}`;

export const networkWords = ({ cidr, vxlanId, vxlanPort }: OverlayNetwork): string => `{${cidr} vxlan=${vxlanId} port=${vxlanPort}}`;
