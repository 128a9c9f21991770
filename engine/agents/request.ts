import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { findKnownForm } from '../api/names/entityNames.ts';
import type { Operation } from '../api/operation.ts';
import { findOperation } from '../api/operations.ts';
import { fillPath, inUrl, pathParams } from '../api/reading/pathParams.ts';
import { operations } from '../api/table.ts';
import { controlOperations } from '../control/table.ts';
import type { Json } from '../kernel/canonical.ts';
import type { ToolRequest } from './tool.ts';

/** A request as a client of the server sends it. `key`: the secret to send; undefined = the world's first. */
export interface SentToolRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  /** Whether it needs a key of the platform; operations of the control plane need none. */
  readonly isOfPlatform: boolean;
}

/** The ids of the operations that an agent calls as a client of the platform: all but those of a worker's own process. */
export const callable: readonly string[] = operations.filter(({ api }) => api !== 'worker').map(({ id }) => id);

/** The request for what a tool asks; left says which part of the path is missing. */
export const buildRequest = ({
  operation,
  world,
  params: named = {},
  query = {},
  body,
  method,
}: ToolRequest): Either<string, SentToolRequest> => {
  const row = findOperation(operation) ?? controlOperations.find(({ id }) => id === operation);
  if (row === undefined) return left(`there is no operation ${operation}`);
  const names = pathParams(row.path);
  const params = respellParams(row.path, 'resolves' in row ? row.resolves : undefined, named);
  const missing = names.find((name) => params[name] === undefined);
  if (missing !== undefined) return left(`${operation}: params.${missing} is missing; its path is ${row.path}`);
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return left(`${operation}: takes no params.${unknown}; ${names.length === 0 ? 'its path has none' : `it takes ${names.join(', ')}`}`);
  const climbing = Object.entries({ ...params, ...(world === undefined ? {} : { world }) }).find(([, value]) =>
    value.split('/').some(climbs),
  );
  if (climbing !== undefined) return left(`${operation}: ${climbing[0]} may have no part that is . or ..: the path would be another one`);
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, asText(value)]]));
  return right({
    method: (row.passesOn === true ? method : undefined) ?? row.methods[0] ?? 'GET',
    path: `${world === undefined ? '' : `/worlds/${inUrl(world)}`}${fillPath(row, params, below)}${queryText(asked)}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    isOfPlatform: row.api !== 'control',
  });
};

/** A parameter in any form of its name: `endpoint` for `endpoint_id`, also where the path says `id`. */
const respellParams = (path: string, resolves: Operation['resolves'] = {}, named: Readonly<Record<string, string>>) => {
  const names = pathParams(path);
  const kinds = names.map((name) => resolves[name] ?? name);
  const nameFor = (key: string): string => names[kinds.indexOf(findKnownForm(key, kinds))] ?? key;
  return Object.fromEntries(Object.entries(named).map(([key, value]) => [names.includes(key) ? key : nameFor(key), value]));
};

/** A part that a client takes out of the path, with the one before: the request would reach another operation. */
const climbs = (part: string): boolean => part === '.' || part === '..';

/** A path below a load balancer's base URL, each part of it encoded. */
const below = (path: string): string => path.split('/').map(inUrl).join('/');

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const queryText = (asked: readonly (readonly [string, string])[]): string =>
  asked.length === 0 ? '' : `?${asked.map((pair) => pair.map(inUrl).join('=')).join('&')}`;
