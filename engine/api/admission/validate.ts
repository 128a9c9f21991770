import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { z } from 'zod';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Settings } from '../../cloud/entities.ts';
import type { Request, Unreadable } from '../../cloud/input.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import type { Json } from '../../kernel/canonical.ts';
import { askWhetherMeant } from '../../kernel/collections/nearest.ts';
import { findEnforcedRule } from '../contract/enforcedRules.ts';
import { describeForm } from '../contract/wantedForm.ts';
import { readNaming } from '../names/readNaming.ts';
import { bodySchema, type Described, querySchema } from '../operation.ts';
import { contractTable } from '../reading/bounds.ts';
import { type FlatIssue, flatIssues } from '../reading/issues.ts';
import { acceptAtOnce, type FoundIssues, findIssues, readAs, shorten, tryRead } from '../reading/readAs.ts';

/**
 * Reads the path, the query and the body of a request with the operation's schemas, in a world with these settings, into a call on its way:
 * 422 with one line per problem, by the most specific rule (errors.validation).
 */
export const validate = (
  operation: Described,
  request: Request,
  into: { query: unknown; body: unknown },
  settings?: Settings,
): Rejection | undefined => {
  const wrong = operation.params === undefined ? none : wrongParams(operation.params, request);
  if (wrong.length > 0) return invalidInput('errors.validation', wrong);
  const query = readQuery(operation, request, settings);
  if (isLeft(query)) return query.left;
  into.query = query.right;
  into.body = bodyAsItIs(operation, request, settings);
  if (into.body !== undefined) return undefined;
  const body = readBody(operation, request, settings);
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

const readQuery = (
  operation: Described,
  { query }: Request,
  settings: Settings | undefined,
): Either<Rejection, Record<string, unknown>> => {
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
  return isLeft(parsed)
    ? invalid(findEnforcedRule(schema, parsed.left), complaints(parsed.left, 'query'))
    : right(parsed.right as Record<string, unknown>);
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

const readBody = (operation: Described, { body, unreadable }: Request, settings: Settings | undefined): Either<Rejection, unknown> => {
  // Workers are refused as on the platform: there, too much is 400 (worker-api.done).
  if (unreadable !== undefined) return left({ ...ruleAgainst(unreadable), ...(operation.api === 'worker' ? { kind: 'malformed' } : {}) });
  const schema = bodySchema(operation, settings);
  if (schema === undefined) return right(undefined);
  for (const known of readBefore) if (known.from === body && known.schema === schema) return right(known.body);
  const early = refuseByBeginning(operation, schema, body);
  if (early !== undefined) return early;
  const tried = tryRead(schema, body);
  const parsed = tried.success || operation.api !== 'control' ? tried : readRespelled(schema, body, tried);
  if (parsed.success) {
    if (typeof body === 'object' && body !== null) remember(body, schema, parsed.data);
    return right(parsed.data);
  }
  if (body === undefined)
    return left({ kind: 'malformed', rule: 'errors.malformed', detail: 'the request has no body: send a JSON object' });
  return refuse(operation, schema, body, findIssues(schema, body, contractTable.problemsNamed.value, parsed));
};

/** Refuses a long body whose beginning has more problems than a refusal names; undefined for any other. */
const refuseByBeginning = (operation: Described, schema: z.ZodType, body: Json | undefined): Either<Rejection, never> | undefined => {
  const short = body === undefined ? undefined : shorten(schema, body);
  if (short === undefined) return undefined;
  const found = findIssues(schema, short, contractTable.problemsNamed.value);
  return found.areMore ? refuse(operation, schema, short, found) : undefined;
};

const refuse = (operation: Described, schema: z.ZodType, body: Json, { issues, areMore }: FoundIssues): Either<Rejection, never> => {
  const words = flatIssues(issues).map((issue) => {
    const value = issue.path.reduce<Json | undefined>(
      (at, key) => (at as Readonly<Record<string | number, Json>> | undefined)?.[key],
      body,
    );
    const near = operation.api === 'control' ? askForChoice(issue, value) : '';
    return `${complaint(issue, '$')}${describeForm(schema, issue, value)}${near}`;
  });
  return invalid(findEnforcedRule(schema, issues), [...words, ...(areMore ? ['… and more'] : [])]);
};

/** Operations of podsim itself accept any form of a name. */
const readRespelled = (schema: z.ZodType, body: unknown, tried: ReturnType<typeof tryRead>): ReturnType<typeof tryRead> => {
  const named = readNaming(schema, body);
  return isLeft(named) ? tried : { success: true, data: named.right };
};

/** Suggests the nearest of several words. The platform's own API suggests none; the control plane is podsim's. */
const askForChoice = ({ choices = [] }: FlatIssue, value: Json | undefined): string =>
  typeof value === 'string' ? askWhetherMeant(value, choices.map(String)) : '';

const remember = (from: object, schema: z.ZodType, body: unknown): void => {
  readLast = (readLast + 1) % readBefore.length;
  const place = readBefore[readLast] as (typeof readBefore)[number];
  place.from = from;
  place.schema = schema;
  place.body = body;
};

/** The rejection of a body that could not be read. The problem was found by the reader of the bytes (errors.body-size, errors.malformed). */
const ruleAgainst = ({ kind, detail }: Unreadable): Rejection => ({
  kind,
  rule: kind === 'too-large' ? 'errors.body-size' : 'errors.malformed',
  detail,
});

const invalid = (rule: RuleId, errors: readonly string[]): Either<Rejection, never> => left(invalidInput(rule, errors));

const invalidInput = (rule: RuleId, errors: readonly string[]): Rejection => ({
  kind: 'invalid',
  rule,
  detail: 'Request validation failed.',
  errors,
});

/** `$.policy.ttl: …`, one line per problem. `root` is the beginning of the path. */
export const complaints = (issues: readonly z.core.$ZodIssue[], root: string): string[] =>
  flatIssues(issues).map((issue) => complaint(issue, root));

const complaint = ({ path, message }: FlatIssue, root: string): string =>
  `${path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : `${text}.${key}`), root)}: ${message}`;
