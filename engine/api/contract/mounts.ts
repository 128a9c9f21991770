import { z } from 'zod';

/** Storage on the pod's own host, lost with the host. Deprecated in favour of a network mount. */
export const persistentMount = z.strictObject({
  size: z.int().min(10).describe('GB'),
  path: z.string().describe('Mount path in the container'),
});

export const networkMount = z.strictObject({
  volumeId: z.string().describe('A network volume in the data centre of the pod'),
  path: z.string().describe('Mount path in the container'),
});

/** At most one of the two; both together are a contradiction (400), not a malformed body. */
export const mounts = z.strictObject({
  persistent: persistentMount.optional(),
  network: z.array(networkMount).max(1).optional(),
});

export const templateMounts = z.strictObject({ persistent: persistentMount.optional() });
