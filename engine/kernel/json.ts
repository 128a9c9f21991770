import type { Json } from './canonical.ts';
import { InvalidArgument } from './invalidArgument.ts';

/** JSON nested deeper than this is refused. So code may walk a value by recursion, and a value that contains itself is detected. */
const jsonDepthMax = 200;

/**
 * A copy of a JSON value that shares nothing with it. A value that is not JSON is refused. The copy drops what JSON text would lose:
 * undefined properties, and the sign of zero. `what` names the value in the error message.
 */
export const jsonCopy = (value: unknown, what: string): Json => {
  const copy = copyPart(value, jsonDepthMax);
  if (copy === unfit) throw new InvalidArgument(unfitWords(value, what) ?? `${what}: is no JSON`);
  return copy as Json;
};

/** The same for a value that is known to be JSON. */
export const plainCopy = <Data extends Json>(value: Data): Data => copyPart(value, Number.POSITIVE_INFINITY) as Data;

const unfit = Symbol('no JSON');

const copyPart = (value: unknown, depth: number): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : unfit;
    case 'object':
      if (value === null) return value;
      if (depth === 0) return unfit;
      return Array.isArray(value) ? copyOfArray(value, depth) : copyOfObject(value, depth);
    default:
      return unfit;
  }
};

const copyOfArray = (array: readonly unknown[], depth: number): unknown => {
  const copy: unknown[] = [];
  for (let k = 0; k < array.length; k++) {
    const item = copyPart(array[k], depth - 1);
    if (item === unfit) return unfit;
    copy.push(item);
  }
  return copy;
};

/** Spread first, fields copied afterwards: so a key like `__proto__` stays an ordinary property. */
const copyOfObject = (object: object, depth: number): unknown => {
  if (!isPlain(object)) return unfit;
  const copy: Record<string, unknown> = { ...object };
  for (const key in copy) {
    const field = copy[key];
    if (typeof field === 'string') continue;
    if (field === undefined) {
      delete copy[key];
      continue;
    }
    const fieldCopy = copyPart(field, depth - 1);
    if (fieldCopy === unfit) return unfit;
    if (fieldCopy !== field) copy[key] = fieldCopy;
  }
  return copy;
};

/** Whether an object is plain, as an object literal makes it, in any realm. */
export const isPlain = (object: object): boolean => {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** The first part of a value that is not JSON: its path, and its type. */
const unfitWords = (value: unknown, path: string, depth = jsonDepthMax): string | undefined => {
  if (typeof value === 'number' && !Number.isFinite(value)) return `${path}: is ${value}; JSON has finite numbers only`;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' || value === null) return undefined;
  if (typeof value !== 'object') return `${path}: is ${kindOfValue(value)}; ${wanted}`;
  if (depth === 0) return `${path.slice(0, 80)}…: is nested more than ${jsonDepthMax} deep, or holds itself; ${wanted}`;
  if (Array.isArray(value)) {
    for (let k = 0; k < value.length; k++) {
      const words = unfitWords(value[k], `${path}.${k}`, depth - 1);
      if (words !== undefined) return words;
    }
    return undefined;
  }
  if (!isPlain(value)) return `${path}: is ${kindOfValue(value)}; ${wanted}`;
  for (const [key, field] of Object.entries(value)) {
    const words = field === undefined ? undefined : unfitWords(field, `${path}.${key}`, depth - 1);
    if (words !== undefined) return words;
  }
  return undefined;
};

const wanted = 'give texts, numbers, booleans, null, lists and plain objects';

/** Names the type of a value in words that are the same on every JavaScript engine: `a Date`, `undefined`, `the number NaN`. */
export const kindOfValue = (value: unknown): string => {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'string') return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  if (Array.isArray(value)) return 'a list';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const { name } = (value as { readonly constructor?: { readonly name?: unknown } }).constructor ?? {};
  if (isPlain(value) || typeof name !== 'string' || name === '') return 'an object';
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
};
