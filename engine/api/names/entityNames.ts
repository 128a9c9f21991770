import { isKind } from '../../cloud/entities.ts';

/** What besides an entity is named by a plain word in one place, and by that of its id in another. */
const others: readonly string[] = ['request', 'key', 'gpuType', 'cpuType', 'dataCenter', 'image', 'host'];

/** The forms in which a thing may be named: `endpoint`, `endpoint_id`, `endpointId`; only the key itself if it names none. */
export const listForms = (key: string): readonly string[] => {
  const base = key.replace(/(?:_id|Id)$/, '');
  return isKind(base) || others.includes(base) ? [base, `${base}_id`, `${base}Id`] : [key];
};

/** The form of a key that is known here; the key itself if none is, or if that form is given beside it. */
export const findKnownForm = (key: string, known: readonly string[], given: object = {}): string => {
  if (known.includes(key)) return key;
  return listForms(key).find((form) => known.includes(form) && !Object.hasOwn(given, form)) ?? key;
};

/** The same fields, each named in the form that is known here. */
export const respellKeys = <Value>(given: { readonly [key: string]: Value }, known: readonly string[]): { readonly [key: string]: Value } =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [findKnownForm(key, known, given), value]));
