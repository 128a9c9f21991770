/** Any value JSON can hold. Everything in the log consists of these. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A JSON object. Each of its fields has a value. */
export type JsonObject = { readonly [key: string]: Json };

/** Names of fields whose values are written in the order that they have. */
export type FieldNames = ReadonlySet<string>;
const none: FieldNames = new Set();

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
export const sortKeys = (value: Json, given: FieldNames = none): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => sortKeys(item, given));
  const fields = value as { readonly [key: string]: Json };
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, given.has(key) ? (fields[key] as Json) : sortKeys(fields[key] as Json, given)]),
  );
};

/**
 * The canonical text of a JSON value: object keys sorted by code unit, no white space, undefined fields left out. Equal values
 * have equal texts, in whatever order their keys were written. Only the fields that are named in `given`, at any depth, have their
 * values as they came.
 */
export const canonicalText = (value: unknown, given: FieldNames = none): string => {
  switch (typeof value) {
    case 'string':
      return quote(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map((item) => canonicalText(item, given)).join(',')}]` : `{${canonicalFields(value, given)}}`;
    default:
      return JSON.stringify(value) ?? 'null';
  }
};

/** The canonical text between the braces of an object; one field may be left out. */
export const canonicalFields = (object: object, given: FieldNames = none, omitted?: string): string => {
  let text = '';
  let last = '';
  // Most keys are in order already. Checking this as the text grows costs less than listing them, and much less than sorting them.
  for (const key in object) {
    if (key === omitted || !Object.hasOwn(object, key)) continue;
    if (key < last) return writeFields(object, sortNames(Object.keys(object)), given, omitted);
    last = key;
    text = withField(text, key, (object as Fields)[key], given);
  }
  return text;
};

type Fields = Readonly<Record<string, unknown>>;

const writeFields = (object: object, keys: readonly string[], given: FieldNames, omitted: string | undefined): string => {
  let text = '';
  for (const key of keys) if (key !== omitted) text = withField(text, key, (object as Fields)[key], given);
  return text;
};

const withField = (text: string, key: string, field: unknown, given: FieldNames): string => {
  if (field === undefined) return text;
  const value = given.has(key) ? JSON.stringify(field) : canonicalText(field, given);
  return text === '' ? quoteKey(key) + value : `${text},${quoteKey(key)}${value}`;
};

/** Insertion sort for a few keys, which is nearly always the case: it is three times as fast. */
const sortNames = (keys: string[]): readonly string[] => {
  if (keys.length > 32) return keys.sort();
  for (let k = 1; k < keys.length; k++) {
    const key = keys[k] as string;
    let place = k;
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
};

/** Text without escapes. Any other text is left to `JSON.stringify`: control characters, `"`, `\\`, and halves of a surrogate pair. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const quote = (text: string): string => (plainText.test(text) ? `"${text}"` : JSON.stringify(text));

/** A cache of quoted keys with their colons. Field names are few, but keys that callers invent must not accumulate here. */
const quotedKeys = new Map<string, string>();
const quotedKeysMax = 1_024;
const quotedKeyLengthMax = 64;

const quoteKey = (key: string): string => {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const text = `${quote(key)}:`;
  if (quotedKeys.size < quotedKeysMax && key.length <= quotedKeyLengthMax) quotedKeys.set(key, text);
  return text;
};
