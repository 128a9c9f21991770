import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { documented } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';
import { type PartsFor, strictObject } from './parts/objects.ts';

const size = z.int().min(10).max(4_096).describe('GB; only grows').register(enforced, { any: 'volume.size' });
export const volumeType = z.enum(['STANDARD', 'HIGH_PERFORMANCE']).register(documented, { id: 'VolumeType' });

/** The body of `POST /v2/network-volumes`. */
export const createVolumeRequest = strictObject(() => ({
  name: z.string().min(1),
  size,
  dataCenter: z.string().min(1),
  type: volumeType.optional().describe('The primary tier of the data centre unless given'),
}));

type VolumeField = keyof z.output<typeof createVolumeRequest>;

/** The body of `PATCH /v2/network-volumes/{id}`. The volume keeps its data center and its tier. */
export const updateVolumeRequest = z
  .strictObject({ name: z.string().min(1).optional(), size: size.optional() } satisfies PartsFor<
    Exclude<VolumeField, 'dataCenter' | 'type'>
  >)
  .refine(({ name, size: to }) => name !== undefined || to !== undefined, 'give name, size, or both')
  .register(documented, { minProperties: 1 });

/** The network volume resource. */
export const volumeResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      size,
      dataCenter: z.string(),
      type: volumeType,
    } satisfies PartsFor<VolumeField>)
    .register(documented, { id: 'NetworkVolume' }),
);

export const volumeList = lazily(() => z.strictObject({ networkVolumes: z.array(volumeResource()) }));
