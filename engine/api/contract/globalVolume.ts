import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { documented } from './parts/documented.ts';
import type { PartsFor } from './parts/objects.ts';
import { strictObject } from './parts/objects.ts';
import { paged } from './parts/pages.ts';

/** The body of `POST /v2/global-volumes`. */
export const createGlobalVolumeRequest = strictObject(() => ({
  name: z
    .string()
    .max(191)
    .regex(/\S/, 'must have a character that is no white space')
    .register(documented, { minLength: 1, pattern: '\\S', examples: ['models'] }),
}));

/** The global volume resource. */
export const globalVolumeResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      createdByUserId: z.string().nullable(),
    } satisfies PartsFor<keyof z.output<typeof createGlobalVolumeRequest>>)
    .register(documented, { id: 'GlobalVolume' }),
);

export const globalVolumeList = lazily(() => z.strictObject({ globalVolumes: z.array(globalVolumeResource()), ...paged }));
