import { pacer, type Steps } from './steps.ts';

/**
 * A copy of plain data that shares nothing with it: objects, arrays, maps and sets, however deep. What is one object in it is
 * one object in the copy, because some of what is dumped is compared by identity.
 */
export const deepCopy = <Data>(data: Data): Data => copier()(data);

/** Copies one thing after the other, as parts of one: what two of them have in common, their copies have in common. */
export const copier = (): Copy => {
  const known = new Map<object, object>();
  return <Data>(data: Data): Data => copyOf(data, known) as Data;
};

export type Copy = <Data>(data: Data) => Data;

/** Where nothing need be copied. */
export const asItIs: Copy = (data) => data;

/** The same copy of something that holds long maps or lists, in steps. By identity only what lies in these is compared. */
export function* copyInSteps<Data>(copy: Copy, data: Data): Steps<Data> {
  if (copy === asItIs || typeof data !== 'object' || data === null || data instanceof Set) return copy(data);
  const pauses = pacer();
  if (data instanceof Map) {
    const map = new Map<unknown, unknown>();
    for (const [key, value] of data) {
      map.set(copy(key), copy(value));
      if (pauses()) yield;
    }
    return map as Data;
  }
  if (Array.isArray(data)) {
    const list: unknown[] = [];
    for (const item of data) {
      list.push(copy(item));
      if (pauses()) yield;
    }
    return list as Data;
  }
  const object: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(data)) object[key] = yield* copyInSteps(copy, field);
  return object as Data;
}

const copyOf = (value: unknown, known: Map<object, object>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const copy = known.get(value);
  if (copy !== undefined) return copy;
  if (Array.isArray(value)) return copyOfArray(value, known);
  if (value instanceof Map) return copyOfMap(value, known);
  if (value instanceof Set) return copyOfSet(value, known);
  return copyOfObject(value as Readonly<Record<string, unknown>>, known);
};

const copyOfArray = (array: readonly unknown[], known: Map<object, object>): readonly unknown[] => {
  const copy = array.slice();
  known.set(array, copy);
  for (let k = 0; k < copy.length; k++) if (typeof copy[k] === 'object') copy[k] = copyOf(copy[k], known);
  return copy;
};

/** Spread first, and mended then: so a key like `__proto__` is a property here as it was there. */
const copyOfObject = (object: Readonly<Record<string, unknown>>, known: Map<object, object>): object => {
  const copy: Record<string, unknown> = { ...object };
  known.set(object, copy);
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = copyOf(copy[key], known);
  return copy;
};

const copyOfMap = (map: ReadonlyMap<unknown, unknown>, known: Map<object, object>): object => {
  const copy = new Map<unknown, unknown>();
  known.set(map, copy);
  for (const [key, value] of map) copy.set(copyOf(key, known), copyOf(value, known));
  return copy;
};

const copyOfSet = (set: ReadonlySet<unknown>, known: Map<object, object>): object => {
  const copy = new Set<unknown>();
  known.set(set, copy);
  for (const value of set) copy.add(copyOf(value, known));
  return copy;
};
