/** Any value JSON can hold. What goes into the log is made of these alone. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * The canonical text of a JSON value: object keys sorted by code unit, no white space, absent and undefined the same.
 * Equal values have equal texts, whichever order their keys were written in.
 */
export const canonicalText = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[key];
    if (field !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalText(field)}`);
  }
  return `{${parts.join(',')}}`;
};
