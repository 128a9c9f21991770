import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Json } from '../../kernel/canonical.ts';
import { sortOnWay } from '../../kernel/collections/sortOnWay.ts';
import { issueWords } from './issueWords.ts';

/**
 * Reads a value with a schema; left has the issues. Only here does a schema meet a value. The messages given here override
 * any that a program configured in zod globally. They are passed only on failure, because zod reads a value 12 times as fast
 * without them.
 */
export const readAs = <Schema extends z.ZodType>(schema: Schema, value: unknown): Either<readonly z.core.$ZodIssue[], z.output<Schema>> => {
  const read = tryRead(schema, value);
  return read.success ? right(read.data) : left(listIssues(schema, value));
};

/** The same without a description of the problem, which for a long value takes most of the time. */
export const tryRead = <Schema extends z.ZodType>(schema: Schema, value: unknown): z.ZodSafeParseResult<z.output<Schema>> =>
  schema.safeParse(value, reads++ < readsUncompiled ? uncompiled : undefined);

/**
 * The first issues that a schema finds in a value, up to `most` of them, and whether it finds more. Their order does not depend on the
 * order of the value's keys: the log stores requests with sorted keys, and a refusal must read the same in a rerun. `tried`: the result of
 * an earlier read, if there is one.
 */
export const findIssues = (schema: z.ZodType, value: Json, most: number, tried = tryRead(schema, value)): FoundIssues => {
  const places = tried.error?.issues.flatMap(findPlaces) ?? [];
  const issues = places.length === 0 ? [] : listIssues(schema, sortOnWay(value, places));
  return { issues: issues.slice(0, most), areMore: issues.length > most };
};

/**
 * Cuts the long lists and maps of a body; undefined if it has none. A problem with the beginning of a list is a problem with the whole, and
 * zod would make an issue for each of 9,000 items before the first can be named: all other calls would wait for that.
 */
export const shorten = (schema: z.ZodType, body: Json): Json | undefined => {
  if (!isObject(body)) return undefined;
  const { open } = findOpenFields(schema);
  const fields = Object.entries(body as Readonly<Record<string, Json>>);
  const cut = fields.map(([name, value]) => [name, open.has(name) ? value : cutShort(value)] as const);
  return cut.every(([, value], k) => value === fields[k]?.[1]) ? undefined : Object.fromEntries(cut);
};

const cutShort = (value: Json): Json => {
  if (Array.isArray(value)) return value.length > itemsRead ? value.slice(0, itemsRead) : value;
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  if (names.length <= itemsRead) return value;
  const first = names.sort().slice(0, itemsRead);
  return Object.fromEntries(first.map((name) => [name, value[name] as Json]));
};

/** More than the problems that a refusal names. */
const itemsRead = 256;

export interface FoundIssues {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly areMore: boolean;
}

const listIssues = (schema: z.ZodType, value: unknown): readonly z.core.$ZodIssue[] =>
  schema.safeParse(value, inOurWords).error?.issues ?? [];

/** The path of an issue, and those of the alternatives in it. */
const findPlaces = (issue: z.core.$ZodIssue): readonly (readonly PropertyKey[])[] => {
  const { path } = issue;
  const inner = issue.code === 'invalid_union' ? issue.errors.flat() : [];
  return [path, ...inner.flatMap(findPlaces).map((place) => [...path, ...place])];
};

/** zod compiles each object schema when it first reads with it. A process that reads only a few values ends before that pays off. */
const uncompiled = { jitless: true } as const;
const readsUncompiled = 100;
let reads = 0;

/** Whether a schema accepts a value. */
export const takes = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Issues carry their input, so an absent property can be distinguished from a wrong one. */
const inOurWords = { error: issueWords, reportInput: true } as const;

/**
 * Returns the body itself if it has all required fields and only fields that need be no more than objects. Undefined if the schema has to
 * read it. Most calls submit a job, and most jobs have only an input: reading `{ input }` with the schema copies it field by field.
 */
export const acceptAtOnce = (schema: z.ZodType, body: unknown): Record<string, unknown> | undefined => {
  const fields = findOpenFields(schema);
  if (fields === none || !isObject(body)) return undefined;
  let needed = fields.isNeeded.size;
  for (const name in body) {
    if (!fields.open.has(name) || !isObject(body[name])) return undefined;
    if (fields.isNeeded.has(name)) needed -= 1;
  }
  return needed === 0 ? body : undefined;
};

interface OpenFields {
  readonly open: ReadonlySet<string>;
  readonly isNeeded: ReadonlySet<string>;
}

const none: OpenFields = { open: new Set(), isNeeded: new Set() };

const known = new WeakMap<z.ZodType, OpenFields>();

const findOpenFields = (schema: z.ZodType): OpenFields => {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const fields = schema instanceof z.ZodObject ? listOpenFields(schema) : none;
  known.set(schema, fields);
  return fields;
};

const listOpenFields = (schema: z.ZodObject): OpenFields => {
  const fields = Object.entries(schema.shape);
  const isNeeded = new Set(fields.filter(([, field]) => field._zod.optin !== 'optional').map(([name]) => name));
  const open = new Set(fields.filter(([, field]) => isOpen(field)).map(([name]) => name));
  // A field that is absent may still become a value, and a check may look at all fields together.
  const isPlain =
    (schema.def.checks ?? []).length === 0 && fields.every(([name, { _zod }]) => isNeeded.has(name) || _zod.optout === 'optional');
  return isPlain && open.size > 0 ? { open, isNeeded } : none;
};

/** Whether it takes any object as it is. */
const isOpen = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodObject &&
  Object.keys(field.shape).length === 0 &&
  field.def.catchall instanceof z.ZodUnknown &&
  (field.def.checks ?? []).length === 0;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
