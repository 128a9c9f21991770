import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../kernel/canonical.ts';
import { suggestion } from '../scenario/nearest.ts';
import { nodesAt, type SchemaNode, scenarioNodes } from '../scenario/schema.ts';

type Path = readonly (string | number)[];
type Fields = { readonly [key: string]: Json };

/**
 * Where in a scenario's data a varied setting stands, by its name in the study: `worker.start` is a setting; `workers.max`, or the last
 * part alone, a field of the endpoint, with its id before it where there are several; `peak.poisson.rate` a part of the load of that name, or
 * `load.0.poisson.rate` of the first; `$size` or `size` a variable of the matrix; anything else a path of the file, such as
 * `world.hosts.0.gpus`. Left says what is wrong with the name.
 */
export const targetOf = (name: string, data: Json): Either<string, Path> => {
  const parts = name.split('.');
  const found = [variable(name, data), ofFile(parts, data), ofPart(parts, data), ofSettings(parts), ...ofEndpoints(parts, data)].filter(
    (path) => path !== undefined,
  );
  const [path] = found;
  if (path !== undefined) return right(path);
  const endpoints = listAt(data, ['world', 'endpoints']);
  if (endpoints.length !== 1 && endpointPaths().some((one) => isMeant(one, parts))) {
    const ids = endpoints.map((endpoint) => idOf(endpoint)).filter((id) => id !== undefined);
    return left(
      endpoints.length === 0
        ? `is a field of an endpoint, and the scenario's world has none`
        : `is a field of an endpoint, and there are ${endpoints.length}: write ${ids.map((id) => `${id}.${name}`).join(' or ')}`,
    );
  }
  return left(`there is no such setting${suggestion(name, knownTargets(data), '`podsim schema`', 'the settings')}`);
};

/** Every name that a study of this scenario may vary, except paths of the file. */
export const knownTargets = (data: Json): readonly string[] => [
  ...Object.keys(fieldsAt(data, ['matrix', 'variables'])),
  ...endpointPaths().map((path) => path.join('.')),
  ...settingPaths().map((path) => path.join('.')),
];

/** The data with the value at that path; missing mappings on the way are made. */
export const withValue = (data: Json, [key, ...rest]: Path, value: Json): Json => {
  if (key === undefined) return value;
  if (Array.isArray(data)) return data.map((item: Json, k) => (k === Number(key) ? withValue(item, rest, value) : item));
  const fields = data !== null && typeof data === 'object' ? (data as Fields) : {};
  return { ...fields, [key]: withValue(fields[key] ?? {}, rest, value) };
};

const variable = (name: string, data: Json): Path | undefined => {
  const plain = name.startsWith('$') ? name.slice(1) : name;
  // The one value that the variable then has.
  return Object.hasOwn(fieldsAt(data, ['matrix', 'variables']), plain) ? ['matrix', 'variables', plain] : undefined;
};

/** A path from the root of the file. Items of lists are named by their number, from 0. */
const ofFile = (parts: readonly string[], data: Json): Path | undefined => {
  const path = numbered(parts, data);
  return path.length > 1 && isPlace(path) ? path : undefined;
};

/** A part of an endpoint, a load, a host … that is named by its id or name. */
const ofPart = ([name = '', ...parts]: readonly string[], data: Json): Path | undefined => {
  for (const list of [['world', 'endpoints'], ['load'], ['world', 'hosts'], ['world', 'templates'], ['world', 'accounts']]) {
    const k = listAt(data, list).findIndex((item) => idOf(item) === name);
    if (k < 0) continue;
    const places = list.at(-1) === 'endpoints' ? endpointPaths().filter((one) => isMeant(one, parts)) : [];
    const path = [...list, k, ...(places[0] ?? parts)];
    if (parts.length > 0 && isPlace(path)) return path;
  }
  return undefined;
};

const ofSettings = (parts: readonly string[]): Path | undefined => {
  const path = ['world', 'settings', ...parts];
  return parts.length === 2 && isPlace(path) ? path : undefined;
};

/** A field of the only endpoint. */
const ofEndpoints = (parts: readonly string[], data: Json): readonly Path[] => {
  const isOnly = listAt(data, ['world', 'endpoints']).length === 1;
  return isOnly ? endpointPaths().flatMap((path) => (isMeant(path, parts) ? [['world', 'endpoints', 0, ...path]] : [])) : [];
};

/** Whether the field is meant by all its parts, or by its last one alone. */
const isMeant = (path: readonly string[], parts: readonly string[]): boolean =>
  path.join('.') === parts.join('.') || (parts.length === 1 && path.at(-1) === parts[0]);

let endpoints: readonly (readonly string[])[] | undefined;
const endpointPaths = (): readonly (readonly string[])[] => (endpoints ??= pathsIn(scenarioNodes(['world', 'endpoints', 0]), 3));

let settings: readonly (readonly string[])[] | undefined;
const settingPaths = (): readonly (readonly string[])[] => (settings ??= pathsIn(scenarioNodes(['world', 'settings']), 2));

/** The paths of all fields below some schemas, those nearest to the root first. */
const pathsIn = (nodes: readonly SchemaNode[], depth: number): readonly (readonly string[])[] => {
  const names = [...new Set(nodes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const below = depth === 1 ? [] : names.flatMap((name) => pathsIn(nodesAt(nodes, [name]), depth - 1).map((path) => [name, ...path]));
  const unlike = new Map([...names.map((name) => [name]), ...below].map((path) => [path.join('.'), path]));
  return [...unlike.values()].sort((a, b) => a.length - b.length);
};

const isPlace = (path: Path): boolean => scenarioNodes(path).length > 0;

/** The parts with the numbers and names of list items as numbers. */
const numbered = (parts: readonly string[], data: Json): Path => {
  let at: Json | undefined = data;
  return parts.map((part) => {
    const items: readonly Json[] | undefined = Array.isArray(at) ? at : undefined;
    const named = items?.findIndex((item) => idOf(item) === part) ?? -1;
    const key = items === undefined ? part : /^\d+$/.test(part) ? Number(part) : named < 0 ? part : named;
    at = at !== null && typeof at === 'object' ? ((at as Fields)[key] as Json | undefined) : undefined;
    return key;
  });
};

const idOf = (item: Json | undefined): string | undefined => {
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return undefined;
  const { id, name } = item as Fields;
  const said = id ?? name;
  return typeof said === 'string' ? said : undefined;
};

const valueIn = (data: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((at, key) => (at !== null && typeof at === 'object' ? (at as Fields)[key] : undefined), data);

const listAt = (data: Json, path: Path): readonly Json[] => {
  const value = valueIn(data, path);
  return Array.isArray(value) ? value : [];
};

const fieldsAt = (data: Json, path: Path): Fields => {
  const value = valueIn(data, path);
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
};
