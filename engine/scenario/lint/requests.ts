import { isLeft } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import { handlerChanges } from '../../api/contract/handler.ts';
import { type FlatIssue, flatIssues } from '../../api/issues.ts';
import type { Operation } from '../../api/operation.ts';
import { readAs } from '../../api/readAs.ts';
import type { Kind } from '../../entities.ts';
import { isKind } from '../../entities.ts';
import type { Json } from '../../kernel/canonical.ts';
import { findOperation } from '../../operations.ts';
import type { PathProblem } from '../build.ts';
import type { CallSpec } from '../callFormat.ts';
import { unitAt, withDurations } from '../durations.ts';
import { suggestion, unknownChoice } from '../nearest.ts';
import { namesAt, type SchemaNode } from '../schema.ts';
import { valueAt } from '../variables.ts';
import { apiReference } from '../words.ts';
import { errorAt, type Finding, ofKey, warningAt } from './finding.ts';
import type { ScenarioIds } from './ids.ts';

type Path = PathProblem['path'];

/** A call that a file writes. */
export interface WrittenCall {
  readonly path: Path;
  readonly act: string;
  readonly with: CallSpec | undefined;
  /** Whether the file says that the call may be refused. Then anything may be wrong with it on purpose. */
  readonly mayBeRefused: boolean;
  /** Whether the scenario shows that unknown parameters are ignored. */
  readonly mayBeIgnored: boolean;
}

/** What of a call its operation refuses, or does not look at. */
export const requestFindings = (
  { path, act, with: written = {}, mayBeRefused, mayBeIgnored }: WrittenCall,
  ids: ScenarioIds,
): readonly Finding[] => {
  const row = findOperation(act);
  if (row === undefined || mayBeRefused) return [];
  const at = [...path, 'with'];
  const read = withDurations(act, written);
  const refused = (place: Path, words: string): Finding => errorAt([...at, ...place], words);
  return [
    ...nameFindings(row, written, at, refused, ids),
    ...bodyFindings(row, read, at, refused),
    ...queryFindings(row, read, at, refused).filter(({ isError }) => isError || !mayBeIgnored),
    ...(written.handler === undefined ? [] : shapeFindings(act, handlerChanges, written.handler as Json, ['handler'], refused)),
  ];
};

type Refused = (place: Path, words: string) => Finding;

const notNames: readonly string[] = ['query', 'headers', 'body', 'handler', 'unreadable', 'method'];

/** What the path names: what is missing, what nothing looks at, and what does not exist. */
const nameFindings = (row: Operation, written: CallSpec, at: Path, refused: Refused, ids: ScenarioIds): readonly Finding[] => {
  const { id, path, resolves = {}, passesOn } = row;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
  const names = params.map((param) => resolves[param] ?? param);
  const given = written as Readonly<Record<string, unknown>>;
  const missing = names.filter((name) => given[name] === undefined && !(passesOn && name === 'path'));
  const unused = Object.keys(written).filter((name) => !notNames.includes(name) && !names.includes(name) && given[name] !== undefined);
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

const bodyFindings = ({ id, body: schema, passesOn }: Operation, { body }: CallSpec, at: Path, refused: Refused): readonly Finding[] => {
  if (passesOn) return [];
  if (schema === undefined)
    return body === undefined ? [] : [ofKey(warningAt([...at, 'body'], `${id} takes no body, and does not look at one`))];
  if (body !== undefined) return shapeFindings(id, schema, body as Json, ['body'], refused);
  return isLeft(readAs(schema, undefined)) ? [refused([], `${id} needs a \`body\`${keysIn(schema)}`)] : [];
};

const keysIn = (schema: z.ZodType): string => {
  const names = namesAt([shapeOf(schema)], []);
  return names.length === 0 ? '' : ` with ${names.join(', ')}`;
};

const queryFindings = (
  { id, query: schema, passesOn }: Operation,
  { query = {} }: CallSpec,
  at: Path,
  refused: Refused,
): readonly Finding[] => {
  if (passesOn) return [];
  const known = schema === undefined ? [] : Object.keys(schema.shape);
  const text = Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (known.includes(name) && !Array.isArray(value) ? [[name, String(value)]] : [])),
  );
  return [
    ...Object.keys(query)
      .filter((name) => !known.includes(name))
      .map((name) =>
        ofKey(
          warningAt([...at, 'query', name], `${id} does not look at '${name}'${suggestion(name, known, apiReference, 'its parameters')}`),
        ),
      ),
    ...(schema === undefined ? [] : shapeFindings(id, schema, text, ['query'], refused)),
  ];
};

/** What a schema finds in a value, except in what variables will be. */
const shapeFindings = (act: string, schema: z.ZodType, value: Json, at: Path, refused: Refused): readonly Finding[] => {
  const parsed = readAs(schema, value);
  if (!isLeft(parsed)) return [];
  return flatIssues(parsed.left)
    .filter((issue) => !isOpen(issue, value))
    .flatMap(({ path, message, unknownKeys, choices = [] }): readonly Finding[] => {
      const place = [...at, ...path];
      if (unknownKeys === undefined) {
        const unit = unitAt(act, place);
        if (message.startsWith('Invalid option'))
          return [refused(place, unknownChoice(valueAt(value, path.map(String)), choices, apiReference))];
        return [refused(place, `${act} refuses this: ${message}${unit === undefined || message.includes(unit) ? '' : `; it ${unit}`}`)];
      }
      const names = namesAt([shapeOf(schema)], path);
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

const shapes = new Map<z.ZodType, SchemaNode>();

/** The JSON Schema of a schema, made once. */
export const shapeOf = (schema: z.ZodType, io: 'input' | 'output' = 'input'): SchemaNode => {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-7' }) as SchemaNode;
  shapes.set(schema, made);
  return made;
};

export const expectsRefusal = (expect: { readonly status?: unknown; readonly rule?: unknown } | undefined): boolean =>
  expect?.rule !== undefined || (expect?.status !== undefined && !(typeof expect.status === 'number' && expect.status < 400));
