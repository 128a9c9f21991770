import { isLeft } from 'fp-ts/lib/Either.js';
import { readAs } from '../../../api/reading/readAs.ts';
import type { Json } from '../../../kernel/canonical.ts';
import { nameOfProperty, type PropertySpec, property } from '../../../scenario/properties/table.ts';
import type { BrokenProperty } from '../outcome.ts';
import type { Story } from '../story.ts';

/** The broken property as the story declares it; none if the story did not declare it. */
export const keepOnlyBroken = ({ properties }: Story, { property: wanted }: BrokenProperty): Story => {
  const list: readonly Json[] = Array.isArray(properties) ? properties : [];
  const broken = list.find((one) => {
    const read = readAs(property, one);
    return !isLeft(read) && nameOfProperty(read.right as PropertySpec) === wanted;
  });
  return broken === undefined ? {} : { properties: [broken] };
};
