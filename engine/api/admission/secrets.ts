import type { Request } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import { hidden, hide } from '../contract/parts/hidden.ts';
import type { Operation } from '../operation.ts';

/** The request as the log stores it: only the headers that the operation reads, and a body without secrets. */
export const toLoggedRequest = ({ headers, secrets }: Operation, request: Request): Request => {
  const open = secrets === undefined ? request : withoutSecrets(request, secrets);
  if (open.headers === undefined) return open;
  const { headers: sent, ...rest } = open;
  const read = (headers ?? []).filter((name) => sent[name] !== undefined);
  return read.length === 0 ? rest : { ...rest, headers: Object.fromEntries(read.map((name) => [name, sent[name] as string])) };
};

/**
 * Hides the secrets of a request, because the log stores requests and must not store secrets. A secret that is not a text stays so, because
 * it will be refused. Hiding twice is hiding once, so a rerun gives the same log.
 */
const withoutSecrets = (request: Request, secrets: SecretPaths): Request => {
  const body = hideSecrets(request.body, secrets);
  return body === undefined || body === request.body ? request : { ...request, body };
};

/** The paths of secrets in a body. */
type SecretPaths = NonNullable<Operation['secrets']>;

/** A body with its secrets hidden; the same one if it has none. */
export const hideSecrets = (body: Json | undefined, secrets: SecretPaths): Json | undefined => {
  let open = body;
  for (const path of secrets) open = hideSecret(open, path);
  return open;
};

/** `*` matches every item of a list. */
const hideInItems = (value: Json | undefined, path: readonly string[], at: number): Json | undefined => {
  if (!Array.isArray(value)) return value;
  const items = value.map((item: Json) => hideSecret(item, path, at) as Json);
  return items.every((item, k) => item === value[k]) ? value : items;
};

/** The value with the secret at that path replaced, from step `at` on; the same object if nothing is there. */
const hideSecret = (value: Json | undefined, path: readonly string[], at = 0): Json | undefined => {
  const name = path[at] as string;
  if (name === '*') return hideInItems(value, path, at + 1);
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(value, name))
    return value;
  const fields = value as { readonly [key: string]: Json };
  const inside = fields[name] as Json;
  const open = at + 1 < path.length ? hideSecret(inside, path, at + 1) : hideValue(inside);
  return open === inside ? value : { ...fields, [name]: open };
};

/** Makes a value of the same type that reveals nothing of this one; returns empty ones as they are. */
const hideValue = (inside: Json): Json => {
  if (typeof inside === 'string') return inside !== '' ? hide(inside) : inside;
  if (typeof inside === 'number') return 0;
  if (typeof inside !== 'object' || inside === null || Object.keys(inside).length === 0) return inside;
  return Array.isArray(inside) ? [hidden] : {};
};
