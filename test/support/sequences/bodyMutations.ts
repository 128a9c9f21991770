import type { SchemaNode } from '../../../engine/api/reading/schemaNode.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';

/** A value that its schema does not take, and what is wrong with it. */
export interface Broken {
  readonly what: string;
  readonly value: Json;
}

/**
 * Every way in which a good value is made a broken one, at every depth: without each required property, with one
 * property too many, with each wrong type in place of each property (those that the value leaves out, too), and with
 * what lies just outside of what an enum, a bound or a pattern allows.
 */
export const mutationsOf = (node: SchemaNode, value: Json | undefined, at = '$'): Broken[] => {
  const branches = branchesOf(node);
  const branch = branches.find((one) => fits(one, value)) ?? branches[0] ?? node;
  return [
    ...samples
      .filter(({ type }) => !branches.some((one) => takes(one, type)))
      .map((sample) => ({ what: `${at} is ${sample.type}`, value: sample.value })),
    ...outsiders(branches).map((outside) => ({ what: `${at} is ${JSON.stringify(outside)}`, value: outside })),
    ...(isObject(value) ? objectMutations(branch, value, at) : []),
    ...(Array.isArray(value) ? listMutations(branch, value, at) : []),
  ];
};

/** The paths of a schema that none of these values fills, so that no mutation ever broke them. */
export const unfilled = (node: SchemaNode, values: readonly (Json | undefined)[], at = '$'): string[] => {
  const given = values.filter((value) => value !== undefined);
  const lists = given.filter((value) => Array.isArray(value)).flat() as Json[];
  return branchesOf(node).flatMap((branch) => {
    const fitting = given.filter((value) => fits(branch, value));
    if (fitting.length === 0) return takes(branch, 'null') ? [] : [at];
    const { properties = {}, additionalProperties: rest, items } = branch;
    const fields = fitting.filter(isObject);
    return [
      ...Object.entries(properties).flatMap(([name, child]) =>
        unfilled(
          child,
          fields.map((value) => value[name]),
          `${at}.${name}`,
        ),
      ),
      ...(typeof rest === 'object' && fields.every((value) => Object.keys(value).length === 0) ? [`${at}.*`] : []),
      ...(items === undefined ? [] : unfilled(items, lists, `${at}[0]`)),
    ];
  });
};

/** One value of each type there is; a whole number is a number, too. */
const samples: readonly { readonly type: string; readonly value: Json }[] = [
  { type: 'null', value: null },
  { type: 'boolean', value: true },
  { type: 'integer', value: 7 },
  { type: 'number', value: 1.5 },
  { type: 'string', value: 'text' },
  { type: 'array', value: [] },
  { type: 'object', value: {} },
];

const branchesOf = (node: SchemaNode): readonly SchemaNode[] => (node.anyOf ?? node.oneOf)?.flatMap(branchesOf) ?? [node];

const takes = ({ type }: SchemaNode, sample: string): boolean => {
  const types = type === undefined ? [] : [type].flat();
  return types.length === 0 || types.includes(sample) || (sample === 'integer' && types.includes('number'));
};

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
};

/** The branch of a union that the value was written for, by its type, its constants, and the properties that it cannot be without. */
const fits = (node: SchemaNode, value: Json | undefined): boolean => {
  if (value === undefined || !takes(node, typeOf(value))) return false;
  if (!isObject(value)) return true;
  const { required = [], properties = {} } = node;
  return (
    required.every((name) => value[name] !== undefined) &&
    Object.entries(properties).every(([name, { const: only }]) => only === undefined || value[name] === only)
  );
};

/** Values of the right type which no branch of the schema allows. */
const outsiders = (branches: readonly SchemaNode[]): Json[] =>
  branches.flatMap(outside).filter((value) => !branches.some((one) => allows(one, value)));

const outside = ({ type, enum: words, const: only, minimum, maximum, minLength, pattern, format }: SchemaNode): Json[] => [
  ...(words !== undefined || only !== undefined ? ['OTHER'] : []),
  ...(minimum === undefined ? [] : [minimum - 1]),
  ...(maximum === undefined ? [] : [maximum + 1]),
  ...(minLength === undefined ? [] : ['']),
  ...(type === 'string' && (pattern !== undefined || format !== undefined) ? [' ~ '] : []),
];

const allows = (node: SchemaNode, value: Json): boolean =>
  takes(node, typeOf(value)) &&
  (node.enum === undefined || node.enum.includes(value)) &&
  (node.const === undefined || node.const === value) &&
  (typeof value !== 'number' || (value >= (node.minimum ?? value) && value <= (node.maximum ?? value))) &&
  (typeof value !== 'string' ||
    (value.length >= (node.minLength ?? 0) && new RegExp(node.pattern ?? '').test(value) && node.format === undefined));

type Fields = { readonly [key: string]: Json | undefined };

const isObject = (value: Json | undefined): value is Fields => value !== null && typeof value === 'object' && !Array.isArray(value);

const objectMutations = (node: SchemaNode, value: Fields, at: string): Broken[] => {
  const inside = (name: string, child: SchemaNode): Broken[] =>
    mutationsOf(child, value[name], `${at}.${name}`).map((broken) => ({ ...broken, value: { ...value, [name]: broken.value } }));
  const { required = [], properties = {}, additionalProperties: rest } = node;
  return [
    ...required.map((name) => ({ what: `${at} lacks ${name}`, value: without(value, name) })),
    // Additional properties must be refused (errors.validation), except in a map from names to values.
    ...(typeof rest === 'object' ? [] : [{ what: `${at} has a property too many`, value: { ...value, oneTooMany: 1 } }]),
    ...Object.entries(properties).flatMap(([name, child]) => inside(name, child)),
    ...(typeof rest === 'object' ? inside('ofAnyName', rest) : []),
  ];
};

const without = (value: Fields, name: string): Json => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)) as Json;

const listMutations = ({ items, minItems = 0, maxItems }: SchemaNode, value: readonly Json[], at: string): Broken[] => [
  ...(minItems > 0 ? [{ what: `${at} is empty`, value: [] }] : []),
  ...(maxItems === undefined || value.length === 0
    ? []
    : [{ what: `${at} is too long`, value: Array.from({ length: maxItems + 1 }, () => value[0] as Json) }]),
  ...(items === undefined
    ? []
    : mutationsOf(items, value[0], `${at}[0]`).map((broken) => ({ ...broken, value: [broken.value, ...value.slice(1)] }))),
];
