import { canonicalText, type Json } from '../../../engine/kernel/canonical.ts';
import {
  type Document,
  type Fields,
  isFields,
  listOf,
  operationsIn,
  parametersOf,
  placeOf,
  resolved,
  responsesOf,
  schemasOf,
} from './openApi.ts';

/** One thing that one of two documents says and the other does not: `+` where only the second does, `-` where only the first. */
export interface Difference {
  /** An operation, or a schema by its name in the first document and the path inside it. */
  readonly where: string;
  readonly what: string;
}

/**
 * How a second document differs from a first in what clients must send and may get: operations, parameters, statuses,
 * headers, and, through all references, the types, bounds, enums and properties of schemas. How a document is cut into
 * components makes no difference, and neither do words that forbid nothing.
 */
export const differences = (first: Document, second: Document): readonly Difference[] => {
  const [one, other] = [operationsOf(first), operationsOf(second)];
  const both: Both = { first, second, compared: new Set() };
  const found = [
    ...unlike('the document', one.keys(), other.keys()),
    ...inCommon(one, other).flatMap(([where, mine, theirs]) => ofOperations(both, where, mine, theirs)),
  ];
  return [...new Map(found.map((difference) => [`${difference.where} ${difference.what}`, difference])).values()];
};

interface Both {
  readonly first: Document;
  readonly second: Document;
  /** Pairs of schemas that have been compared already: Pod is part of many answers, and some schemas hold themselves. */
  readonly compared: Set<string>;
}

const operationsOf = (root: Document): ReadonlyMap<string, Fields> =>
  new Map(operationsIn(root).map(({ method, path, operation }) => [`${method} ${path}`, operation]));

const inCommon = <T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): (readonly [string, T, T])[] =>
  [...one].flatMap(([key, mine]) => {
    const theirs = other.get(key);
    return theirs === undefined ? [] : [[key, mine, theirs] as const];
  });

const unlike = (where: string, one: Iterable<string>, other: Iterable<string>): Difference[] => {
  const [mine, theirs] = [new Set(one), new Set(other)];
  return [
    ...[...mine].filter((fact) => !theirs.has(fact)).map((fact) => ({ where, what: `- ${fact}` })),
    ...[...theirs].filter((fact) => !mine.has(fact)).map((fact) => ({ where, what: `+ ${fact}` })),
  ];
};

const ofOperations = (both: Both, where: string, one: Fields, other: Fields): Difference[] => {
  const { first, second } = both;
  return [
    ...unlike(where, operationFacts(first, one), operationFacts(second, other)),
    ...inCommon(responsesOf(first, one), responsesOf(second, other)).flatMap(([status, mine, theirs]) =>
      unlike(`${where} ${status}`, answerFacts(mine), answerFacts(theirs)),
    ),
    ...inCommon(schemasOf(first, one), schemasOf(second, other)).flatMap(([place, mine, theirs]) =>
      ofSchemas(both, `${where} ${place}`, [mine], [theirs]),
    ),
  ];
};

const operationFacts = (root: Document, operation: Fields): readonly string[] => [
  `operation id ${String(operation['operationId'])}`,
  `tags ${canonicalText(operation['tags'] ?? [])}`,
  ...parametersOf(root, operation).flatMap((one) => [
    placeOf(one),
    `${placeOf(one)}: ${one['required'] === true ? 'required' : 'optional'}`,
    ...(one['explode'] === false ? [`${placeOf(one)}: joined by commas`] : []),
  ]),
  ...(operation['requestBody'] === undefined
    ? ['takes no body']
    : [`body ${resolved(root, operation['requestBody'])['required'] === true ? 'required' : 'optional'}`]),
  ...responsesOf(root, operation).keys(),
];

const answerFacts = ({ headers, content }: Fields): readonly string[] => [
  ...Object.keys(isFields(content) ? content : {}),
  ...Object.keys(isFields(headers) ? headers : {}).map((name) => `header ${name.toLowerCase()}`),
];

/** Schemas at one place of each document; several at one place hold together. */
const ofSchemas = (both: Both, where: string, mine: readonly Json[], theirs: readonly Json[]): Difference[] => {
  const [one, other] = [shapeOf(both.first, mine), shapeOf(both.second, theirs)];
  const at = one.name ?? where;
  const pair = `${at} ${other.name ?? where}`;
  if (both.compared.has(pair)) return [];
  both.compared.add(pair);
  const inside = inCommon(one.children, other.children).flatMap(([step, my, their]) => ofSchemas(both, `${at}${step}`, my, their));
  return [...unlike(at, one.facts, other.facts), ...inside];
};

/** What the schemas at one place say together: of the value itself, and of what lies inside it. */
interface Shape {
  readonly name: string | undefined;
  readonly facts: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, readonly Json[]>;
}

const shapeOf = (root: Document, nodes: readonly Json[]): Shape => {
  const facts = new Set<string>();
  const children = new Map<string, Json[]>();
  const child = (step: string, node: Json): void => {
    children.set(step, [...(children.get(step) ?? []), node]);
  };
  const read = (node: Json): void => {
    if (!isFields(node)) return;
    for (const fact of factsOf(node)) facts.add(fact);
    if (typeof node['$ref'] === 'string') read(resolved(root, { $ref: node['$ref'] }));
    for (const part of listOf(node['allOf'])) read(part);
    const { properties, items, additionalProperties: rest } = node;
    for (const [name, property] of Object.entries(isFields(properties) ? properties : {})) child(`.${name}`, property);
    if (items !== undefined) child('[]', items);
    if (isFields(rest)) child('.*', rest);
    const values = alternatives(node);
    if (values.length === 1) values.forEach(read);
    else for (const [k, one] of values.entries()) child(`|${k + 1}`, one);
  };
  nodes.forEach(read);
  return { name: nameOf(nodes), facts, children };
};

const alternatives = (node: Fields): readonly Json[] => [...listOf(node['oneOf']), ...listOf(node['anyOf'])].filter((one) => !isNull(one));

const isNull = (node: Json): boolean => isFields(node) && node['type'] === 'null';

/** The component that is all there is at a place; one that may also be null is not. */
const nameOf = ([node, ...others]: readonly Json[]): string | undefined => {
  if (!isFields(node) || others.length > 0) return undefined;
  const words = Object.keys(node).filter((word) => word !== 'description');
  if (words.length !== 1) return undefined;
  if (typeof node['$ref'] === 'string') return node['$ref'].split('/').at(-1);
  return nameOf(listOf(node['allOf']));
};

/** Words that are read elsewhere, or say nothing of what is valid; of any other, its value is the fact. */
// biome-ignore format: a table
const elsewhere = ['$ref', 'allOf', 'anyOf', 'oneOf', 'properties', 'items', 'type', 'format', 'enum', 'const', 'required', 'additionalProperties',
  'unevaluatedProperties', 'description', 'title', 'examples', 'discriminator'];

const factsOf = (node: Fields): readonly string[] => {
  const { type, format, required, properties, items, additionalProperties: rest, unevaluatedProperties: unread } = node;
  const nullable = [...listOf(node['oneOf']), ...listOf(node['anyOf'])].some(isNull);
  const values = node['const'] === undefined ? listOf(node['enum']) : [node['const']];
  const choices = alternatives(node).length;
  return [
    ...(type === undefined ? [] : [type].flat().map((one) => `type ${String(one)}`)),
    ...(nullable ? ['type null'] : []),
    ...(choices > 1 ? [`${choices} alternatives`] : []),
    // How wide a number is makes no difference in JSON.
    ...(format === undefined || format === 'float' || format === 'double' ? [] : [`format ${String(format)}`]),
    ...values.map((value) => `allows ${canonicalText(value)}`),
    ...Object.keys(isFields(properties) ? properties : {}).map((name) => `property ${name}`),
    ...listOf(required).map((name) => `requires ${String(name)}`),
    ...(rest === false || unread === false ? ['nothing else'] : []),
    ...(isFields(rest) ? ['properties of any name'] : []),
    ...(items === undefined ? [] : ['items of a kind']),
    ...Object.entries(node)
      .filter(([word]) => !elsewhere.includes(word) && !word.startsWith('x-'))
      .map(([word, value]) => `${word} ${canonicalText(value)}`),
  ];
};
