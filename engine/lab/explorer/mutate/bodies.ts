import type { z } from 'zod';
import { readSchemaNode, type SchemaNode } from '../../../api/reading/schemaNode.ts';
import type { Json, JsonObject } from '../../../kernel/canonical.ts';
import type { Choice } from '../choice.ts';
import { bodyWords, likely, patterned } from './bodyWords.ts';
import { type PropertyChances, usualChances } from './propertyChances.ts';

/** Gives the value of a property that names another entity, such as `templateId`; undefined if it names none. */
export type Reference = (property: string) => Json | undefined;

/** A body as a client might send it, made from the schema of its operation: mostly a good one. */
export const bodyFor = (schema: z.ZodType, choice: Choice, reference: Reference, propertyChances = usualChances): Json => {
  const body = readSchemaNode(schema);
  const names = Object.keys(body.properties ?? {});
  const isSingle = propertyChances.single && (body.required ?? []).length === 0 && names.length > 1 && choice.happens(1, 2);
  return isSingle
    ? fieldFor(body, choice.of(names), choice, reference, propertyChances)
    : valueFor(body, [], choice, reference, propertyChances);
};

/** A body with another value of one property, or without a property that it need not have. Undefined if it has no properties. */
export const changeBody = (
  schema: z.ZodType,
  body: Json,
  choice: Choice,
  reference: Reference,
  propertyChances: PropertyChances,
): JsonObject | undefined => {
  const whole = readSchemaNode(schema);
  const names = Object.keys(whole.properties ?? {});
  if (names.length === 0 || body === null || typeof body !== 'object' || Array.isArray(body)) return undefined;
  const name = choice.of(names);
  const { [name]: before, ...others } = body as JsonObject;
  if (before !== undefined && whole.required?.includes(name) !== true && choice.happens(1, 3)) return others;
  return { ...others, ...fieldFor(whole, name, choice, reference, propertyChances) };
};

/** An object with only that property. */
const fieldFor = (node: SchemaNode, name: string, choice: Choice, reference: Reference, propertyChances: PropertyChances): JsonObject => {
  const child = node.properties?.[name];
  return child === undefined ? {} : { [name]: valueFor(child, [name], choice, reference, propertyChances) };
};

const valueFor = (
  node: SchemaNode,
  path: readonly string[],
  choice: Choice,
  reference: Reference,
  propertyChances: PropertyChances,
): Json => {
  const name = path.at(-1) ?? '';
  const referred = reference(name);
  if (referred !== undefined) return referred;
  const words = bodyWords[path.slice(-2).join('.')] ?? bodyWords[name];
  if (words !== undefined) return choice.of(words.rare !== undefined && choice.happens(1, 10) ? words.rare : words.usual);
  const branches = node.anyOf ?? node.oneOf;
  if (branches !== undefined) return valueFor(choice.of(branches), path, choice, reference, propertyChances);
  if (node.enum !== undefined) return choice.of(node.enum);
  if (node.const !== undefined) return node.const;
  return plainValue(node, path, choice, reference, propertyChances);
};

const plainValue = (
  node: SchemaNode,
  path: readonly string[],
  choice: Choice,
  reference: Reference,
  propertyChances: PropertyChances,
): Json => {
  const { minimum = 0, maximum = minimum + 4, items = {}, minItems = 0, maxItems = 3 } = node;
  switch ([node.type ?? 'null'].flat()[0]) {
    case 'object':
      return objectFor(node, path, choice, reference, propertyChances);
    case 'array': {
      const length = minItems + choice.below(Math.min(maxItems, minItems + 3) - minItems + 1);
      return Array.from({ length }, () => valueFor(items, path, choice, reference, propertyChances));
    }
    case 'integer':
      return Math.min(minimum + choice.below(5), maximum);
    case 'number':
      return minimum * (1 + choice.below(6));
    case 'boolean':
      return choice.happens(1, 2);
    case 'string':
      return choice.of(patterned[node.pattern ?? ''] ?? ['a', 'b']);
    default:
      return null;
  }
};

/** Has every property that it must have, and few of the others. Of a GPU and a CPU it has mostly one. */
const objectFor = (
  { properties = {}, required = [] }: SchemaNode,
  path: readonly string[],
  choice: Choice,
  reference: Reference,
  propertyChances: PropertyChances,
): Json => {
  const isEither = properties['gpu'] !== undefined && properties['cpu'] !== undefined && properties['name'] !== undefined;
  const compute = choice.pickWeighted<readonly string[]>([
    [12, ['gpu']],
    [8, ['cpu']],
    [1, ['gpu', 'cpu']],
    [1, []],
  ]);
  const isSent = (name: string): boolean => {
    if (isEither && (name === 'gpu' || name === 'cpu')) return compute.includes(name);
    if (required.includes(name)) return true;
    return choice.happens(propertyChances.findChance(name, likely[name] ?? 15), 100);
  };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, child]) =>
      isSent(name) ? [[name, valueFor(child, [...path, name], choice, reference, propertyChances)]] : [],
    ),
  );
};
