import type { z } from 'zod';
import type { SchemaNode } from '../../api/reading/schemaNode.ts';
import { lazily } from '../../kernel/collections/lazily.ts';

/**
 * Reads the names in a schema's values off the schema itself: making its JSON Schema takes milliseconds. Each schema is read once: a
 * scenario's calls use few of them.
 */
export const readTree = (schema: z.ZodType): SchemaNode => {
  const known = trees.get(schema);
  if (known !== undefined) return known;
  const tree = read(schema);
  trees.set(schema, tree);
  return tree;
};

const trees = new WeakMap<z.ZodType, SchemaNode>();

/** Parts are read when they are asked for: schemas may contain themselves. */
const read = (schema: z.ZodType): SchemaNode => {
  const { def } = readDefinition(schema);
  if (def.type === 'object') {
    const properties = lazily(() => Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, field]) => [name, readTree(field)])));
    return {
      get properties() {
        return properties();
      },
      additionalProperties: def.catchall !== undefined && readDefinition(def.catchall).def.type !== 'never',
    };
  }
  const { element, valueType, options } = def;
  if (element !== undefined)
    return {
      get items() {
        return readTree(element);
      },
    };
  if (valueType !== undefined)
    return {
      get additionalProperties() {
        return readTree(valueType);
      },
    };
  if (options !== undefined) {
    const anyOf = lazily(() => options.map(readTree));
    return {
      get anyOf() {
        return anyOf();
      },
    };
  }
  const inner = findInner(schema);
  if (inner !== undefined) return readTree(inner);
  return leaves.includes(def.type) ? value : anything;
};

/** The types of schemas whose values have no names in them. */
const leaves: readonly string[] = [
  'string',
  'number',
  'int',
  'bigint',
  'boolean',
  'null',
  'undefined',
  'literal',
  'enum',
  'date',
  'never',
  'template_literal',
];

/** Every schema in an object and in the objects in it, with its path. */
export const listParts = (
  schema: z.ZodType,
  path: readonly string[] = [],
): readonly (readonly [path: readonly string[], part: z.ZodType])[] => {
  const { def } = readDefinition(schema);
  const inner = findInner(schema);
  return [
    [path, schema],
    ...(inner === undefined ? [] : listParts(inner, path)),
    ...(def.type === 'union' ? (def.options ?? []).flatMap((option) => listParts(option, path)) : []),
    ...(def.type === 'object' ? Object.entries(def.shape ?? {}).flatMap(([name, field]) => listParts(field, [...path, name])) : []),
  ];
};

/** The parts of a schema, by its type. */
interface SchemaDefinition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
}

const readDefinition = (schema: z.ZodType): { readonly def: SchemaDefinition } =>
  schema._zod as unknown as { readonly def: SchemaDefinition };

/** The schema that another wraps. Of two in a row, the first one to take values as they are written. */
const findInner = (schema: z.ZodType): z.ZodType | undefined => {
  const { innerType, in: first, out, getter } = readDefinition(schema).def;
  return innerType ?? (first !== undefined && readDefinition(first).def.type !== 'transform' ? first : out) ?? getter?.();
};

const anything: SchemaNode = {};
const value: SchemaNode = { additionalProperties: false, properties: {} };
