import { isRight } from 'fp-ts/lib/Either.js';
import { z } from 'zod';
import type { Json } from '../../../kernel/canonical.ts';
import { contractTable } from '../../reading/bounds.ts';
import { readAs } from '../../reading/readAs.ts';

/** Any JSON value, unchanged. zod's own `z.json()` silently drops a key named `__proto__`. */
export const json = z.unknown().refine(isJson, 'must be a JSON value') as unknown as z.ZodType<Json, Json>;

/**
 * An object whose keys the sender chose. Every key is preserved, `__proto__` included; zod's own record silently drops
 * that one. The values are checked and not changed.
 */
export const dictionary = <Value extends z.ZodType>(value: Value) =>
  z
    .unknown()
    .superRefine((given, { addIssue }) => {
      if (!isObject(given)) return addIssue({ code: 'invalid_type', expected: 'record', input: given });
      let problems = 0;
      for (const [key, item] of Object.entries(given)) {
        const read = readAs(value, item);
        if (isRight(read)) continue;
        for (const issue of read.left) addIssue({ ...issue, path: [key, ...issue.path] } as never);
        problems += 1;
        if (problems > contractTable.problemsNamed.value) break;
      }
      return undefined;
    })
    .meta({
      type: 'object',
      // Computed on demand: few processes write a schema, and every process pays for start-up.
      get additionalProperties() {
        const { $schema: _, ...schema } = z.toJSONSchema(value);
        return schema;
      },
    }) as unknown as z.ZodType<Dictionary<z.output<Value>>, Dictionary<z.input<Value>>>;

type Dictionary<Value> = Record<string, Value>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every(isJson);
  return isPlain(value) && Object.values(value).every((field) => field === undefined || isJson(field));
}

function isPlain(value: unknown): value is object {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
