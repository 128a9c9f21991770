import type { z } from 'zod';

/**
 * Returns a schema as it is, if it describes this type: both have the same fields, at every depth. Otherwise it does not compile, and the
 * message names the fields. A field that is only added to the type would be refused as unknown wherever a value of it is read.
 */
export const describes =
  <Type>() =>
  <Schema extends z.ZodType>(schema: Schema, ..._differing: Differing<z.output<Schema>, Type>): Schema =>
    schema;

/** Nothing, or what has to be said of fields that only one of them has. */
type Differing<Described, Type> = [DescribedPath<Type>] extends [DescribedPath<Described>]
  ? [DescribedPath<Described>] extends [DescribedPath<Type>]
    ? []
    : [onlyTheSchemaHas: Exclude<DescribedPath<Described>, DescribedPath<Type>>]
  : [theSchemaLacks: Exclude<DescribedPath<Type>, DescribedPath<Described>>];

/** The paths of all fields, also of those that may be absent, such as `config.workers.max`. */
type DescribedPath<Value, Depth extends readonly unknown[] = Deepest> = Depth extends readonly [unknown, ...infer Rest]
  ? Value extends string | number | boolean | null | undefined
    ? never
    : Value extends readonly (infer Item)[]
      ? DescribedPath<Item, Rest>
      : { [Key in keyof Value & string]-?: Key | Below<Key, DescribedPath<Value[Key], Rest>> }[keyof Value & string]
  : never;

type Below<Key extends string, Fields> = Fields extends string ? `${Key}.${Fields}` : never;

/** Deeper than any definition is. */
type Deepest = [0, 0, 0, 0, 0, 0, 0, 0];
