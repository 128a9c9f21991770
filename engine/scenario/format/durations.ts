import type { z } from 'zod';
import { perUnit, type TimeUnit, timeUnits, unitNames } from '../../api/contract/parts/documented.ts';
import { findOperation } from '../../api/operations.ts';
import type { Json } from '../../kernel/canonical.ts';
import { parseDuration } from '../../kernel/time.ts';
import type { CallSpec } from './callFormat.ts';
import { listParts } from './schemaTree.ts';
import { valueAt } from './variables.ts';

/** A duration in a request: its path below `with`, and the unit in which the API counts it. */
interface DurationPlace {
  readonly path: readonly string[];
  readonly unit: TimeUnit;
}

/** Replaces the durations of a call by the API's numbers: `ttl: 15s` becomes 15000. Other values stay. */
export const withDurations = (act: string, written: CallSpec): CallSpec => {
  let counted: Json = written as Json;
  for (const { path, unit } of findPlaces(act)) {
    const text = valueAt(written as Json, path);
    const ms = typeof text === 'string' ? parseDuration(text) : undefined;
    if (ms !== undefined) counted = replaceAt(counted, path, ms / perUnit[unit]);
  }
  return counted as CallSpec;
};

/** Lists the texts of a call that should be durations and are not, each with its path below `with`. */
export const durationProblems = (act: string, written: CallSpec): readonly (readonly [path: readonly string[], words: string])[] =>
  findPlaces(act).flatMap(({ path, unit }) => {
    const text = valueAt(written as Json, path);
    if (typeof text !== 'string' || text.includes('$') || /^\d+$/.test(text) || parseDuration(text) !== undefined) return [];
    return [[path, `'${text}' is no duration: write it like 500ms, 8s, 2m or 1h30m, or as a number of ${unitNames[unit]}`] as const];
  });

/** The unit of a duration at that path of a call; undefined if there is none. */
export const unitAt = (act: string, path: readonly (string | number)[]): string | undefined => {
  const place = findPlaces(act).find((one) => one.path.join('.') === path.join('.'));
  return place === undefined ? undefined : `counts ${unitNames[place.unit]}, or is a duration such as 15s`;
};

/** The units of the durations that an answer's errors name. */
export const unitWords = (act: string, body: Json | undefined): string => {
  const errors = JSON.stringify(valueAt(body, ['errors']) ?? []);
  const named = findPlaces(act).filter(({ path }) => errors.includes(path.slice(1).join('.')) && !errors.includes('; it counts '));
  return named.map(({ path, unit }) => `; ${path.slice(1).join('.')} counts ${unitNames[unit]}, or is a duration such as 15s`).join('');
};

const known = new Map<string, readonly DurationPlace[]>();

/** Finds the durations in a call of an operation, by its schemas. */
const findPlaces = (act: string): readonly DurationPlace[] => {
  const found = known.get(act);
  if (found !== undefined) return found;
  const { query, body } = findOperation(act) ?? {};
  const places = [...(query === undefined ? [] : placesIn(query, ['query'])), ...(body === undefined ? [] : placesIn(body, ['body']))];
  known.set(act, places);
  return places;
};

const placesIn = (schema: z.ZodType, at: readonly string[]): readonly DurationPlace[] =>
  listParts(schema, at).flatMap(([path, part]) => {
    const unit = timeUnits.get(part)?.unit;
    return unit === undefined ? [] : [{ path, unit }];
  });

const replaceAt = (value: Json, [name, ...below]: readonly string[], by: number): Json =>
  name === undefined
    ? by
    : { ...(value as object), [name]: replaceAt((value as { readonly [key: string]: Json })[name] ?? null, below, by) };
