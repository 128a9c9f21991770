import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import type { Settings } from '../cloud/entities.ts';
import type { Request, Unreadable } from '../cloud/input.ts';
import { type Json, sortKeys } from '../kernel/canonical.ts';
import type { Rejection } from '../kernel/decider.ts';
import { flatIssues } from './issues.ts';
import { bodySchema, type Described, querySchema } from './operation.ts';
import { acceptAtOnce, readAs } from './readAs.ts';

/**
 * Reads the path, the query and the body of a request with the operation's schemas, in a world with these settings, into a call on its way:
 * 422 with one line per problem (errors.validation).
 */
export const validate = (
  operation: Described,
  request: Request,
  into: { query: unknown; body: unknown },
  settings?: Settings,
): Rejection | undefined => {
  const wrong = operation.params === undefined ? none : wrongParams(operation.params, request);
  if (wrong.length > 0) return invalidInput('errors.validation', wrong);
  const query = queryOf(operation, request, settings);
  if (isLeft(query)) return query.left;
  into.query = query.right;
  into.body = bodyAsItIs(operation, request, settings);
  if (into.body !== undefined) return undefined;
  const body = bodyOf(operation, request, settings);
  if (isLeft(body)) return body.left;
  into.body = body.right;
  return undefined;
};

const none: readonly string[] = [];

/** Only few operations have parameters in their path that name no entity. */
const wrongParams = (schemas: NonNullable<Described['params']>, { params }: Request): readonly string[] =>
  Object.entries(schemas).flatMap(([name, schema]) => {
    const read = readAs(schema, params[name]);
    return isLeft(read) ? complaints(read.left, `path.${name}`) : [];
  });

const noQuery: Either<Rejection, Record<string, unknown>> = right({});

const queryOf = (operation: Described, { query }: Request, settings: Settings | undefined): Either<Rejection, Record<string, unknown>> => {
  const schema = querySchema(operation, settings);
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
 * The last bodies that were read, by identity: a load submits the same object many times, and a request is never
 * changed. The number is small, because most bodies are never sent again.
 */
const readBefore: { from: unknown; schema: z.ZodType | undefined; body: unknown }[] = Array.from({ length: 4 }, () => ({
  from: undefined,
  schema: undefined,
  body: undefined,
}));
let readLast = 0;

/** Most bodies need not be read; undefined for one that must be. */
const bodyAsItIs = (operation: Described, { body, unreadable }: Request, settings: Settings | undefined): object | undefined => {
  const schema = unreadable === undefined ? bodySchema(operation, settings) : undefined;
  return schema === undefined ? undefined : acceptAtOnce(schema, body);
};

const bodyOf = (operation: Described, { body, unreadable }: Request, settings: Settings | undefined): Either<Rejection, unknown> => {
  // Workers are refused as on the platform: there, too much is 400 (worker-api.done).
  if (unreadable !== undefined) return left({ ...ruleAgainst(unreadable), ...(operation.api === 'worker' ? { kind: 'malformed' } : {}) });
  const schema = bodySchema(operation, settings);
  if (schema === undefined) return right(undefined);
  for (const known of readBefore) if (known.from === body && known.schema === schema) return right(known.body);
  const parsed = readAs(schema, body);
  if (!isLeft(parsed)) {
    if (typeof body === 'object' && body !== null) remember(body, schema, parsed.right);
    return parsed;
  }
  if (body === undefined)
    return left({ kind: 'malformed', rule: 'errors.malformed', detail: 'the request has no body: send a JSON object' });
  const issues = issuesWith(schema, body);
  return invalid(ruleOf(issues), complaints(issues, '$'));
};

const remember = (from: object, schema: z.ZodType, body: unknown): void => {
  readLast = (readLast + 1) % readBefore.length;
  const place = readBefore[readLast] as (typeof readBefore)[number];
  place.from = from;
  place.schema = schema;
  place.body = body;
};

/**
 * The issues that a schema finds in a value. Their order does not depend on the order of the value's keys: the log stores
 * requests with sorted keys, and a refusal must read the same in a rerun.
 */
export const issuesWith = (schema: z.ZodType, value: Json): readonly z.core.$ZodIssue[] => {
  const parsed = readAs(schema, sortKeys(value));
  return isLeft(parsed) ? parsed.left : [];
};

/** The rejection of a body that could not be read. The problem was found by the reader of the bytes (errors.body-size, errors.malformed). */
const ruleAgainst = ({ kind, detail }: Unreadable): Rejection => ({
  kind,
  rule: kind === 'too-large' ? 'errors.body-size' : 'errors.malformed',
  detail,
});

/** The rule that an issue names, where a schema checks a rule of its own. */
const ruleOf = (issues: readonly z.core.$ZodIssue[]): string =>
  issues.map((issue) => ('params' in issue ? issue.params?.['rule'] : undefined)).find((rule) => typeof rule === 'string') ??
  'errors.validation';

const invalid = (rule: string, errors: readonly string[]): Either<Rejection, never> => left(invalidInput(rule, errors));

const invalidInput = (rule: string, errors: readonly string[]): Rejection => ({
  kind: 'invalid',
  rule,
  detail: 'Request validation failed.',
  errors,
});

/** `$.policy.ttl: …`, one line per problem. `root` is what the path starts from. */
export const complaints = (issues: readonly z.core.$ZodIssue[], root: string): string[] =>
  flatIssues(issues).map(({ path, message }) => {
    const at = path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`), root);
    return `${at}: ${message}`;
  });
