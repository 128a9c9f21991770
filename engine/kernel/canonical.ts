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
export const sortKeys = (value: Json): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => sortKeys(item));
  const fields = value as { readonly [key: string]: Json };
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sortKeys(fields[key] as Json)]),
  );
};

/**
 * The canonical text of a JSON value: object keys sorted by code unit, no white space, absent and undefined the same.
 * Equal values have equal texts, whichever order their keys were written in.
 */
export const canonicalText = (value: unknown): string => {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(canonicalText).join(',')}]` : `{${canonicalFields(value)}}`;
    default:
      return JSON.stringify(value) ?? 'null';
  }
};

/** What stands between the braces of an object's canonical text, one of its fields left out where that is asked for. */
export const canonicalFields = (object: object, omitted?: string): string => {
  let text = '';
  let last = '';
  // Most keys are written in order: looking as the text grows costs less than a list of them, and much less than sorting one.
  for (const key in object) {
    if (key === omitted || !Object.hasOwn(object, key)) continue;
    if (key < last) return fieldsOf(object, sorted(Object.keys(object)), omitted);
    last = key;
    text = withField(text, key, (object as Fields)[key]);
  }
  return text;
};

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (object: object, keys: readonly string[], omitted: string | undefined): string => {
  let text = '';
  for (const key of keys) if (key !== omitted) text = withField(text, key, (object as Fields)[key]);
  return text;
};

const withField = (text: string, key: string, field: unknown): string => {
  if (field === undefined) return text;
  return text === '' ? quotedKey(key) + canonicalText(field) : `${text},${quotedKey(key)}${canonicalText(field)}`;
};

/** By insertion where there are few, as there nearly always are: that is three times as fast. */
const sorted = (keys: string[]): readonly string[] => {
  if (keys.length > 32) return keys.sort();
  for (let k = 1; k < keys.length; k++) {
    const key = keys[k] as string;
    let place = k;
    for (; place > 0 && (keys[place - 1] as string) > key; place--) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
};

/** A text of other than these is left to `JSON.stringify`: control characters, `"`, `\\`, and halves of a surrogate pair. */
const plainText = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

const quoted = (text: string): string => (plainText.test(text) ? `"${text}"` : JSON.stringify(text));

/** The quoted keys with their colons. There are few names of fields; keys that callers make up must not pile up here. */
const quotedKeys = new Map<string, string>();
const quotedKeysMax = 1_024;
const quotedKeyLengthMax = 64;

const quotedKey = (key: string): string => {
  const known = quotedKeys.get(key);
  if (known !== undefined) return known;
  const text = `${quoted(key)}:`;
  if (quotedKeys.size < quotedKeysMax && key.length <= quotedKeyLengthMax) quotedKeys.set(key, text);
  return text;
};
