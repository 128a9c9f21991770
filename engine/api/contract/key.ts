import { z } from 'zod';
import { accessLevels, type Permissions, resourceGroups } from '../../account/events.ts';
import { allPermissions } from '../../definition.ts';
import { documented } from './documented.ts';
import { duration } from './handler.ts';
import { id } from './id.ts';

/** What scenarios and the control plane write of a key alike. */
export const keyFields = {
  permissions: z
    .partialRecord(z.enum(resourceGroups), z.enum(accessLevels))
    .optional()
    .describe('A group not named has none; no permissions given = all'),
  endpoints: z.array(id).optional().describe('Limits its queue permission to these'),
  rateLimitExempt: z.boolean().optional(),
};

/** The body of `POST keys`. */
export const createKeyRequest = z.strictObject({
  name: id
    .refine((name) => name !== 'nobody', 'nobody is who calls without a key')
    .register(documented, { not: { const: 'nobody' } })
    .optional()
    .describe('key-1, key-2, … unless given'),
  account: id.optional().describe('The first one unless given; opened, where there is none of that id'),
  ...keyFields,
  expiresIn: duration.optional().describe('It never expires unless given'),
});

export type CreateKeyRequest = z.output<typeof createKeyRequest>;

/** A level for every group, from those that were written. */
export const permissionsOf = (written: CreateKeyRequest['permissions']): Permissions =>
  written === undefined
    ? allPermissions
    : (Object.fromEntries(resourceGroups.map((group) => [group, written[group] ?? 'none'])) as Permissions);

/** A key as the control plane shows it, secret and all: it opens nothing outside its world. */
export const keyResource = z.strictObject({
  key: z.string().describe('What a client sends'),
  name: z.string(),
  account: z.string(),
  permissions: z.record(z.enum(resourceGroups), z.enum(accessLevels)),
  endpoints: z.array(z.string()).nullable().describe('null: its queue permission covers every endpoint'),
  rateLimitExempt: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
});

export const keyList = z.strictObject({ keys: z.array(keyResource) });
