import { expect, test } from 'vitest';
import { z } from 'zod';
import { openObject, strictObject } from '../../engine/api/contract/parts/objects.ts';

test.each([
  ['strictObject', strictObject, false],
  ['openObject', openObject, true],
])('the properties of %s are made once, when a value first meets it', (_, objectOf, takesOthers) => {
  let made = 0;
  const schema = objectOf(() => {
    made += 1;
    return { name: z.string(), size: z.int().default(1) };
  });
  const described = schema.describe('a thing').optional();
  expect(made).toBe(0);
  expect(schema.parse({ name: 'a' })).toStrictEqual({ name: 'a', size: 1 });
  expect(described.parse({ name: 'b', size: 2 })).toStrictEqual({ name: 'b', size: 2 });
  expect(schema.extend({ owner: z.string() }).parse({ name: 'a', owner: 'b' })).toStrictEqual({ name: 'a', size: 1, owner: 'b' });
  expect(schema.safeParse({ name: 'a', other: 1 }).success).toBe(takesOthers);
  expect(Object.keys(schema.shape)).toStrictEqual(['name', 'size']);
  expect(made).toBe(1);
});

test('a schema of them is described as one whose properties were there from the beginning', () => {
  const shape = { name: z.string(), sizes: z.array(z.int()).optional() };
  expect(z.toJSONSchema(strictObject(() => shape))).toStrictEqual(z.toJSONSchema(z.strictObject(shape)));
});
