/** As much of JSON Schema draft-07 as the scenario's schema uses. */
export interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaNode | boolean;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

/** Words that say nothing of what is valid. */
const remarks = ['$schema', 'description', 'examples', 'default', 'definitions', 'id', 'title'];

// biome-ignore format: a table
const understood = ['$ref', 'type', 'properties', 'required', 'additionalProperties', 'propertyNames', 'items', 'minItems', 'maxItems', 'enum', 'const',
  'pattern', 'minLength', 'minimum', 'maximum', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'then'];

/** What a value has that its schema does not allow, one line each. A word of the schema that is not understood is one, too. */
export const schemaComplaints = (root: SchemaNode, value: unknown): string[] => complaintsOf(root, value, '$', root);

const complaintsOf = (node: SchemaNode, value: unknown, at: string, root: SchemaNode): string[] => {
  const { $ref, anyOf, oneOf } = node;
  if ($ref !== undefined) return complaintsOf(root.definitions?.[$ref.replace('#/definitions/', '')] ?? {}, value, at, root);
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined)
    return alternatives.some((one) => complaintsOf(one, value, at, root).length === 0) ? [] : [`${at}: ${shown(value)} fits none`];
  const strange = Object.keys(node).filter((word) => !understood.includes(word) && !remarks.includes(word));
  return [
    ...strange.map((word) => `${at}: ${word} is not understood`),
    ...(isOf(node.type, value) ? [] : [`${at}: ${shown(value)} is no ${String(node.type)}`]),
    ...(node.allOf ?? []).flatMap((one) => complaintsOf(one, value, at, root)),
    ...(node.not !== undefined && complaintsOf(node.not, value, at, root).length === 0 ? [`${at}: ${shown(value)} is excluded`] : []),
    ...(node.if !== undefined && complaintsOf(node.if, value, at, root).length === 0 ? complaintsOf(node.then ?? {}, value, at, root) : []),
    ...scalarComplaints(node, value).map((words) => `${at}: ${shown(value)} ${words}`),
    ...(Array.isArray(value) ? listComplaints(node, value, at, root) : []),
    ...(isObject(value) ? objectComplaints(node, value, at, root) : []),
  ];
};

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value);

const isOf = (type: SchemaNode['type'], value: unknown): boolean => {
  const types = type === undefined ? [] : [type].flat();
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.length === 0 || types.includes(own) || (types.includes('integer') && Number.isInteger(value));
};

const scalarComplaints = (node: SchemaNode, value: unknown): string[] => [
  ...(node.enum === undefined || node.enum.includes(value) ? [] : [`is none of ${node.enum.join(', ')}`]),
  ...(node.const === undefined || node.const === value ? [] : [`is not ${String(node.const)}`]),
  ...(typeof value === 'string' && !new RegExp(node.pattern ?? '').test(value) ? [`does not match ${node.pattern}`] : []),
  ...(typeof value === 'string' && value.length < (node.minLength ?? 0) ? ['is too short'] : []),
  ...(typeof value === 'number' && value < (node.minimum ?? value) ? ['is too small'] : []),
  ...(typeof value === 'number' && value > (node.maximum ?? value) ? ['is too large'] : []),
];

const listComplaints = (
  { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY }: SchemaNode,
  value: readonly unknown[],
  at: string,
  root: SchemaNode,
): string[] => [
  ...(value.length < minItems ? [`${at}: ${shown(value)} is too short`] : []),
  ...(value.length > maxItems ? [`${at}: ${shown(value)} is too long`] : []),
  ...value.flatMap((item, k) => (items === undefined ? [] : complaintsOf(items, item, `${at}.${k}`, root))),
];

const objectComplaints = (node: SchemaNode, value: Record<string, unknown>, at: string, root: SchemaNode): string[] => {
  const missing = (node.required ?? []).filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}: ${name} is missing`);
  return missing.concat(
    Object.entries(value).flatMap(([name, field]) => {
      const names = node.propertyNames === undefined ? [] : complaintsOf(node.propertyNames, name, `${at}.${name}`, root);
      const known = node.properties?.[name] ?? node.additionalProperties ?? true;
      if (known === false) return [`${at}: ${name} is not known`];
      return known === true ? names : [...names, ...complaintsOf(known, field, `${at}.${name}`, root)];
    }),
  );
};

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
