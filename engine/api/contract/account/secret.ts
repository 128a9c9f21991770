import { z } from 'zod';
import { utf8Length } from '../../../cloud/job/chunks.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { documented } from '../parts/documented.ts';
import { enforced } from '../parts/enforced.ts';
import type { PartsFor } from '../parts/objects.ts';
import { strictObject } from '../parts/objects.ts';
import { paged } from '../parts/pages.ts';

const descriptionMax = 65_535;

const description = z
  .string()
  .max(descriptionMax)
  .refine((text) => utf8Length(text) <= descriptionMax, `must have at most ${descriptionMax} bytes`)
  .nullable();

/** Its value is removed before the request is logged, and is never shown. */
const value = z.string().min(1).describe('Never shown');

const name = z
  .string()
  .max(191)
  .regex(/^[a-zA-Z_][a-zA-Z0-9_.\-/]*$/, 'must begin with a letter or _, and go on with letters, digits and _ . - /')
  .refine((text) => !/^runpod/i.test(text), 'must not begin with RUNPOD, which is reserved')
  .register(documented, { pattern: '^(?![rR][uU][nN][pP][oO][dD])[a-zA-Z_][a-zA-Z0-9_.\\-/]*$', examples: ['HF_TOKEN'] })
  .register(enforced, { any: 'account.secrets' });

/** The body of `POST /v2/account/secrets`. */
export const createSecretRequest = strictObject(() => ({ name, value, description: description.optional() }));

type SecretField = keyof z.output<typeof createSecretRequest>;

/** The body of `PATCH /v2/account/secrets/{id}`. The name stays. */
export const updateSecretRequest = z
  .strictObject({ value: value.optional(), description: description.optional() } satisfies PartsFor<Exclude<SecretField, 'name'>>)
  .refine((body) => body.value !== undefined || body.description !== undefined, 'give value, description, or both')
  .register(documented, { minProperties: 1 });

/** The secret resource, without its value. */
export const secretResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string().nullable(),
      createdAt: z.iso.datetime(),
      valueLastUpdatedAt: z.iso.datetime(),
    } satisfies PartsFor<Exclude<SecretField, 'value'>>)
    .register(documented, { id: 'Secret' }),
);

export const secretList = lazily(() => z.strictObject({ secrets: z.array(secretResource()), ...paged }));
