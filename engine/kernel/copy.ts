import { pacer, type Steps } from './steps.ts';

/**
 * A deep copy of plain data: objects, arrays, maps and sets. An object that occurs several times is one object in the copy too, because
 * some of the dumped data is compared by identity.
 */
export const deepCopy = <Data>(data: Data): Data => copier()(data);

/** Copies several values as parts of one: objects that the values share, the copies share too. */
export const copier = (): Copy => {
  const known = new Map<object, object>();
  return <Data>(data: Data): Data => copyValue(data, known) as Data;
};

export type Copy = <Data>(data: Data) => Data;

/** For data that needs no copy. */
export const asItIs: Copy = (data) => data;

/** The same copy in steps, for data with long maps or lists. Identity is preserved only for what lies inside these. */
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

const copyValue = (value: unknown, known: Map<object, object>): unknown => {
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
  for (let k = 0; k < copy.length; k++) if (typeof copy[k] === 'object') copy[k] = copyValue(copy[k], known);
  return copy;
};

/** Spread first, fields copied afterwards: so a key like `__proto__` stays an ordinary property. */
const copyOfObject = (object: Readonly<Record<string, unknown>>, known: Map<object, object>): object => {
  const copy: Record<string, unknown> = { ...object };
  known.set(object, copy);
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = copyValue(copy[key], known);
  return copy;
};

const copyOfMap = (map: ReadonlyMap<unknown, unknown>, known: Map<object, object>): object => {
  const copy = new Map<unknown, unknown>();
  known.set(map, copy);
  for (const [key, value] of map) copy.set(copyValue(key, known), copyValue(value, known));
  return copy;
};

const copyOfSet = (set: ReadonlySet<unknown>, known: Map<object, object>): object => {
  const copy = new Set<unknown>();
  known.set(set, copy);
  for (const value of set) copy.add(copyValue(value, known));
  return copy;
};
