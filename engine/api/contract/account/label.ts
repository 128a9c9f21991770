import { z } from 'zod';
import { type Labeled, type LabeledType, labeledKinds } from '../../../cloud/resources/label.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { documented } from '../parts/documented.ts';
import { enforced } from '../parts/enforced.ts';
import { openObject, type PartsFor } from '../parts/objects.ts';
import { paged, pageFields } from '../parts/pages.ts';

export const labeledType = z
  .enum(Object.keys(labeledKinds) as [LabeledType, ...LabeledType[]])
  .register(documented, { id: 'LabeledResourceType' });

const labeledResource = z
  .strictObject({ resourceType: labeledType, resourceId: z.string().min(1) })
  .register(documented, { id: 'LabeledResource' });

type NamedResource = z.output<typeof labeledResource>;

export const readLabeled = ({ resourceType, resourceId }: NamedResource): Labeled => ({ type: resourceType, id: resourceId });

const resources = z.array(labeledResource).max(100).optional().describe('What it is attached to from the beginning');

const blank = /\S/;

const key = z
  .string()
  .max(191)
  .regex(blank, 'must have a character that is no white space')
  .refine((text) => !/^\s*runpod:/i.test(text), 'must not begin with runpod:, which is reserved')
  .register(documented, { minLength: 1, pattern: '^(?!\\s*[rR][uU][nN][pP][oO][dD]:)[\\s\\S]*\\S', examples: ['team'] })
  .register(enforced, { any: 'label.tags' });

const value = z.string().max(191).describe('May be empty');

/** The body of `POST /v2/tags`. */
export const createTagRequest = z.strictObject({ key, value, resources });

/** The fields that a PATCH changes and an answer shows: those of the create, without the attached resources. */
type OwnField<Create extends z.ZodType> = Exclude<keyof z.output<Create>, 'resources'>;

/** The body of `PATCH /v2/tags/{id}`. The attached resources stay. */
export const updateTagRequest = z
  .strictObject({ key: key.optional(), value: value.optional() } satisfies PartsFor<OwnField<typeof createTagRequest>>)
  .refine((body) => body.key !== undefined || body.value !== undefined, 'give key, value, or both')
  .register(documented, { minProperties: 1 });

/** The tag resource. */
export const tagResource = lazily(() =>
  z
    .strictObject({ id: z.string(), key: z.string(), value: z.string() } satisfies PartsFor<OwnField<typeof createTagRequest>>)
    .register(documented, { id: 'Tag' }),
);

export const tagList = lazily(() => z.strictObject({ tags: z.array(tagResource()), ...paged }));

const name = z
  .string()
  .max(50)
  .regex(blank, 'must have a character that is no white space')
  .register(documented, { minLength: 1, pattern: '\\S', examples: ['team-ml'] });

/** The body of `POST /v2/cost-centers`. */
export const createCostCenterRequest = z.strictObject({ value: name, resources });

/** The body of `PATCH /v2/cost-centers/{id}`. */
export const updateCostCenterRequest = z.strictObject({ value: name } satisfies PartsFor<OwnField<typeof createCostCenterRequest>>);

/** The cost center resource. */
export const costCenterResource = lazily(() =>
  z
    .strictObject({ id: z.string(), value: z.string() } satisfies PartsFor<OwnField<typeof createCostCenterRequest>>)
    .register(documented, { id: 'CostCenter' }),
);

export const costCenterList = lazily(() => z.strictObject({ costCenters: z.array(costCenterResource()), ...paged }));

export const costCentersQuery = openObject(() => ({
  value: z.string().optional().describe('Only those whose name contains it'),
  ...pageFields,
}));

/** A resource with a tag or in a cost center. */
export const labeledList = lazily(() => z.strictObject({ resources: z.array(labeledResource), ...paged }));
