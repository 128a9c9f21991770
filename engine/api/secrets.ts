import type { Request } from '../input.ts';
import type { Json } from '../kernel/canonical.ts';
import type { Operation } from './operation.ts';

/** The request as the log keeps it: of its headers, those that the operation looks at; of its body, no secrets. */
export const keptOf = ({ headers, secrets }: Operation, request: Request): Request => {
  const open = secrets === undefined ? request : withoutSecrets(request, secrets);
  if (open.headers === undefined) return open;
  const { headers: sent, ...rest } = open;
  const read = (headers ?? []).filter((name) => sent[name] !== undefined);
  return read.length === 0 ? rest : { ...rest, headers: Object.fromEntries(read.map((name) => [name, sent[name] as string])) };
};

/**
 * The request without what its secrets say: the log keeps requests, and must not keep these. A secret that is not a
 * text, or is an empty one, stays as it is, for it is refused. Taken out twice is taken out once, so a rerun gives the same log.
 */
const withoutSecrets = (request: Request, secrets: readonly string[]): Request => {
  const { body } = request;
  if (body === undefined || body === null || typeof body !== 'object' || Array.isArray(body)) return request;
  const hidden = Object.entries(body).map(([name, value]) => [name, secrets.includes(name) && isSaid(value) ? '(hidden)' : value] as const);
  return { ...request, body: Object.fromEntries(hidden) };
};

const isSaid = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';
