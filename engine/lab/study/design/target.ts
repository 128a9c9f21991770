import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../../kernel/canonical.ts';
import { lazily } from '../../../kernel/collections/lazily.ts';
import { suggestion } from '../../../kernel/collections/nearest.ts';
import { fileSchema, nodesAt, type SchemaNode } from '../../../scenario/file/schema.ts';
import type { DataPath } from '../../../scenario/format/problem.ts';
import { fieldsIn, listIn, nameIn } from '../format/place.ts';

/**
 * The place of a varied setting in a scenario's data, by its name in the study: `worker.start` is a setting; `workers.max`, or the last
 * part by itself, a field of the endpoint, with its id before it if there are several; `peak.poisson.rate` a part of the load of that name;
 * `$size` or `size` a variable of the matrix; anything else a path of the file, such as `load.0.poisson.rate`. Left says why the name is
 * wrong.
 */
export const parseTarget = (name: string, data: Json): Either<string, DataPath> => {
  const parts = name.split('.');
  const found = [
    ...ofVariable(name, data),
    ...ofFile(parts, data),
    ...ofNamed(parts, data),
    ...ofSettings(parts),
    ...ofEndpoint(parts, data),
  ];
  const paths = [...new Map(found.map((path) => [path.join('.'), path])).values()];
  const [path, ...others] = paths;
  if (path === undefined) return left(whyNone(name, parts, data));
  return others.length === 0 ? right(path) : left(`may be ${paths.map(unmistakable).join(' or ')}: write which`);
};

/** Every name that a study of this scenario may vary, except paths of the file. */
export const listTargets = (data: Json): readonly string[] => [
  ...Object.keys(fieldsIn(data, ['matrix', 'variables'])).map((name) => `$${name}`),
  ...endpointPaths().map((path) => path.join('.')),
  ...settingPaths().map((path) => path.join('.')),
];

/** The schema nodes that are allowed at a path of a scenario. */
export const scenarioPlaces = (path: DataPath): readonly SchemaNode[] => nodesAt(scenarioRoot(), path);

const scenarioRoot = lazily(() => [fileSchema() as SchemaNode]);

const isPlace = (path: DataPath): boolean => scenarioPlaces(path).length > 0;

/** A name that means this path and nothing else. */
const unmistakable = (path: DataPath): string => (path[0] === 'matrix' ? `$${path.slice(2).join('.')}` : path.join('.'));

const whyNone = (name: string, parts: readonly string[], data: Json): string => {
  const endpoints = listIn(data, ['world', 'endpoints']);
  if (endpoints.length === 1 || endpointFields(parts).length === 0)
    return `there is no such setting${suggestion(name, namesFor(parts, data), '`podsim study FILE --settings`', 'the settings')}`;
  if (endpoints.length === 0) return 'is a field of an endpoint, and the world of the scenario has none';
  const names = endpoints.map((endpoint, k) => `${nameIn(endpoint) ?? `world.endpoints.${k}`}.${name}`);
  return `is a field of an endpoint, and there are ${endpoints.length}: write ${names.join(' or ')}`;
};

/** A name of one part may be the last part of a field. */
const namesFor = ({ length }: readonly string[], data: Json): readonly string[] =>
  length > 1 ? listTargets(data) : [...new Set([...listTargets(data), ...endpointPaths().map((path) => path.at(-1) ?? '')])];

const ofVariable = (name: string, data: Json): readonly DataPath[] => {
  const plain = name.startsWith('$') ? name.slice(1) : name;
  return Object.hasOwn(fieldsIn(data, ['matrix', 'variables']), plain) ? [['matrix', 'variables', plain]] : [];
};

/** A path from the root of the file. Items of lists are named by their number, from 0, or by their id or name. */
const ofFile = (parts: readonly string[], data: Json): readonly DataPath[] => {
  const path: (string | number)[] = [];
  let at: Json | undefined = data;
  for (const part of parts) {
    const key: string | number | undefined = Array.isArray(at) ? itemNumber(at, part) : part;
    if (key === undefined) return [];
    path.push(key);
    at = at !== null && typeof at === 'object' ? (at as { readonly [key: string]: Json })[key] : undefined;
  }
  return path.length > 1 && isPlace(path) ? [path] : [];
};

const itemNumber = (items: readonly Json[], part: string): number | undefined => {
  const named = items.findIndex((item) => nameIn(item) === part);
  if (named >= 0) return named;
  return /^\d{1,6}$/.test(part) && Number(part) < items.length ? Number(part) : undefined;
};

const namedLists: readonly DataPath[] = [
  ['world', 'endpoints'],
  ['load'],
  ['world', 'hosts'],
  ['world', 'templates'],
  ['world', 'accounts'],
];

/** A part of an endpoint, a load, a host … that is named by its id or name. */
const ofNamed = ([name = '', ...parts]: readonly string[], data: Json): readonly DataPath[] =>
  parts.length === 0
    ? []
    : namedLists.flatMap((list) =>
        listIn(data, list).flatMap((item, k): readonly DataPath[] => {
          if (nameIn(item) !== name) return [];
          const fields = list.at(-1) === 'endpoints' ? endpointFields(parts) : [parts];
          return fields.map((field) => [...list, k, ...field]).filter(isPlace);
        }),
      );

const ofSettings = (parts: readonly string[]): readonly DataPath[] => {
  const path = ['world', 'settings', ...parts];
  return parts.length === 2 && isPlace(path) ? [path] : [];
};

/** A field of the only endpoint. */
const ofEndpoint = (parts: readonly string[], data: Json): readonly DataPath[] =>
  listIn(data, ['world', 'endpoints']).length === 1 ? endpointFields(parts).map((field) => ['world', 'endpoints', 0, ...field]) : [];

/** The fields of an endpoint that are meant by all their parts; or, if there is none, only by the last part. */
const endpointFields = (parts: readonly string[]): readonly (readonly string[])[] => {
  if (isPlace(['world', 'endpoints', 0, ...parts])) return [parts];
  return parts.length === 1 ? endpointPaths().filter((path) => path.at(-1) === parts[0]) : [];
};

/** Deeper fields are named by all their parts. */
const depthMax = 3;

export const endpointPaths = lazily(() => pathsIn(scenarioPlaces(['world', 'endpoints', 0]), depthMax));

const settingPaths = lazily(() => pathsIn(scenarioPlaces(['world', 'settings']), 2).filter(({ length }) => length === 2));

/** The paths of all fields below some schemas, those nearest to the root first. */
const pathsIn = (nodes: readonly SchemaNode[], depth: number): readonly (readonly string[])[] => {
  const names = [...new Set(nodes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const below = depth === 1 ? [] : names.flatMap((name) => pathsIn(nodesAt(nodes, [name]), depth - 1).map((path) => [name, ...path]));
  const unlike = new Map([...names.map((name) => [name]), ...below].map((path) => [path.join('.'), path]));
  return [...unlike.values()].sort((a, b) => a.length - b.length);
};
