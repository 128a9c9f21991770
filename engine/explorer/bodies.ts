import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import { bodyWords, likely } from './bodyWords.ts';
import type { Choice } from './choice.ts';

/** As much of JSON Schema as the requests of the operation table use. */
interface BodySchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, BodySchema>>;
  readonly required?: readonly string[];
  readonly items?: BodySchema;
  readonly anyOf?: readonly BodySchema[];
  readonly oneOf?: readonly BodySchema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly pattern?: string;
}

/** Gives the value of a property that names another entity, such as `templateId`; undefined where it names none. */
export type Reference = (property: string) => Json | undefined;

/** A body as a client might send it, made from the schema of its operation: mostly a good one. */
export const bodyFor = (schema: z.ZodType, choice: Choice, reference: Reference): Json => valueFor(schemaOf(schema), [], choice, reference);

const schemas = new WeakMap<z.ZodType, BodySchema>();

const schemaOf = (schema: z.ZodType): BodySchema => {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as BodySchema;
  schemas.set(schema, json);
  return json;
};

const valueFor = (node: BodySchema, path: readonly string[], choice: Choice, reference: Reference): Json => {
  const name = path.at(-1) ?? '';
  const referred = reference(name);
  if (referred !== undefined) return referred;
  const words = bodyWords[path.slice(-2).join('.')] ?? bodyWords[name];
  if (words !== undefined) return choice.of(words.rare !== undefined && choice.happens(1, 10) ? words.rare : words.usual);
  const branches = node.anyOf ?? node.oneOf;
  if (branches !== undefined) return valueFor(choice.of(branches), path, choice, reference);
  if (node.enum !== undefined) return choice.of(node.enum);
  if (node.const !== undefined) return node.const;
  return plainValue(node, path, choice, reference);
};

const plainValue = (node: BodySchema, path: readonly string[], choice: Choice, reference: Reference): Json => {
  const { minimum = 0, maximum = minimum + 4, items = {}, minItems = 0 } = node;
  switch ([node.type ?? 'null'].flat()[0]) {
    case 'object':
      return objectFor(node, path, choice, reference);
    case 'array':
      return Array.from({ length: minItems + choice.below(2) }, () => valueFor(items, path, choice, reference));
    case 'integer':
      return Math.min(minimum + choice.below(5), maximum);
    case 'number':
      return minimum * (1 + choice.below(6));
    case 'boolean':
      return choice.happens(1, 2);
    case 'string':
      return choice.of(['a', 'b']);
    default:
      return null;
  }
};

/** Has every property that it must have, and few of the others. Of a GPU and a CPU it has mostly one. */
const objectFor = ({ properties = {}, required = [] }: BodySchema, path: readonly string[], choice: Choice, reference: Reference): Json => {
  const isEither = properties['gpu'] !== undefined && properties['cpu'] !== undefined && properties['name'] !== undefined;
  const compute = choice.weighted<readonly string[]>([
    [6, ['gpu']],
    [4, ['cpu']],
    [1, ['gpu', 'cpu']],
  ]);
  const isSent = (name: string): boolean => {
    if (required.includes(name)) return true;
    if (isEither && (name === 'gpu' || name === 'cpu')) return compute.includes(name);
    return choice.happens(likely[name] ?? 15, 100);
  };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, child]) =>
      isSent(name) ? [[name, valueFor(child, [...path, name], choice, reference)]] : [],
    ),
  );
};
