/** Any value JSON can hold. What goes into the log is made of these alone. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Whether two values have the same canonical text, found without making it. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return (a ?? null) === (b ?? null);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a))
    return a.length === (b as readonly unknown[]).length && a.every((item, k) => isSame(item, (b as readonly unknown[])[k]));
  const [one, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const has = (object: Readonly<Record<string, unknown>>, key: string): boolean => Object.hasOwn(object, key) && object[key] !== undefined;
  for (const key in one) if (has(one, key) && !(has(other, key) && isSame(one[key], other[key]))) return false;
  for (const key in other) if (has(other, key) && !has(one, key)) return false;
  return true;
};

/** The same value with the keys of its objects in the order of its canonical text. */
export const ordered = (value: Json): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => ordered(item));
  const fields = value as { readonly [key: string]: Json };
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, ordered(fields[key] as Json)]),
  );
};

/**
 * The canonical text of a JSON value: object keys sorted by code unit, no white space, absent and undefined the same.
 * Equal values have equal texts, whichever order their keys were written in.
 */
export const canonicalText = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const keys = Object.keys(value);
  if (!areSorted(keys)) keys.sort();
  let fields = '';
  for (const key of keys) {
    const field = (value as Record<string, unknown>)[key];
    if (field === undefined) continue;
    fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${canonicalText(field)}`;
  }
  return `{${fields}}`;
};

/** Most keys are written in order; sorting them all the same costs more than looking. */
const areSorted = (keys: readonly string[]): boolean => {
  for (let k = 1; k < keys.length; k++) if ((keys[k - 1] as string) > (keys[k] as string)) return false;
  return true;
};
