/**
 * GPU pools of serverless endpoints: the GPU types in each, and the price of a worker's GPU, in USD a second (null = unknown): flex, and
 * active for a worker of the minimum.
 */
// biome-ignore format: a table
export const gpuPools: readonly GpuPool[] = [
  { id: 'AMPERE_16',      flexPerSecond: 0.00016,  activePerSecond: 0.00011, gpuTypes: ['NVIDIA RTX A4000', 'NVIDIA RTX A4500', 'NVIDIA RTX 4000 Ada Generation', 'NVIDIA RTX 2000 Ada Generation'] },
  { id: 'AMPERE_24',      flexPerSecond: 0.00019,  activePerSecond: 0.00013, gpuTypes: ['NVIDIA RTX A5000', 'NVIDIA L4', 'NVIDIA GeForce RTX 3090'] },
  { id: 'ADA_24',         flexPerSecond: 0.00031,  activePerSecond: 0.00021, gpuTypes: ['NVIDIA GeForce RTX 4090'] },
  { id: 'ADA_32_PRO',     flexPerSecond: null,     activePerSecond: null,    gpuTypes: ['NVIDIA GeForce RTX 5090'] },
  { id: 'AMPERE_48',      flexPerSecond: 0.00034,  activePerSecond: 0.00024, gpuTypes: ['NVIDIA A40', 'NVIDIA RTX A6000'] },
  { id: 'ADA_48_PRO',     flexPerSecond: 0.00053,  activePerSecond: 0.00037, gpuTypes: ['NVIDIA RTX 6000 Ada Generation', 'NVIDIA L40', 'NVIDIA L40S'] },
  { id: 'AMPERE_80',      flexPerSecond: 0.00076,  activePerSecond: 0.0006,  gpuTypes: ['NVIDIA A100 80GB PCIe', 'NVIDIA A100-SXM4-80GB'] },
  { id: 'ADA_80_PRO',     flexPerSecond: 0.00116,  activePerSecond: 0.00093, gpuTypes: ['NVIDIA H100 PCIe', 'NVIDIA H100 80GB HBM3', 'NVIDIA H100 NVL'] },
  { id: 'HOPPER_141',     flexPerSecond: 0.00155,  activePerSecond: 0.00124, gpuTypes: ['NVIDIA H200'] },
  { id: 'BLACKWELL_96',   flexPerSecond: 0.00111,  activePerSecond: null,    gpuTypes: ['NVIDIA RTX PRO 6000 Blackwell Server Edition', 'NVIDIA RTX PRO 6000 Blackwell Workstation Edition', 'NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition'] },
  { id: 'BLACKWELL_180',  flexPerSecond: 0.0024,   activePerSecond: 0.0019,  gpuTypes: ['NVIDIA B200'] },
];

export interface GpuPool {
  readonly id: string;
  readonly flexPerSecond: number | null;
  readonly activePerSecond: number | null;
  readonly gpuTypes: readonly string[];
}
