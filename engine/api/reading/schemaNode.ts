import { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';

/** As much of JSON Schema as podsim reads: to complete and check files, to make calls and forms, and to say in words what a value may be. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** Whether, or of what form, there may be other properties. */
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly not?: SchemaNode;
}

/** The JSON Schema of what a schema takes, before it is read. Each is made once: that takes milliseconds, and a view asks for many. */
export const readSchemaNode = (schema: z.ZodType): SchemaNode => {
  const node = nodes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode);
  nodes.set(schema, node);
  return node;
};

const nodes = new WeakMap<z.ZodType, SchemaNode>();

/** Finds the schemas of a field, or of the items of a list. */
export const findChild = ({ items, properties, additionalProperties }: SchemaNode, key: string | number): readonly SchemaNode[] => {
  if (typeof key === 'number') return items === undefined ? [] : [items];
  const child = properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return child === undefined ? [] : [child];
};
