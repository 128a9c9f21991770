import { z } from 'zod';
import { accessLevels, type Permissions, resourceGroups } from '../../../cloud/account/events.ts';
import { allPermissions } from '../../../simulator/definition.ts';
import { duration } from '../handler/handler.ts';
import { documented } from '../parts/documented.ts';
import { digest, id } from '../parts/id.ts';
import { isKeyName, noKeyName, reservedName } from '../parts/noKey.ts';
import { strictObject } from '../parts/objects.ts';

/** The fields of a key that scenarios and the control plane share. */
export const keyFields = {
  permissions: z
    .partialRecord(z.enum(resourceGroups), z.enum(accessLevels))
    .optional()
    .describe('A group that is not named has level none; without permissions, the key has all'),
  endpoints: z.array(id).optional().describe('Limits its queue permission to these endpoints'),
  rateLimitExempt: z.boolean().optional(),
};

/** The body of `POST keys`. */
export const createKeyRequest = strictObject(() => ({
  name: id
    .refine(isKeyName, reservedName)
    .register(documented, { not: { const: noKeyName } })
    .optional()
    .describe('key-1, key-2, … unless given'),
  account: id.optional().describe('The first account unless given; opened if it does not exist'),
  ...keyFields,
  expiresIn: duration.optional().describe('Never expires unless given'),
}));

export type CreateKeyRequest = z.output<typeof createKeyRequest>;

/** A level for every group, from the levels that were written. */
export const readPermissions = (written: CreateKeyRequest['permissions']): Permissions =>
  written === undefined
    ? allPermissions
    : (Object.fromEntries(resourceGroups.map((group) => [group, written[group] ?? 'none'])) as Permissions);

/** A key as the control plane shows it. */
export const keyResource = strictObject(() => ({
  key: z.string().describe('What a client sends, when the key is made; its end afterwards'),
  digest,
  name: z.string(),
  account: z.string(),
  permissions: z.record(z.enum(resourceGroups), z.enum(accessLevels)),
  endpoints: z.array(z.string()).nullable().describe('null: its queue permission covers every endpoint'),
  rateLimitExempt: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
}));
