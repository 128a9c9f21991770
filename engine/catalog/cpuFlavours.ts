/** CPU flavours: GB of memory for each vCPU, and what a vCPU costs serverless, in USD an hour (null = unknown). */
// biome-ignore format: a table
export const cpuFlavours: Readonly<Record<string, { readonly ramGbPerVcpu: number; readonly serverlessPerVcpu: number | null }>> = {
  cpu3c: { ramGbPerVcpu: 2, serverlessPerVcpu: 0.036 },
  cpu3g: { ramGbPerVcpu: 4, serverlessPerVcpu: 0.05 },
  cpu3m: { ramGbPerVcpu: 8, serverlessPerVcpu: null },
  cpu5c: { ramGbPerVcpu: 2, serverlessPerVcpu: 0.042 },
  cpu5g: { ramGbPerVcpu: 4, serverlessPerVcpu: null },
  cpu5m: { ramGbPerVcpu: 8, serverlessPerVcpu: null },
};

/** The vCPU counts a flavour comes in. */
export const vcpuCounts: readonly number[] = [2, 4, 8, 16, 32];
