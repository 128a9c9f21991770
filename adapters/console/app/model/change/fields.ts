import type { SchemaNode } from '../../../../../engine/compare/index.ts';
import type { Json } from '../../../../../engine/kernel/index.ts';

/** How a value is asked for. */
export type FormField =
  | { readonly kind: 'group'; readonly parts: readonly FieldPart[] }
  | { readonly kind: 'variants'; readonly variants: readonly { readonly name: string; readonly node: SchemaNode }[] }
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  | { readonly kind: 'list'; readonly item: SchemaNode }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  /** JSON: what it holds is not for the schema to say. */
  | { readonly kind: 'flag' | 'duration' | 'text' | 'json' }
  /** There is nothing to say. */
  | { readonly kind: 'nothing' };

export interface FieldPart {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
}

/** A value without `null`, which means the same as no value; and without the unions in unions. */
export const simplifyNode = (node: SchemaNode): SchemaNode => {
  const { anyOf, oneOf, ...rest } = node;
  const alternatives = (anyOf ?? oneOf)?.map(simplifyNode).flatMap((one) => one.anyOf ?? (one.type === 'null' ? [] : [one]));
  if (alternatives !== undefined) {
    const [only, ...others] = alternatives;
    return only !== undefined && others.length === 0 ? { ...only, ...rest } : { ...rest, anyOf: alternatives };
  }
  const types = Array.isArray(node.type) ? (node.type as readonly string[]).filter((type) => type !== 'null') : undefined;
  return types?.length === 1 ? { ...node, type: types[0] as string } : node;
};

/** How a value of a schema is asked for. */
export const chooseField = (given: SchemaNode): FormField => {
  const node = simplifyNode(given);
  if (node.anyOf !== undefined) {
    const names = node.anyOf.map(nameVariant);
    return { kind: 'variants', variants: node.anyOf.map((one, k) => ({ name: names[k] ?? '', node: one })) };
  }
  const values = node.enum ?? (node.const === undefined ? undefined : [node.const]);
  if (values !== undefined) return { kind: 'choice', values };
  switch (node.type) {
    case 'object':
      return chooseGroup(node);
    case 'array':
      return node.items === undefined ? { kind: 'json' } : { kind: 'list', item: node.items };
    case 'boolean':
      return { kind: 'flag' };
    case 'integer':
    case 'number':
      return { kind: 'number', isWhole: node.type === 'integer' };
    case 'string':
      return { kind: isDuration(node) ? 'duration' : 'text' };
    default:
      return { kind: 'json' };
  }
};

const chooseGroup = ({ properties = {}, required = [], additionalProperties }: SchemaNode): FormField => {
  const parts = Object.entries(properties).map(([name, node]) => ({ name, node, isRequired: required.includes(name) }));
  if (parts.length > 0) return { kind: 'group', parts };
  return { kind: additionalProperties === false ? 'nothing' : 'json' };
};

/** The schema of a duration is known by its pattern. */
const isDuration = ({ pattern = '' }: SchemaNode): boolean => pattern.includes('ms|s|m|h|d');

/** What tells an alternative from the others: the word that it has, or the properties that it must have. */
const nameVariant = (node: SchemaNode): string => {
  const { properties = {}, required = [] } = node;
  const word = Object.values(properties).find((one) => one.const !== undefined)?.const ?? node.const;
  if (word !== undefined) return String(word);
  if (node.type === 'object') return (required.length > 0 ? required : Object.keys(properties).slice(0, 1)).join(', ');
  const field = chooseField(node);
  return field.kind === 'choice' ? field.values.join(', ') : field.kind;
};

/** Which alternative a value is of; -1 if none. */
export const findVariant = (variants: readonly { readonly node: SchemaNode }[], value: Json | undefined): number =>
  variants.findIndex(({ node }) => fits(node, value));

const fits = (node: SchemaNode, value: Json | undefined): boolean => {
  if (node.const !== undefined) return value === node.const;
  if (node.enum !== undefined) return value !== undefined && node.enum.includes(value);
  switch (node.type) {
    case 'object': {
      if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
      const { properties = {}, required = [] } = node;
      const keys = Object.keys(value);
      const isOwn = Object.entries(properties).every(
        ([name, one]) => one.const === undefined || one.const === (value as Record<string, Json>)[name],
      );
      return isOwn && required.every((name) => keys.includes(name)) && (required.length > 0 || keys.every((key) => key in properties));
    }
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === node.type;
  }
};

/** The name of a part of an object, or the place in a list. */
export type ValuePath = readonly (string | number)[];

/** The value with another part; undefined takes the part away, and what then is empty around it. */
export const replacePart = (value: Json | undefined, [first, ...rest]: ValuePath, part: Json | undefined): Json | undefined => {
  if (first === undefined) return part;
  if (typeof first === 'number') {
    const items = Array.isArray(value) ? [...(value as Json[])] : [];
    const item = replacePart(items[first], rest, part);
    items.splice(first, 1, ...(item === undefined ? [] : [item]));
    return items.length === 0 ? undefined : items;
  }
  const { [first]: old, ...others } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, Json>;
  const replaced = replacePart(old, rest, part);
  if (replaced === undefined) return Object.keys(others).length === 0 ? undefined : others;
  // What was there keeps its place.
  return { ...(value as Record<string, Json> | undefined), [first]: replaced };
};

export const findPart = (value: Json | undefined, path: ValuePath): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, Json>)[key] : undefined),
    value,
  );
