import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Json } from '../../kernel/canonical.ts';

export type Variables = ReadonlyMap<string, Json>;

/** `$job`, `$job.id`, and `$$` for a dollar. A string that is only one variable becomes the variable's value, of any type. */
const reference = /\$(?:\$|([A-Za-z][A-Za-z0-9_-]*)((?:\.[A-Za-z0-9_-]+)*))/g;

/** The names of the variables in a text. */
export const namesUsed = (text: string): readonly string[] => [...text.matchAll(reference)].flatMap(([, name]) => name ?? []);

/** The value with every variable in it replaced, itself if it has none; left is the name of one that is not set. */
export const substitute = (value: Json, variables: Variables): Either<string, Json> =>
  hasDollar(value) ? replaceIn(value, variables) : right(value);

const hasDollar = (value: Json): boolean => {
  if (typeof value === 'string') return value.includes('$');
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(hasDollar);
  for (const key in value) if (hasDollar((value as { readonly [key: string]: Json })[key] as Json)) return true;
  return false;
};

const replaceIn = (value: Json, variables: Variables): Either<string, Json> => {
  if (typeof value === 'string') return inText(value, variables);
  if (value === null || typeof value !== 'object') return right(value);
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const replaced = substitute(item, variables);
      if (isLeft(replaced)) return replaced;
      items.push(replaced.right);
    }
    return right(items);
  }
  const fields: [string, Json][] = [];
  for (const [key, field] of Object.entries(value)) {
    const replaced = substitute(field as Json, variables);
    if (isLeft(replaced)) return replaced;
    fields.push([key, replaced.right]);
  }
  return right(Object.fromEntries(fields));
};

const inText = (text: string, variables: Variables): Either<string, Json> => {
  if (!text.includes('$')) return right(text);
  const whole = [...text.matchAll(reference)][0];
  if (whole !== undefined && whole[0] === text && whole[1] !== undefined) {
    const value = lookUp(whole[1], whole[2] ?? '', variables);
    return value === undefined ? left(text) : right(value);
  }
  let missing: string | undefined;
  const replaced = text.replace(reference, (match, name: string | undefined, path: string | undefined) => {
    if (name === undefined) return '$';
    const value = lookUp(name, path ?? '', variables);
    if (value === undefined) missing ??= match;
    return typeof value === 'string' ? value : JSON.stringify(value ?? null);
  });
  return missing === undefined ? right(replaced) : left(missing);
};

const lookUp = (name: string, path: string, variables: Variables): Json | undefined =>
  valueAt(variables.get(name), path.split('.').slice(1));

/** The value at a path of names inside another: `['id']` of `{ id: 1 }` is 1. */
export const valueAt = (value: Json | undefined, path: readonly string[]): Json | undefined => {
  let found = value;
  for (const name of path) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined;
    found = (found as { readonly [key: string]: Json })[name];
  }
  return found;
};

/** The value with the given variables replaced and all others left in place: how a matrix fills in a file. */
export const fillIn = (value: Json, variables: Variables): Json => {
  if (variables.size === 0) return value;
  if (typeof value === 'string') {
    const [whole] = value.matchAll(reference);
    const alone = whole?.[0] === value && whole[1] !== undefined ? lookUp(whole[1], whole[2] ?? '', variables) : undefined;
    if (alone !== undefined) return alone;
    return value.replace(reference, (match, name: string | undefined, path: string | undefined) => {
      const known = name === undefined ? undefined : lookUp(name, path ?? '', variables);
      return known === undefined ? match : typeof known === 'string' ? known : JSON.stringify(known);
    });
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => fillIn(item, variables));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, fillIn(field as Json, variables)]));
};
