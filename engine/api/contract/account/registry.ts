import { z } from 'zod';
import type { Settings } from '../../../cloud/entities.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { hasAddition } from '../additions.ts';
import { documented } from '../parts/documented.ts';
import { passwordMax, secretLength } from '../parts/hidden.ts';
import type { PartsFor } from '../parts/objects.ts';
import { strictObject } from '../parts/objects.ts';

/** The body of `POST /v2/registries`. The password is removed before the request is logged, and is never shown. */
export const createRegistryRequest = strictObject(() => ({
  name: z.string().min(1),
  username: z.string().min(1),
  password: z.string().min(1),
}));

/** The length of the original text, though the schema sees the text that replaces it. */
const password = z
  .string()
  .min(1)
  .refine((text) => secretLength(text) <= passwordMax, {
    error: ({ input }) => `maxLength: got ${secretLength(String(input))}, want ${passwordMax}`,
  })
  .register(documented, { maxLength: passwordMax });

const bounded = createRegistryRequest.extend({ name: z.string().min(1).max(191), password });

/** The same in a world that has the addition. */
export const createRegistryUnder = (settings: Settings): typeof createRegistryRequest =>
  hasAddition(settings, 'registryNames') ? bounded : createRegistryRequest;

/** The registry credential resource: its id, and of the given fields only the name. */
export const registryResource = lazily(() =>
  z
    .strictObject({ id: z.string(), name: z.string() } satisfies PartsFor<
      Exclude<keyof z.output<typeof createRegistryRequest>, 'username' | 'password'>
    >)
    .register(documented, { id: 'Registry' }),
);

export const registryList = lazily(() => z.strictObject({ registries: z.array(registryResource()) }));

/** `arn:aws:ecr:<region>:<account>:repository/<name>[:tag]` */
export const ecrArn = /^arn:aws:ecr:([a-z0-9-]+):(\d{12}):repository\/([a-z0-9][a-z0-9._/-]*)(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?$/;

/** The body of `POST /v2/registries/delegations`. */
export const createDelegationRequest = strictObject(() => ({
  resource: z
    .string()
    .regex(ecrArn, 'must be an ECR ARN: arn:aws:ecr:<region>:<account of 12 digits>:repository/<name>[:tag]')
    .register(documented, { examples: ['arn:aws:ecr:eu-west-1:123456789012:repository/acme/train:1'] }),
  name: z.string().nullable().optional(),
}));

/** The delegation resource. */
export const delegationResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string().nullable(),
      delegatorUserId: z.string(),
      awsUser: z.string(),
      awsRegion: z.string(),
      repository: z.string(),
      tag: z.string(),
      dockerRegistryUri: z.string(),
      createdAt: z.iso.datetime(),
    } satisfies PartsFor<Exclude<keyof z.output<typeof createDelegationRequest>, 'resource'>>)
    .register(documented, { id: 'EcrDelegation' }),
);

export const delegationList = lazily(() => z.strictObject({ delegations: z.array(delegationResource()) }));
