import { z } from 'zod';
import { always } from './always.ts';
import { client } from './client.ts';
import type { PropertyKind } from './kind.ts';
import { law } from './law.ts';
import { never } from './never.ts';
import { reachable } from './reachable.ts';
import { settles } from './settles.ts';
import { sometimes } from './sometimes.ts';
import { within } from './within.ts';

/** Every kind of property. A new kind is one row here: schema, documents and explorer follow. */
export const propertyKinds: readonly PropertyKind[] = [always, never, sometimes, reachable, within, settles, law, client];

const name = z.string().min(1).optional().describe('What reports call it; its text unless given');

/** A property of a scenario, of whichever kind. */
export const property = z.union(propertyKinds.map(({ schema }) => schema.safeExtend({ name })) as unknown as [z.ZodObject, z.ZodObject]);

/** A property as the schema gives it: the key of its kind, and what belongs to it. */
export type PropertySpec = { readonly name?: string } & { readonly [key: string]: unknown };

export const kindOfProperty = (spec: PropertySpec): PropertyKind => {
  const kind = propertyKinds.find(({ key }) => Object.hasOwn(spec, key));
  return kind ?? unknownKind;
};

/** The schema lets no other property through. */
const unknownKind: PropertyKind = {
  key: '',
  schema: z.strictObject({}),
  text: () => 'a property of no kind',
  looks: () => [],
  watch: () => ({ verdict: () => ({ evaluated: false }) }),
};

export const nameOfProperty = (spec: PropertySpec): string => spec.name ?? kindOfProperty(spec).text(spec);

/** The properties of a scenario. */
export const propertiesOf = ({ properties = [] }: { readonly properties?: readonly object[] | undefined }): readonly PropertySpec[] =>
  properties as readonly PropertySpec[];
