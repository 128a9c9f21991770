import { findCpuFlavor, vcpuCounts } from '../../../cloud/catalog/cpuFlavors.ts';
import { cpuFlavorsFor } from '../../../cloud/catalog/priced.ts';
import type { CpuShape } from '../../../cloud/container/config.ts';
import type { Rejection } from '../../../cloud/decisions.ts';

type CpuShapeRequest = Omit<CpuShape, 'memory'>;

/** Refuses a flavor that is not in the catalog, or a vCPU count that it does not have: 400 (pod.cpu-flavor). */
export const cpuContradiction = ({ id, vcpuCount }: CpuShapeRequest, product: keyof typeof cpuFlavorsFor): Rejection | undefined => {
  const no = (detail: string) => ({ kind: 'contradictory', rule: 'pod.cpu-flavor', detail }) as const;
  if (findCpuFlavor(id) === undefined) {
    const known = cpuFlavorsFor[product];
    return { ...no(`there is no CPU flavour ${id}; there are ${known.join(', ')}`), unknown: { name: id, known } };
  }
  return vcpuCounts.includes(vcpuCount) ? undefined : no(`${id} comes with ${vcpuCounts.join(', ')} vCPUs, not ${vcpuCount}`);
};

/** The shape with the memory that its flavor has for this many vCPUs. */
export const cpuShape = ({ id, vcpuCount }: CpuShapeRequest): CpuShape => ({
  id,
  vcpuCount,
  memory: vcpuCount * (findCpuFlavor(id)?.ramGbPerVcpu ?? 0),
});
