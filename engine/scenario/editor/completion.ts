import { isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml';
import { findChild, type SchemaNode } from '../../api/reading/schemaNode.ts';
import type { Json } from '../../kernel/canonical.ts';
import { callKeys } from '../format/callFormat.ts';
import type { DataPath } from '../format/problem.ts';
import { tooLargeText } from '../format/yamlFile.ts';

/** A possible text at a place of a file. */
export interface Completions {
  /** Where the word begins that an option replaces. */
  readonly from: number;
  readonly options: readonly { readonly label: string; readonly isKey: boolean; readonly description?: string }[];
}

/** Replaces the word that is being written. No file contains it. */
const mark = 'podsim\u{f8ff}cursor';

/**
 * Lists what a schema allows at a place of a YAML text: missing keys, or values. The text may be unfinished: it is read as if a word were
 * at the place. Names from the file itself are values, too, if a call or an assertion asks for a name.
 */
export const completionsAt = (text: string, offset: number, schema: unknown): Completions => {
  const none: Completions = { from: offset, options: [] };
  if (tooLargeText(text) !== undefined) return none;
  const place = placeAt(text, offset);
  if (place === undefined) return none;
  const root = schema as SchemaNode;
  const { path, from, isKey, map, contents } = place;
  let nodes = [root];
  let data: Json | undefined = plain(contents);
  for (const key of path) {
    nodes = nodes.flatMap((node) => branchesFor(node, data, root)).flatMap((node) => findChild(node, key));
    data = fieldAt(data, key);
  }
  const found = nodes.flatMap((node) => branchesFor(node, isKey ? plain(map) : undefined, root));
  const keys = isKey ? withinCall(path, plain(contents), keyOptions(found, map)) : [];
  // In a list, a lone word may become a key or a value.
  const isItem = typeof path.at(-1) === 'number' && map?.items.length === 1;
  const values = keys.length > 0 ? (isItem ? valueOptions(found) : []) : [...valueOptions(found), ...nameOptions(path, contents)];
  return { from, options: isKey ? [...keys, ...values] : values };
};

interface PlaceInText {
  readonly path: DataPath;
  readonly from: number;
  readonly isKey: boolean;
  /** The mapping that the key is in. */
  readonly map: YAMLMap | undefined;
  readonly contents: Node | null;
}

const placeAt = (text: string, offset: number): PlaceInText | undefined => {
  const begin = offset - (/[\w$./-]*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
  const end = offset + (/^[\w$./-]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const before = text.slice(text.lastIndexOf('\n', begin - 1) + 1, begin);
  if (/(^|\s)#/.test(before)) return undefined;
  const mayBeKey = /^\s*(?:-\s+)*$|[{,]\s*$/.test(before);
  const suffix = mayBeKey && !/^\s*:/.test(text.slice(end)) ? ': 0' : '';
  const { contents } = parseDocument(`${text.slice(0, begin)}${mark}${suffix}${text.slice(end)}`, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const found = find(contents, []);
  return found && { ...found, contents };
};

const find = (node: unknown, path: DataPath): Omit<PlaceInText, 'contents'> | undefined => {
  if (isScalar(node)) return isMarked(node) ? { path, from: node.range?.[0] ?? 0, isKey: false, map: undefined } : undefined;
  if (isSeq(node)) return firstFound(node.items, (item, k) => find(item, [...path, k]));
  if (!isMap(node)) return undefined;
  return firstFound(node.items, ({ key, value }) => {
    if (!isScalar(key)) return undefined;
    return isMarked(key) ? { path, from: key.range?.[0] ?? 0, isKey: true, map: node } : find(value, [...path, String(key.value)]);
  });
};

const firstFound = <T, R>(items: readonly T[], look: (item: T, k: number) => R | undefined): R | undefined => {
  for (const [k, item] of items.entries()) {
    const found = look(item, k);
    if (found !== undefined) return found;
  }
  return undefined;
};

const isMarked = ({ value }: { readonly value: unknown }): boolean => typeof value === 'string' && value.includes(mark);

/** The data of a node, without the word that is being written and without aliases. */
const plain = (node: unknown): Json | undefined => {
  if (isScalar(node)) return isMarked(node) ? undefined : (node.value as Json);
  if (isSeq(node)) return node.items.map((item) => plain(item) ?? null);
  if (!isMap(node)) return undefined;
  return Object.fromEntries(
    node.items.flatMap(({ key, value }) => (isScalar(key) && !isMarked(key) ? [[String(key.value), plain(value) ?? null]] : [])),
  );
};

/** Finds the schemas of a node, given its data: follows references, and chooses branches by the present keys. */
const branchesFor = (node: SchemaNode, data: Json | undefined, root: SchemaNode): readonly SchemaNode[] => {
  if (node.$ref !== undefined) {
    const meant = root.definitions?.[node.$ref.replace('#/definitions/', '')];
    return meant === undefined ? [] : branchesFor(meant, data, root);
  }
  const either = node.anyOf ?? node.oneOf;
  const own = either === undefined ? [node] : fitting(either, data).flatMap((one) => branchesFor(one, data, root));
  const added = (node.allOf ?? []).flatMap(({ if: condition, then: branch, ...plainly }) => {
    if (condition === undefined) return branchesFor(plainly, data, root);
    return branch !== undefined && fits(condition, data) ? branchesFor(branch, data, root) : [];
  });
  return [...own, ...added];
};

/** Picks the schemas that know every present key; all, if none does. */
const fitting = (schemas: readonly SchemaNode[], data: Json | undefined): readonly SchemaNode[] => {
  if (!isRecord(data)) return schemas;
  const keys = Object.keys(data);
  const known = schemas.filter(
    ({ properties, additionalProperties, $ref }) =>
      $ref === undefined && keys.every((key) => properties?.[key] !== undefined || additionalProperties !== false),
  );
  return known.length === 0 ? schemas : known;
};

/** Whether data meets a condition of the schema. */
const fits = (schema: SchemaNode, data: Json | undefined): boolean => {
  const { required = [], properties = {}, not } = schema;
  if ('const' in schema && data !== schema.const) return false;
  if (schema.type === 'integer' && !(typeof data === 'number' && data <= (schema.maximum ?? data))) return false;
  if (not !== undefined && fits(not, data)) return false;
  if (!isRecord(data)) return required.length === 0;
  return (
    required.every((key) => data[key] !== undefined) &&
    Object.entries(properties).every(([key, one]) => data[key] === undefined || fits(one, data[key]))
  );
};

const keyOptions = (schemas: readonly SchemaNode[], map: YAMLMap | undefined): Completions['options'] => {
  const known = new Map(schemas.flatMap(({ properties = {} }) => Object.entries(properties)));
  const there = new Set((map?.items ?? []).map(({ key }) => (isScalar(key) ? String(key.value) : '')));
  return [...known].flatMap(([label, { description }]) =>
    there.has(label) ? [] : [{ label, isKey: true, ...(description === undefined ? {} : { description }) }],
  );
};

const valueOptions = (schemas: readonly SchemaNode[]): Completions['options'] => {
  const values = schemas.flatMap((schema) => {
    if (schema.enum !== undefined) return schema.enum;
    if (schema.const !== undefined) return [schema.const];
    return schema.type === 'boolean' ? [true, false] : [];
  });
  return [...new Set(values.map(String))].map((label) => ({ label, isKey: false }));
};

/** Below `with`, the keys that the operation of the call looks at, if it is known: of many that name something, its path has a few. */
const withinCall = (path: DataPath, data: Json | undefined, keys: Completions['options']): Completions['options'] => {
  if (path.at(-1) !== 'with') return keys;
  const call = path.slice(0, -1).reduce<Json | undefined>(fieldAt, data);
  const used = callKeys(String(fieldAt(call, 'act') ?? (path[0] === 'load' ? 'run' : '')));
  return used === undefined ? keys : keys.filter(({ label }) => used.includes(label));
};

const fieldAt = (data: Json | undefined, key: string | number): Json | undefined =>
  data === null || typeof data !== 'object' ? undefined : (data as Record<string | number, Json>)[key];

/** The names that a file gives: ids in its world, and variables that its steps save. */
const nameOptions = (path: DataPath, contents: Node | null): Completions['options'] => {
  const isOfCall = path.at(-2) === 'with';
  if (!isOfCall && path.at(-1) !== 'of') return [];
  const names = new Set<string>();
  const gather = (node: unknown, within: string): void => {
    if (isSeq(node)) for (const item of node.items) gather(item, within);
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (within === 'save') names.add(`$${name}`);
      if (name === 'id' && isScalar(value) && within !== 'body' && !isMarked(value)) names.add(String(value.value));
      gather(value, name);
    }
  };
  gather(contents, '');
  return [...names].filter((name) => !name.includes(mark)).map((label) => ({ label, isKey: false }));
};

const isRecord = (data: Json | undefined): data is { readonly [key: string]: Json } =>
  data !== null && typeof data === 'object' && !Array.isArray(data);
