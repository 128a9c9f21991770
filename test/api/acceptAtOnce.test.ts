import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { strictSubmitRequest, submitRequest } from '../../engine/api/contract/job.ts';
import { acceptAtOnce, readAs } from '../../engine/api/reading/readAs.ts';
import { checkProperty } from '../support/checkProperty.ts';

describe('what a schema would take as it is', () => {
  const body = { input: { prompt: 'hi', deep: { er: [1] } } };

  test('is taken without being read, the very same object', () => {
    for (const schema of [submitRequest, strictSubmitRequest]) expect(acceptAtOnce(schema, body)).toBe(body);
  });

  test('has all that is needed, and nothing that is checked, discarded or refused', () => {
    const rest = [
      {},
      { input: 1 },
      { input: null },
      { input: [] },
      { ...body, webhook: 'https://a/b' },
      { ...body, more: {} },
      { webhook: {} },
    ];
    for (const other of [...rest, null, undefined, [], 'text', 7]) expect(acceptAtOnce(submitRequest, other)).toBeUndefined();
  });

  test('is nothing where a field that is absent has a value, where fields are checked together, or where an object is read', () => {
    const open = z.looseObject({});
    expect(acceptAtOnce(z.object({ a: open }), { a: {} })).toStrictEqual({ a: {} });
    const others = [
      z.object({ a: open, b: z.number().default(1) }),
      z.object({ a: open, b: z.string().catch('none') }),
      z.object({ a: open }).refine(() => false),
      z.object({ a: open.refine(() => false) }),
      z.object({ a: z.object({}) }),
      z.object({ a: z.looseObject({ b: z.number() }) }),
      z.record(z.string(), open),
    ];
    for (const schema of others) expect(acceptAtOnce(schema, { a: {} })).toBeUndefined();
  });

  test('reads the same where it is read', () => {
    const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), fc.jsonValue());
    const bodies = fc.dictionary(fc.constantFrom('input', 'webhook', 'policy', 's3Config', 'more'), value, { noNullPrototype: true });
    checkProperty(
      fc.property(
        fc.oneof(bodies, fc.record({ input: fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }) })),
        fc.boolean(),
        (given, isStrict) => {
          const schema = isStrict ? strictSubmitRequest : submitRequest;
          const atOnce = acceptAtOnce(schema, given);
          if (atOnce === undefined) return;
          const read = readAs(schema, given);
          expect(isLeft(read) ? 'refused' : read.right).toEqual(atOnce);
        },
      ),
    );
  });
});
