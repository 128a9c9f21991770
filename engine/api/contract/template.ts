import { z } from 'zod';
import { lazily } from '../../kernel/collections/lazily.ts';
import { containerFields, containerResource, keptContainerFields, registryField } from './container.ts';
import { cudaVersion } from './endpoint.ts';
import { persistentMount, templateMounts } from './mounts.ts';
import { documented } from './parts/documented.ts';
import { imageReference } from './parts/image.ts';
import { type PartsFor, strictObject } from './parts/objects.ts';
import { paged } from './parts/pages.ts';

const category = z.enum(['CPU', 'NVIDIA', 'AMD']).register(documented, { id: 'TemplateCategory' });

const settings = {
  ...containerFields,
  ...registryField,
  allowedCudaVersions: z.array(cudaVersion).optional(),
  category: category.optional().describe('Has no effect'),
  mounts: templateMounts.optional().describe('A persistent mount; applies to pods only'),
  public: z.boolean().optional(),
  serverless: z.boolean().optional(),
  startJupyter: z.boolean().optional(),
  startSsh: z.boolean().optional(),
};

/** The defaults of a new template (template.defaults). */
const created = {
  category: category.optional().describe('Has no effect').register(documented, { default: 'NVIDIA' }),
  public: z.boolean().optional().register(documented, { default: false }),
  serverless: z.boolean().optional().register(documented, { default: false }),
  startJupyter: z.boolean().optional().register(documented, { default: true }),
  startSsh: z.boolean().optional().register(documented, { default: true }),
};

/** The body of `POST /v2/templates`. */
export const createTemplateRequest = strictObject(() => ({ ...settings, ...created, name: z.string().min(1), image: imageReference }));

export type CreateTemplateRequest = z.output<typeof createTemplateRequest>;

/** The result of a create, as the log stores it. When a world begins, it has no registry yet. */
export const templateShape = createTemplateRequest
  .pick({ name: true, serverless: true, public: true, category: true, startSsh: true, startJupyter: true, allowedCudaVersions: true })
  .required()
  .extend({
    container: z.strictObject(keptContainerFields).required().extend({ registry: z.null(), image: z.string() }),
    persistent: persistentMount.nullable(),
  });

/** The body of `PATCH /v2/templates/{id}`. */
export const updateTemplateRequest = z.strictObject({
  ...settings,
  name: z.string().min(1).optional(),
} satisfies PartsFor<keyof CreateTemplateRequest>);

export type UpdateTemplateRequest = z.output<typeof updateTemplateRequest>;

/** The template resource. */
export const templateResource = lazily(() =>
  z
    .strictObject({
      id: z.string(),
      name: z.string(),
      ...containerResource,
      mounts: templateMounts,
      serverless: z.boolean(),
      public: z.boolean(),
      category,
      startSsh: z.boolean(),
      startJupyter: z.boolean(),
      allowedCudaVersions: z.array(z.string()),
    } satisfies PartsFor<keyof CreateTemplateRequest>)
    .register(documented, { id: 'Template' }),
);

/** The public ones: that list has no pages. */
export const publicTemplateList = lazily(() => z.strictObject({ templates: z.array(templateResource()) }));

export const templateList = lazily(() => z.strictObject({ templates: z.array(templateResource()), ...paged }));
