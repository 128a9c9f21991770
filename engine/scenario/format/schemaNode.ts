import type { Json } from '../../kernel/canonical.ts';

/** As much of JSON Schema as the engine reads. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly not?: SchemaNode;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** Finds the schemas of a field, or of the items of a list. */
export const findChild = ({ items, properties, additionalProperties }: SchemaNode, key: string | number): readonly SchemaNode[] => {
  if (typeof key === 'number') return items === undefined ? [] : [items];
  const child = properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return child === undefined ? [] : [child];
};
