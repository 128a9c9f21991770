import { z } from 'zod';
import { regions } from '../../cloud/catalog/dataCenters.ts';
import { lazily } from '../../kernel/collections/lazily.ts';
import { cudaVersion } from './endpoint.ts';
import { documented } from './parts/documented.ts';
import { openObject, strictObject } from './parts/objects.ts';
import { commaList, flag, wholeFrom } from './parts/query.ts';
import { cloud } from './pod.ts';
import { volumeType } from './volume.ts';

const availabilityLevel = z.enum(['NONE', 'LOW', 'MEDIUM', 'HIGH']).register(documented, { id: 'AvailabilityLevel' });
const product = z.enum(['POD', 'CLUSTER', 'SERVERLESS']).register(documented, { id: 'Product' });
const region = z.enum(regions).register(documented, { id: 'DataCenterRegion' });
const compliance = z
  .enum([
    'GDPR',
    'ISO_IEC_27001',
    'ISO_14001',
    'PCI_DSS',
    'HITRUST',
    'SOC_1_TYPE_2',
    'SOC_2_TYPE_2',
    'SOC_3_TYPE_2',
    'ITAR',
    'FISMA_HIGH',
    'HIPAA',
    'RENEWABLE',
  ])
  .register(documented, { id: 'Compliance' });

const include = commaList(z.enum(['AVAILABILITY']))
  .refine((items) => items.length === 1, 'must be AVAILABILITY, once')
  .register(documented, { maxItems: 1 });

/** The query of `GET /v2/catalog/gpus` and of one of its types. */
export const gpuQuery = openObject(() => ({
  include: include.optional(),
  product: commaList(product).optional(),
  count: wholeFrom(1).optional().register(documented, { default: 1 }),
  cloud: cloud.optional(),
  countryCodes: commaList(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')).optional(),
  cudaVersions: commaList(cudaVersion).optional(),
  minCudaVersion: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a CUDA version such as 12 or 12.4')
    .optional(),
}));

/** The vCPU counts that a host could have. */
const powersOfTwo: readonly number[] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

/** The query of `GET /v2/catalog/cpus` and of one of its types. */
export const cpuQuery = openObject(() => ({
  include: include.optional(),
  product: commaList(z.enum(['POD', 'SERVERLESS'])).optional(),
  vcpuCount: wholeFrom(2, 1_024)
    .refine((n) => powersOfTwo.includes(n), 'must be a power of two')
    .register(documented, { type: 'integer', enum: powersOfTwo })
    .optional(),
}));

const dataCenterInclude = commaList(z.enum(['GPU_AVAILABILITY', 'CPU_AVAILABILITY'])).optional();

export const dataCenterQuery = z.object({ include: dataCenterInclude });
export const dataCentersQuery = openObject(() => ({
  include: dataCenterInclude,
  regions: commaList(region).optional().describe('In any of these'),
  networkVolumeTypes: commaList(volumeType).optional().describe('With all of these'),
  compliance: commaList(compliance).optional().describe('With all of these'),
  globalNetwork: flag.optional(),
}));

export const templateSource = openObject(() => ({ source: z.enum(['official', 'verified', 'community']).default('official') }));

const place = strictObject(() => ({ id: z.string(), name: z.string(), availability: availabilityLevel }));

export const gpuTypeResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      pool: z.string().nullable(),
      manufacturer: z.enum(['NVIDIA', 'AMD', 'UNKNOWN']),
      memory: z.int().describe('GB'),
      secure: z.boolean(),
      community: z.boolean(),
      price: z
        .strictObject({ secure: z.number(), community: z.number(), serverless: z.number().optional() })
        .describe('USD per GPU and hour; 0 where it is not offered, or not known'),
      maxCount: strictObject(() => ({ secure: z.int(), community: z.int() })).describe('GPUs of its largest host'),
      availability: availabilityLevel.optional(),
      dataCenters: z.array(place).optional(),
      cudaVersions: z.array(strictObject(() => ({ version: cudaVersion, available: z.boolean() }))).optional(),
    })
    .register(documented, { id: 'GpuType' }),
);

export const cpuTypeResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      group: z.string(),
      vcpu: strictObject(() => ({ min: z.int(), max: z.int() })),
      ramGbPerVcpu: z.number(),
      price: strictObject(() => ({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() })).describe('USD per vCPU and hour'),
      availability: availabilityLevel.optional(),
      dataCenters: z.array(place).optional(),
    })
    .register(documented, { id: 'CpuType' }),
);

export const dataCenterResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      region,
      globalNetwork: z.boolean(),
      networkVolumeTypes: z.array(volumeType),
      compliance: z.array(compliance),
      gpuAvailability: z.array(place).optional(),
      cpuAvailability: z.array(place).optional(),
    })
    .register(documented, { id: 'DataCenter' }),
);

export const gpuTypeList = lazily(() => z.strictObject({ gpus: z.array(gpuTypeResource()) }));
export const cpuTypeList = lazily(() => z.strictObject({ cpus: z.array(cpuTypeResource()) }));
export const dataCenterList = lazily(() => z.strictObject({ dataCenters: z.array(dataCenterResource()) }));

export type GpuQuery = z.output<typeof gpuQuery>;
export type CpuQuery = z.output<typeof cpuQuery>;
export type DataCenterQuery = z.output<typeof dataCenterQuery>;
export type CatalogProduct = z.output<typeof product>;
