import { z } from 'zod';
import type { Json } from '../kernel/canonical.ts';
import { scenarioSchema } from './format.ts';

/** The JSON Schema (draft-07) of a scenario file, for editors; made from the schema that checks the file. */
export const scenarioJsonSchema = (): { readonly [key: string]: Json } =>
  z.toJSONSchema(scenarioSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) as { readonly [key: string]: Json };

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

/** The names allowed in the object at that path of a scenario. */
export const knownNames = (path: readonly (string | number)[]): readonly string[] => {
  const nodes = path.reduce<readonly SchemaNode[]>(
    (parents, key) => parents.flatMap(branches).flatMap((node) => childOf(node, key)),
    [scenarioJsonSchema() as SchemaNode],
  );
  return [...new Set(nodes.flatMap(branches).flatMap((node) => Object.keys(node.properties ?? {})))];
};

const branches = (node: SchemaNode): readonly SchemaNode[] => (node.anyOf ?? node.oneOf)?.flatMap(branches) ?? [node];

const childOf = (node: SchemaNode, key: string | number): readonly SchemaNode[] => {
  if (typeof key === 'number') return node.items === undefined ? [] : [node.items];
  const child = node.properties?.[key] ?? (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined);
  return child === undefined ? [] : [child];
};
