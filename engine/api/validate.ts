import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import type { Request, Unreadable } from '../input.ts';
import { type Json, sortKeys } from '../kernel/canonical.ts';
import type { Rejection } from '../kernel/decider.ts';
import { flatIssues } from './issues.ts';
import type { Described } from './operation.ts';
import { readAs } from './readAs.ts';

/** The query and body of a request as the operation's schemas read them: 422 with one line for each thing wrong (errors.validation). */
export const validate = (
  operation: Described,
  request: Request,
): Either<Rejection, { readonly query: Record<string, unknown>; readonly body: unknown }> => {
  const query = queryOf(operation, request);
  if (isLeft(query)) return query;
  const body = bodyOf(operation, request);
  return isLeft(body) ? body : right({ query: query.right, body: body.right });
};

const noQuery: Either<Rejection, Record<string, unknown>> = right({});

const queryOf = ({ query: schema }: Described, { query }: Request): Either<Rejection, Record<string, unknown>> => {
  if (schema === undefined) return noQuery;
  const twice = Object.keys(schema.shape).filter((name) => Array.isArray(query[name]));
  if (twice.length > 0) {
    return invalid(
      'errors.unknown-query',
      twice.map((name) => `query.${name}: parameter is given more than once`),
    );
  }
  const parsed = readAs(schema, query);
  return isLeft(parsed) ? invalid('errors.validation', complaints(parsed.left, 'query')) : right(parsed.right as Record<string, unknown>);
};

/**
 * The last bodies that were read, by the very object: a load submits the same one many times, and a request is never
 * changed. No more than these are remembered, for most bodies never come again.
 */
const readBefore: { from: unknown; operation: Described | undefined; body: unknown }[] = Array.from({ length: 4 }, () => ({
  from: undefined,
  operation: undefined,
  body: undefined,
}));
let readLast = 0;

const bodyOf = (operation: Described, { body, unreadable }: Request): Either<Rejection, unknown> => {
  if (unreadable !== undefined) return left(ruleAgainst(unreadable));
  if (operation.body === undefined) return right(undefined);
  for (const known of readBefore) if (known.from === body && known.operation === operation) return right(known.body);
  const parsed = readAs(operation.body, body);
  if (!isLeft(parsed)) {
    if (typeof body === 'object' && body !== null) remember(body, operation, parsed.right);
    return parsed;
  }
  if (body === undefined)
    return left({ kind: 'malformed', rule: 'errors.malformed', detail: 'the request has no body: send a JSON object' });
  const issues = issuesWith(operation.body, body);
  return invalid(ruleOf(issues), complaints(issues, '$'));
};

const remember = (from: object, operation: Described, body: unknown): void => {
  readLast = (readLast + 1) % readBefore.length;
  const place = readBefore[readLast] as (typeof readBefore)[number];
  place.from = from;
  place.operation = operation;
  place.body = body;
};

/**
 * What a schema has against a value, in an order that the order of the value's keys has no part in: the log keeps what
 * was sent with its keys sorted, and a refusal must read the same when the log is played again.
 */
export const issuesWith = (schema: z.ZodType, value: Json): readonly z.core.$ZodIssue[] => {
  const parsed = readAs(schema, sortKeys(value));
  return isLeft(parsed) ? parsed.left : [];
};

/** A body that never became a value; what is wrong was found where the bytes were (errors.body-size, errors.malformed). */
const ruleAgainst = ({ kind, detail }: Unreadable): Rejection => ({
  kind,
  rule: kind === 'too-large' ? 'errors.body-size' : 'errors.malformed',
  detail,
});

/** Where a schema checks a rule of its own, its issue names it. */
const ruleOf = (issues: readonly z.core.$ZodIssue[]): string =>
  issues.map((issue) => ('params' in issue ? issue.params?.['rule'] : undefined)).find((rule) => typeof rule === 'string') ??
  'errors.validation';

const invalid = (rule: string, errors: readonly string[]): Either<Rejection, never> =>
  left({ kind: 'invalid', rule, detail: 'Request validation failed.', errors });

/** `$.policy.ttl: …`, one line for each thing wrong. `root` is what the path starts from. */
export const complaints = (issues: readonly z.core.$ZodIssue[], root: string): string[] =>
  flatIssues(issues).map(({ path, message }) => {
    const at = path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`), root);
    return `${at}: ${message}`;
  });
