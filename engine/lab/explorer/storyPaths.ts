import type { Json, JsonObject } from '../../kernel/canonical.ts';

/** The way from a whole to one of its parts: names of properties, and places in lists. */
export type Path = readonly string[];

/** Each property and each item of a list in a value, at any depth; the outermost first, in order. */
export const pathsIn = (value: Json, path: Path = []): readonly Path[] => {
  const below = listFields(value).map(([name, field]) => [[...path, name], field] as const);
  return [...below.map(([at]) => at), ...below.flatMap(([at, field]) => pathsIn(field, at))];
};

/** The leaf values, with their paths: texts, numbers, and empty lists and objects. */
export const leavesIn = (value: Json, path: Path = []): readonly (readonly [path: Path, leaf: Json])[] => {
  const fields = listFields(value);
  return fields.length === 0 ? [[path, value]] : fields.flatMap(([name, field]) => leavesIn(field, [...path, name]));
};

const listFields = (value: Json): readonly (readonly [name: string, field: Json])[] =>
  value === null || typeof value !== 'object' ? [] : Object.entries(value as JsonObject);

/** The value without one of its parts. */
export const without = <Whole extends Json>(value: Whole, path: Path): Whole => changeAt(value, path, () => []) as Whole;

/** The value with another part in the place of one. */
export const withPart = <Whole extends Json>(value: Whole, path: Path, part: Json): Whole => changeAt(value, path, () => [part]) as Whole;

const changeAt = (value: Json, [name, ...rest]: Path, by: (part: Json) => readonly Json[]): Json => {
  if (name === undefined || value === null || typeof value !== 'object') return value;
  const next = (part: Json): readonly Json[] => (rest.length === 0 ? by(part) : [changeAt(part, rest, by)]);
  if (Array.isArray(value)) return value.flatMap((item: Json, k) => (String(k) === name ? next(item) : [item]));
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([key, field]) => (key === name ? next(field).map((part) => [key, part]) : [[key, field]])),
  );
};

/** The part at a path; undefined if there is none. */
export const partAt = (value: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>((at, name) => (at === null || typeof at !== 'object' ? undefined : (at as JsonObject)[name]), value);

/** The value with each text in it replaced by another, and the names of its properties by others. */
export const withTexts = (value: Json, text: (text: string) => string, name: (name: string) => string = (one) => one): Json => {
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => withTexts(item, text, name));
  return Object.fromEntries(Object.entries(value as JsonObject).map(([key, field]) => [name(key), withTexts(field, text, name)]));
};
