import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { operating } from '../../api/admission/authorize.ts';
import { noKeyName } from '../../api/contract/parts/noKey.ts';
import { findOperation } from '../../api/operations.ts';
import { pathParams } from '../../api/reading/pathParams.ts';
import type { Client, GivenClient, Request } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { suggestion } from '../../kernel/collections/nearest.ts';
import { findFirstKey } from '../../simulator/definition.ts';
import type { World } from '../../world/world.ts';
import { clientOfHeader } from '../format/authorization.ts';
import type { CallSpec } from '../format/callFormat.ts';
import { withDurations } from '../format/durations.ts';
import { substitute, type Variables } from '../format/variables.ts';

/**
 * Builds the request that a step or a load writes under `with`: replaces its variables, and its durations by numbers. Left names the
 * variable that is not set.
 */
export const requestInWords = (act: string, spec: CallSpec | undefined, variables: Variables): Either<string, Request> =>
  buildRequest(act, spec, variables, withDurations);

/** Builds the request that an input writes under `with`. An input is exact, so a duration that came as text stays text. */
export const buildRequest = (
  act: string,
  spec: CallSpec | undefined,
  variables: Variables,
  read: (act: string, filled: CallSpec) => CallSpec = (_act, filled) => filled,
): Either<string, Request> => {
  const filled = substitute((spec ?? {}) as Json, variables);
  if (isLeft(filled)) return left(`${filled.left} is not set`);
  const { method, query, headers, body, handler, ...named } = read(act, filled.right as CallSpec);
  const { passesOn } = findOperation(act) ?? {};
  const request: { -readonly [Key in keyof Request]: Request[Key] } = {
    ...(passesOn ? { method: method ?? 'GET' } : {}),
    params: fillParams(act, named),
    query: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)])),
  };
  const { authorization: _, ...kept } = headers ?? {};
  if (headers !== undefined) request.headers = kept;
  if (body !== undefined) request.body = body as Json;
  if (handler !== undefined) request.podsim = { handler: handler as Json };
  return right(request);
};

/** `endpoint: ep-a` fills the path parameter that names an endpoint; a parameter that names no entity is filled by its own name. */
const fillParams = (act: string, named: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const { path = '', resolves, passesOn } = findOperation(act) ?? {};
  return Object.fromEntries(
    pathParams(path).flatMap((param) => {
      const id = named[resolves?.[param] ?? param] ?? (passesOn && param === 'path' ? '' : undefined);
      return id === undefined ? [] : [[param, id]];
    }),
  );
};

/** The client of a step: the operator on the control plane; otherwise the one of its `authorization` header, or the named key. */
export const clientFor = (
  act: string,
  world: World,
  name: string | undefined,
  { headers }: Pick<CallSpec, 'headers'> = {},
  variables: Variables = new Map(),
): GivenClient => {
  const api = findOperation(act)?.api ?? 'management';
  if (api === 'control') return operating;
  const header = headers?.['authorization'];
  if (header === undefined) return clientNamed(world, name);
  const filled = substitute(header, variables);
  return clientOfHeader(String(isLeft(filled) ? header : filled.right), api);
};

/** Describes the problem with a name that no key of the world has; undefined if one has it, or if it means no key. */
export const unknownKey = ({ state: { keyring } }: Pick<World, 'state'>, name: string | undefined): string | undefined => {
  if (name === undefined || name === noKeyName || keyring.findByName(name) !== undefined) return undefined;
  const names = [...keyring.all()].map(({ key }) => key.name);
  return `no account has a key of the name '${name}'${suggestion(name, names, 'GET /_podsim/v1/keys', 'its keys')}`;
};

/** The client with the named key; the world's first key by default. */
const clientNamed = (world: World, name: string | undefined): Client => {
  if (name === noKeyName) return { key: null, because: 'missing' };
  const key = name === undefined ? findFirstKey(world.header.definition) : world.state.keyring.findByName(name)?.key;
  return key === undefined ? { key: null, because: 'missing' } : { digest: key.digest };
};
