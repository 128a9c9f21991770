import { findOperation } from '../api/operations.ts';
import { readSchemaNode, type SchemaNode } from '../api/reading/schemaNode.ts';
import { callKeys } from '../scenario/format/callFormat.ts';
import { settingsSchema } from '../scenario/format/worldFormat.ts';

/** What `with` of a call may have: the names in the path of its operation, its query and its body. Undefined if there is no such operation. */
export const readCallNode = (act: string): SchemaNode | undefined => {
  const row = findOperation(act);
  if (row === undefined) return undefined;
  const [query, body] = [row.query && readSchemaNode(row.query), row.body && readSchemaNode(row.body)];
  const names = (callKeys(act) ?? []).filter((key) => !parts.includes(key));
  const params = row.params ?? {};
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(names.map((name) => [name, params[name] === undefined ? { type: 'string' } : readSchemaNode(params[name])])),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    },
    required: [...names, ...(body === undefined || isOptional(body) ? [] : ['body'])],
  };
};

/** The parts of `with` that name nothing. */
const parts: readonly string[] = ['query', 'body', 'headers', 'handler'];

/** A body that need not have anything need not be there. */
const isOptional = ({ anyOf: [first] = [], ...node }: SchemaNode): boolean =>
  first === undefined ? node.type === 'object' && (node.required ?? []).length === 0 : isOptional(first);

/** What a change of settings may have. */
export const readSettingsNode = (): SchemaNode => readSchemaNode(settingsSchema);
