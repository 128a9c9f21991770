/** GPU types. Prices in USD for one GPU and hour; null = not offered there, or not known. Prices change; these are the prices of one day. */
export interface GpuType {
  readonly id: string;
  readonly name: string;
  /** GB. */
  readonly memory: number;
  readonly manufacturer: 'NVIDIA' | 'AMD';
  readonly pool: string | null;
  readonly secure: number | null;
  readonly community: number | null;
  readonly serverless: number | null;
}

// biome-ignore format: a table
export const gpuTypes: readonly GpuType[] = [
  { id: 'AMD Instinct MI300X OAM',                       name: 'MI300X',                  memory: 192, manufacturer: 'AMD',    pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA A100 80GB PCIe',                         name: 'A100 PCIe',               memory: 80,  manufacturer: 'NVIDIA', pool: 'AMPERE_80',     secure: 1.39,  community: 1.19,  serverless: 2.736 },
  { id: 'NVIDIA A100-SXM4-80GB',                         name: 'A100 SXM',                memory: 80,  manufacturer: 'NVIDIA', pool: 'AMPERE_80',     secure: 1.49,  community: 1.39,  serverless: 2.736 },
  { id: 'NVIDIA A30',                                    name: 'A30',                     memory: 24,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA A40',                                    name: 'A40',                     memory: 48,  manufacturer: 'NVIDIA', pool: 'AMPERE_48',     secure: 0.4,   community: null,  serverless: 1.224 },
  { id: 'NVIDIA B200',                                   name: 'B200',                    memory: 180, manufacturer: 'NVIDIA', pool: 'BLACKWELL_180', secure: 5.98,  community: null,  serverless: 8.64 },
  { id: 'NVIDIA B300 SXM6 AC',                           name: 'B300',                    memory: 288, manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 3070',                       name: 'RTX 3070',                memory: 8,   manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 3080',                       name: 'RTX 3080',                memory: 10,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 3080 Ti',                    name: 'RTX 3080 Ti',             memory: 12,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 3090',                       name: 'RTX 3090',                memory: 24,  manufacturer: 'NVIDIA', pool: 'AMPERE_24',     secure: 0.46,  community: 0.22,  serverless: 0.684 },
  { id: 'NVIDIA GeForce RTX 3090 Ti',                    name: 'RTX 3090 Ti',             memory: 24,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 4070 Ti',                    name: 'RTX 4070 Ti',             memory: 12,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 4080',                       name: 'RTX 4080',                memory: 16,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 4080 SUPER',                 name: 'RTX 4080 SUPER',          memory: 16,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 4090',                       name: 'RTX 4090',                memory: 24,  manufacturer: 'NVIDIA', pool: 'ADA_24',        secure: 0.69,  community: 0.34,  serverless: 1.116 },
  { id: 'NVIDIA GeForce RTX 5080',                       name: 'RTX 5080',                memory: 16,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA GeForce RTX 5090',                       name: 'RTX 5090',                memory: 32,  manufacturer: 'NVIDIA', pool: 'ADA_32_PRO',    secure: null,  community: 0.69,  serverless: null },
  { id: 'NVIDIA H100 80GB HBM3',                         name: 'H100 SXM',                memory: 80,  manufacturer: 'NVIDIA', pool: 'ADA_80_PRO',    secure: 2.69,  community: null,  serverless: 4.176 },
  { id: 'NVIDIA H100 NVL',                               name: 'H100 NVL',                memory: 94,  manufacturer: 'NVIDIA', pool: 'ADA_80_PRO',    secure: null,  community: null,  serverless: 4.176 },
  { id: 'NVIDIA H100 PCIe',                              name: 'H100 PCIe',               memory: 80,  manufacturer: 'NVIDIA', pool: 'ADA_80_PRO',    secure: 2.39,  community: 1.99,  serverless: 4.176 },
  { id: 'NVIDIA H200',                                   name: 'H200 SXM',                memory: 141, manufacturer: 'NVIDIA', pool: 'HOPPER_141',    secure: 3.59,  community: null,  serverless: 5.58 },
  { id: 'NVIDIA H200 NVL',                               name: 'NVIDIA H200 NVL',         memory: 143, manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA L4',                                     name: 'L4',                      memory: 24,  manufacturer: 'NVIDIA', pool: 'AMPERE_24',     secure: 0.44,  community: null,  serverless: 0.684 },
  { id: 'NVIDIA L40',                                    name: 'L40',                     memory: 48,  manufacturer: 'NVIDIA', pool: 'ADA_48_PRO',    secure: 0.69,  community: null,  serverless: 1.908 },
  { id: 'NVIDIA L40S',                                   name: 'L40S',                    memory: 48,  manufacturer: 'NVIDIA', pool: 'ADA_48_PRO',    secure: 0.79,  community: null,  serverless: 1.908 },
  { id: 'NVIDIA RTX 2000 Ada Generation',                name: 'RTX 2000 Ada',            memory: 16,  manufacturer: 'NVIDIA', pool: 'AMPERE_16',     secure: null,  community: null,  serverless: 0.576 },
  { id: 'NVIDIA RTX 4000 Ada Generation',                name: 'RTX 4000 Ada',            memory: 20,  manufacturer: 'NVIDIA', pool: 'AMPERE_16',     secure: 0.28,  community: null,  serverless: 0.576 },
  { id: 'NVIDIA RTX 4000 SFF Ada Generation',            name: 'RTX 4000 Ada SFF',        memory: 20,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA RTX 5000 Ada Generation',                name: 'RTX 5000 Ada',            memory: 32,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA RTX 6000 Ada Generation',                name: 'RTX 6000 Ada',            memory: 48,  manufacturer: 'NVIDIA', pool: 'ADA_48_PRO',    secure: null,  community: null,  serverless: 1.908 },
  { id: 'NVIDIA RTX A2000',                              name: 'RTX A2000',               memory: 6,   manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA RTX A4000',                              name: 'RTX A4000',               memory: 16,  manufacturer: 'NVIDIA', pool: 'AMPERE_16',     secure: 0.25,  community: null,  serverless: 0.576 },
  { id: 'NVIDIA RTX A4500',                              name: 'RTX A4500',               memory: 20,  manufacturer: 'NVIDIA', pool: 'AMPERE_16',     secure: null,  community: null,  serverless: 0.576 },
  { id: 'NVIDIA RTX A5000',                              name: 'RTX A5000',               memory: 24,  manufacturer: 'NVIDIA', pool: 'AMPERE_24',     secure: null,  community: null,  serverless: 0.684 },
  { id: 'NVIDIA RTX A6000',                              name: 'RTX A6000',               memory: 48,  manufacturer: 'NVIDIA', pool: 'AMPERE_48',     secure: 0.49,  community: 0.33,  serverless: 1.224 },
  { id: 'NVIDIA RTX PRO 4500 Blackwell',                 name: 'RTX PRO 4500',            memory: 32,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition', name: 'RTX PRO 6000 MaxQ',       memory: 96,  manufacturer: 'NVIDIA', pool: 'BLACKWELL_96',  secure: null,  community: null,  serverless: 3.996 },
  { id: 'NVIDIA RTX PRO 6000 Blackwell Server Edition MIG 1g.24gb', name: 'PRO 6000 MIG 24GB',       memory: 24,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA RTX PRO 6000 Blackwell Server Edition MIG 2g.48gb', name: 'PRO 6000 MIG 48GB',       memory: 48,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'NVIDIA RTX PRO 6000 Blackwell Server Edition',  name: 'RTX PRO 6000',            memory: 96,  manufacturer: 'NVIDIA', pool: 'BLACKWELL_96',  secure: 1.69,  community: null,  serverless: 3.996 },
  { id: 'NVIDIA RTX PRO 6000 Blackwell Workstation Edition', name: 'RTX PRO 6000 WK',         memory: 96,  manufacturer: 'NVIDIA', pool: 'BLACKWELL_96',  secure: null,  community: null,  serverless: 3.996 },
  { id: 'Tesla V100-PCIE-16GB',                          name: 'Tesla V100',              memory: 16,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'Tesla V100-SXM2-16GB',                          name: 'V100 SXM2',               memory: 16,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
  { id: 'Tesla V100-SXM2-32GB',                          name: 'V100 SXM2 32GB',          memory: 32,  manufacturer: 'NVIDIA', pool: null,            secure: null,  community: null,  serverless: null },
];

const byId: ReadonlyMap<string, GpuType> = new Map(gpuTypes.map((type) => [type.id, type]));

export const findGpuType = (id: string): GpuType | undefined => byId.get(id);
