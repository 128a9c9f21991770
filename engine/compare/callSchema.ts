import { z } from 'zod';
import { findOperation } from '../api/operations.ts';
import type { Json } from '../kernel/canonical.ts';
import { callKeys } from '../scenario/format/callFormat.ts';
import { settingsSchema } from '../scenario/format/worldFormat.ts';

/** As much of JSON Schema as samples and forms need. */
export interface FormNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, FormNode>>;
  readonly required?: readonly string[];
  /** Whether, or of what form, there may be other properties. */
  readonly additionalProperties?: FormNode | boolean;
  readonly items?: FormNode;
  readonly anyOf?: readonly FormNode[];
  readonly oneOf?: readonly FormNode[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, FormNode>>;
}

/** What is known of a schema: reading one takes milliseconds, and a view asks for many calls at once. */
const nodes = new WeakMap<z.ZodType, FormNode>();

export const readNode = (schema: z.ZodType): FormNode => {
  const node = nodes.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FormNode);
  nodes.set(schema, node);
  return node;
};

/** What `with` of a call may have: the names in the path of its operation, its query and its body. Undefined if there is no such operation. */
export const readCallNode = (act: string): FormNode | undefined => {
  const row = findOperation(act);
  if (row === undefined) return undefined;
  const [query, body] = [row.query && readNode(row.query), row.body && readNode(row.body)];
  const names = (callKeys(act) ?? []).filter((key) => !parts.includes(key));
  const params = row.params ?? {};
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(names.map((name) => [name, params[name] === undefined ? { type: 'string' } : readNode(params[name])])),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    },
    required: [...names, ...(body === undefined || isOptional(body) ? [] : ['body'])],
  };
};

/** The parts of `with` that name nothing. */
const parts: readonly string[] = ['query', 'body', 'headers', 'handler'];

/** A body that need not have anything need not be there. */
const isOptional = ({ anyOf: [first] = [], ...node }: FormNode): boolean =>
  first === undefined ? node.type === 'object' && (node.required ?? []).length === 0 : isOptional(first);

/** What a change of settings may have. */
export const readSettingsNode = (): FormNode => readNode(settingsSchema);
