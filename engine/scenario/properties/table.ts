import { z } from 'zod';
import { namesUsed } from '../format/variables.ts';
import { always } from './always.ts';
import { client } from './client.ts';
import type { PropertyKind } from './kind.ts';
import { law } from './law.ts';
import { eventIn } from './look.ts';
import { never } from './never.ts';
import { reachable } from './reachable.ts';
import { settles } from './settles.ts';
import { sometimes } from './sometimes.ts';
import { within } from './within.ts';
import { type WorldsSpec, worlds } from './worlds.ts';

/** Every kind of property. A new kind is one row here: schema, documents and explorer follow. */
export const propertyKinds: readonly PropertyKind[] = [always, never, sometimes, reachable, within, settles, law, client];

const name = z.string().min(1).optional().describe('What reports call it; its text unless given');

/** A property of a scenario, of whichever kind. */
export const property = z.union(
  propertyKinds.map(({ schema }) => schema.safeExtend({ name, worlds: worlds.optional() })) as unknown as [z.ZodObject, z.ZodObject],
);

/** A property as the schema gives it: the key of its kind, and what belongs to it. */
export type PropertySpec = { readonly name?: string; readonly worlds?: WorldsSpec } & { readonly [key: string]: unknown };

export const kindOfProperty = (spec: PropertySpec): PropertyKind => {
  const kind = propertyKinds.find(({ key }) => Object.hasOwn(spec, key));
  return kind ?? unknownKind;
};

/** The schema lets no other property through. */
const unknownKind: PropertyKind = {
  key: '',
  schema: z.strictObject({}),
  worlds: 'own',
  text: () => 'a property of no kind',
  looks: () => [],
  watch: () => ({ verdict: () => ({ evaluated: false }) }),
};

/** Whether it names what only its own file has: a variable, an entity, an owner. */
export const namesItsFile = (spec: PropertySpec): boolean =>
  kindOfProperty(spec)
    .looks(spec)
    .some(({ look }) => (typeof look === 'string' ? eventIn(look) === undefined : 'of' in look && look.of !== undefined)) ||
  namesUsed(JSON.stringify(spec)).length > 0;

/** The worlds to which it applies. */
export const findWorldsSpec = (spec: PropertySpec): WorldsSpec => spec.worlds ?? kindOfProperty(spec).worlds;

export const nameOfProperty = (spec: PropertySpec): string => spec.name ?? kindOfProperty(spec).text(spec);

/** The properties of a scenario. */
export const listProperties = ({ properties = [] }: { readonly properties?: readonly object[] | undefined }): readonly PropertySpec[] =>
  properties as readonly PropertySpec[];
