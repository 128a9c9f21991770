import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { handlerChanges } from '../../api/contract/handler/handler.ts';
import { bodySchema, type Operation, querySchema } from '../../api/operation.ts';
import { findOperation } from '../../api/operations.ts';
import { type FlatIssue, flatIssues } from '../../api/reading/issues.ts';
import { oneOf } from '../../api/reading/issueWords.ts';
import { pathParams } from '../../api/reading/pathParams.ts';
import { readAs } from '../../api/reading/readAs.ts';
import { isKind, type Kind, type Settings } from '../../cloud/entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import { askWhetherMeant, suggestion, unknownChoice } from '../../kernel/collections/nearest.ts';
import { namesAt } from '../file/schema.ts';
import { type CallSpec, namingKeys } from '../format/callFormat.ts';
import { unitAt, withDurations } from '../format/durations.ts';
import type { DataPath } from '../format/problem.ts';
import { readTree } from '../format/schemaTree.ts';
import { valueAt } from '../format/variables.ts';
import { apiReference } from '../format/words.ts';
import { errorAt, type Finding, ofKey, warningAt } from './finding.ts';
import type { ScenarioIds } from './ids.ts';

/** A call that a file writes. */
export interface WrittenCall {
  readonly path: DataPath;
  readonly act: string;
  readonly with: CallSpec | undefined;
  /** Whether the file says that the call may be refused. Then anything may be wrong with it on purpose. */
  readonly mayBeRefused: boolean;
  /** Whether the scenario shows that unknown parameters and keys are ignored. */
  readonly mayBeIgnored: boolean;
}

/** Finds the parts of a call that its operation refuses or ignores. `settings`: those of the world, if none of its steps changes them. */
export const requestFindings = (
  { path, act, with: written = {}, mayBeRefused, mayBeIgnored }: WrittenCall,
  ids: ScenarioIds,
  settings: Settings | undefined,
): readonly Finding[] => {
  const row = findOperation(act);
  if (row === undefined || mayBeRefused) return [];
  const at = [...path, 'with'];
  const read = withDurations(act, written);
  const findingAt = (place: DataPath, words: string): Finding => errorAt([...at, ...place], words);
  const inShape = [...bodyFindings(row, read, at, settings, findingAt), ...queryFindings(row, read, at, settings, findingAt)];
  return [
    ...nameFindings(row, written, at, findingAt, ids),
    ...inShape.filter(({ isError }) => isError || !mayBeIgnored),
    ...(inShape.some(({ isError }) => isError) ? [] : rejectionFindings(row, read, settings, findingAt)),
    ...(written.handler === undefined ? [] : shapeFindings(act, handlerChanges, written.handler as Json, ['handler'], findingAt)),
  ];
};

type RefusedFinding = (place: DataPath, words: string) => Finding;

/** Checks the names in the path: missing, ignored, and unknown ones. */
const nameFindings = (row: Operation, written: CallSpec, at: DataPath, refused: RefusedFinding, ids: ScenarioIds): readonly Finding[] => {
  const { id, path, resolves = {}, passesOn } = row;
  const names = pathParams(path).map((param) => resolves[param] ?? param);
  const given = written as Readonly<Record<string, unknown>>;
  const missing = names.filter((name) => given[name] === undefined && !(passesOn && name === 'path'));
  const unused = Object.keys(written).filter(
    (name) => [...namingKeys, 'path'].includes(name) && !names.includes(name) && given[name] !== undefined,
  );
  return [
    ...missing.map((name) => refused([], `${id} needs \`${name}\`, which its path names: ${path}`)),
    ...unused.map((name) =>
      ofKey(warningAt([...at, name], `${id} does not look at \`${name}\`${suggestion(name, names, apiReference, 'its path names')}`)),
    ),
    ...names.flatMap((name) => {
      const value = given[name];
      const words = typeof value === 'string' && isKind(name) ? ids.stranger(name satisfies Kind, value) : undefined;
      return words === undefined ? [] : [refused([name], words)];
    }),
  ];
};

const bodyFindings = (
  row: Operation,
  { body }: CallSpec,
  at: DataPath,
  settings: Settings | undefined,
  refused: RefusedFinding,
): readonly Finding[] => {
  const { id, passesOn } = row;
  const schema = bodySchema(row, settings);
  if (passesOn) return [];
  if (schema === undefined)
    return body === undefined ? [] : [ofKey(warningAt([...at, 'body'], `${id} takes no body, and does not look at one`))];
  if (body !== undefined)
    return [...shapeFindings(id, schema, body as Json, ['body'], refused), ...findDiscarded(id, schema, body as Json, [...at, 'body'])];
  return isLeft(readAs(schema, undefined)) ? [refused([], `${id} needs a \`body\`${keysIn(schema)}`)] : [];
};

/** The keys of a body that its operation neither reads nor refuses (job.unknown-keys). */
const findDiscarded = (id: string, schema: z.ZodType, body: Json, at: DataPath): readonly Finding[] => {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined || body === null || typeof body !== 'object') return [];
  const known = Object.keys(schema.shape);
  return Object.keys(body)
    .filter((key) => !known.includes(key))
    .map((key) =>
      ofKey(warningAt([...at, key], `${id} discards the unknown key '${key}'${suggestion(key, known, apiReference, 'the keys here')}`)),
    );
};

/** The checks of an operation on calls of the right shape that do not depend on the world. */
const rejectionFindings = (
  row: Operation,
  { query, body }: CallSpec,
  settings: Settings | undefined,
  refused: RefusedFinding,
): readonly Finding[] => {
  const schema = row.passesOn ? undefined : bodySchema(row, settings);
  const read = schema === undefined ? undefined : readAs(schema, body);
  if (read === undefined ? row.outOfBounds === undefined : isLeft(read)) return [];
  const value = read === undefined || isLeft(read) ? undefined : read.right;
  const bounded = { query: formatParameters(querySchema(row, settings), query ?? {}), body: value } as never;
  const rejection =
    (value === undefined ? undefined : row.contradiction?.(value as never)) ?? (settings && row.outOfBounds?.(bounded, settings));
  if (rejection === undefined || rejection.detail.includes('$')) return [];
  const { detail, errors = [], unknown } = rejection;
  const no = (place: DataPath, words: string): Finding => refused(place, `${row.id} refuses this: ${words} (${rejection.rule})`);
  if (unknown !== undefined)
    return [
      no(['body', ...(locateText(unknown.name, (body ?? null) as Json) ?? [])], `${detail}${askWhetherMeant(unknown.name, unknown.known)}`),
    ];
  return errors.length === 0 ? [no(['body'], detail)] : errors.map((error) => errorFinding(row.id, error, no));
};

/** `$.policy.ttl: must be …` is about the body, `query.wait: must be …` about the query. */
const errorFinding = (act: string, error: string, no: (place: DataPath, words: string) => Finding): Finding => {
  const [, at = '', words = error] = /^((?:\$|query)[\w.[\]]*): (.*)$/s.exec(error) ?? [];
  const place = (at.match(/\$|\w+/g) ?? ['body']).map((part) => (part === '$' ? 'body' : /^\d+$/.test(part) ? Number(part) : part));
  const unit = unitAt(act, place);
  return no(place, unit === undefined ? words : `${words}; it ${unit}`);
};

/** Where a text is in a value. */
const locateText = (text: string, value: Json): DataPath | undefined => {
  if (value === text) return [];
  if (value === null || typeof value !== 'object') return undefined;
  for (const [key, field] of Object.entries(value)) {
    const below = locateText(text, field as Json);
    if (below !== undefined) return [Array.isArray(value) ? Number(key) : key, ...below];
  }
  return undefined;
};

const keysIn = (schema: z.ZodType): string => {
  const names = namesAt([readTree(schema)], []);
  return names.length === 0 ? '' : ` with ${names.join(', ')}`;
};

const queryFindings = (
  row: Operation,
  { query = {} }: CallSpec,
  at: DataPath,
  settings: Settings | undefined,
  refused: RefusedFinding,
): readonly Finding[] => {
  const { id, passesOn } = row;
  if (passesOn) return [];
  const schema = querySchema(row, settings);
  const known = schema === undefined ? [] : Object.keys(schema.shape);
  return [
    ...Object.keys(query)
      .filter((name) => !known.includes(name))
      .map((name) =>
        ofKey(
          warningAt([...at, 'query', name], `${id} does not look at '${name}'${suggestion(name, known, apiReference, 'its parameters')}`),
        ),
      ),
    ...(schema === undefined ? [] : shapeFindings(id, schema, formatParameters(schema, query), ['query'], refused)),
  ];
};

/** The parameters that an operation knows, by their names over HTTP. */
const formatParameters = (schema: z.ZodObject | undefined, query: NonNullable<CallSpec['query']>): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      schema !== undefined && Object.hasOwn(schema.shape, name) && !Array.isArray(value) ? [[name, String(value)]] : [],
    ),
  );

/** The issues of a schema with a value, except those in values of variables. */
const shapeFindings = (act: string, schema: z.ZodType, value: Json, at: DataPath, refused: RefusedFinding): readonly Finding[] => {
  const parsed = readAs(schema, value);
  if (!isLeft(parsed)) return [];
  return flatIssues(parsed.left)
    .filter((issue) => !isOpen(issue, value))
    .flatMap(({ path, message, unknownKeys, choices = [] }): readonly Finding[] => {
      const place = [...at, ...path];
      if (unknownKeys === undefined) {
        const unit = unitAt(act, place);
        if (message.startsWith(oneOf)) return [refused(place, unknownChoice(valueAt(value, path.map(String)), choices, apiReference))];
        return [refused(place, `${act} refuses this: ${message}${unit === undefined || message.includes(unit) ? '' : `; it ${unit}`}`)];
      }
      const names = namesAt([readTree(schema)], path);
      return unknownKeys.map((key) =>
        ofKey(
          refused(
            [...place, key],
            names.includes(key)
              ? `${act} refuses '${key}' beside the other keys here`
              : `${act} refuses the unknown key '${key}'${suggestion(key, names, apiReference, 'the keys here')}`,
          ),
        ),
      );
    });
};

/** Whether the issue may be gone once variables are filled in. */
const isOpen = ({ path, message, unknownKeys }: FlatIssue, value: Json): boolean => {
  let below: Json | undefined = value;
  for (const key of path) {
    if (typeof below === 'string') return below.includes('$');
    below = valueAt(below, [String(key)]);
  }
  if (typeof below === 'string') return below.includes('$');
  const isOfKeys = unknownKeys !== undefined || message.startsWith("missing property '");
  return !isOfKeys && JSON.stringify(below ?? null).includes('$');
};

export const expectsRefusal = (expect: { readonly status?: unknown; readonly rule?: unknown } | undefined): boolean =>
  expect?.rule !== undefined || (expect?.status !== undefined && !(typeof expect.status === 'number' && expect.status < 400));
