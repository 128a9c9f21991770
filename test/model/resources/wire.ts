/** What bodies and answers are made of. */
export type WireValue = string | number | boolean | null | readonly WireValue[] | WireBody;

export type WireBody = { readonly [name: string]: WireValue };

export const isObject = (value: WireValue | undefined): value is WireBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as one text. The fields of objects are in the order of their names, for theirs says nothing. */
export const writeValue = (value: WireValue): string => {
  if (Array.isArray(value)) return `[${value.map(writeValue).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, inside]) => `${name}:${writeValue(inside)}`).join(',')}}`;
};
