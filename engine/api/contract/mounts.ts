import { z } from 'zod';
import { since } from './additions.ts';
import { documented } from './parts/documented.ts';
import { enforced } from './parts/enforced.ts';
import { strictObject } from './parts/objects.ts';

/** The rules that a mount enforces. */
const ofEntry = { lacking: 'mounts.patch-partial', unknown: 'mounts.extra' } as const;

/** Storage on the pod's own host, lost if the host fails. Deprecated in favor of a network mount. */
export const persistentMount = strictObject(() => ({
  size: z.int().min(10).describe('GB').register(enforced, { any: 'mounts.persistent-size' }),
  path: z.string().describe('Mount path in the container'),
}))
  .register(documented, { id: 'PersistentMount' })
  .register(enforced, ofEntry);

const networkMount = strictObject(() => ({
  volumeId: z.string().describe('A network volume in the data centre of the pod'),
  path: z.string().describe('Mount path in the container'),
}))
  .register(documented, { id: 'NetworkMount' })
  .register(enforced, ofEntry);

const globalMount = strictObject(() => ({
  volumeId: z.string().describe('A global volume'),
  path: z.string().describe('Mount path in the container'),
}))
  .register(documented, { id: 'GlobalMount' })
  .register(enforced, ofEntry);

/** At most one of the first two. Both together contradict each other (400); the body is not malformed. */
export const mounts = strictObject(() => ({
  persistent: persistentMount.optional(),
  network: z.array(networkMount).max(1).register(enforced, { tooLong: 'mounts.extra' }).optional(),
  global: since('globalVolumes', z.array(globalMount).max(1).optional()),
}))
  .register(documented, { id: 'Mounts' })
  .register(enforced, { unknown: 'mounts.extra' });

export const templateMounts = z
  .strictObject({ persistent: persistentMount.optional() })
  .register(documented, { id: 'TemplateMounts' })
  .register(enforced, { unknown: 'mounts.extra' });
