/** CPU flavors. GB of memory and of disk for each vCPU; prices in USD for a vCPU and hour (null = not known). */
export interface CpuFlavor {
  readonly id: string;
  readonly name: string;
  readonly group: string;
  readonly ramGbPerVcpu: number;
  readonly securePerVcpu: number | null;
  readonly serverlessPerVcpu: number | null;
}

// biome-ignore format: a table
export const cpuFlavors: readonly CpuFlavor[] = [
  { id: 'cpu3c', name: 'Compute-Optimized', group: 'Gen 3', ramGbPerVcpu: 2, securePerVcpu: 0.03,  serverlessPerVcpu: 0.036 },
  { id: 'cpu3g', name: 'General Purpose',  group: 'Gen 3', ramGbPerVcpu: 4, securePerVcpu: 0.04,  serverlessPerVcpu: 0.05 },
  { id: 'cpu3m', name: 'Memory-Optimized', group: 'Gen 3', ramGbPerVcpu: 8, securePerVcpu: null,  serverlessPerVcpu: null },
  { id: 'cpu5c', name: 'Compute-Optimized', group: 'Gen 5', ramGbPerVcpu: 2, securePerVcpu: 0.035, serverlessPerVcpu: 0.042 },
  { id: 'cpu5g', name: 'General Purpose',  group: 'Gen 5', ramGbPerVcpu: 4, securePerVcpu: 0.046, serverlessPerVcpu: null },
  { id: 'cpu5m', name: 'Memory-Optimized', group: 'Gen 5', ramGbPerVcpu: 8, securePerVcpu: 0.065, serverlessPerVcpu: null },
];

/** The vCPU counts of a flavor. */
export const vcpuCounts: readonly number[] = [2, 4, 8, 16, 32];

const byId: ReadonlyMap<string, CpuFlavor> = new Map(cpuFlavors.map((flavor) => [flavor.id, flavor]));

export const findCpuFlavor = (id: string): CpuFlavor | undefined => byId.get(id);
