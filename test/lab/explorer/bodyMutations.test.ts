import { expect, test } from 'vitest';
import { z } from 'zod';
import { readSchemaNode } from '../../../engine/api/reading/schemaNode.ts';
import type { Json } from '../../../engine/kernel/canonical.ts';
import { mutationsOf, unfilled } from '../../support/sequences/bodyMutations.ts';
import { populatedWorld } from '../../support/worlds/populatedWorld.ts';

const schema = z.strictObject({
  name: z.string().min(1),
  size: z.int().min(10).optional(),
  ports: z
    .array(z.enum(['a', 'b']))
    .max(1)
    .optional(),
  how: z.discriminatedUnion('type', [z.strictObject({ type: z.literal('X'), x: z.number() }), z.strictObject({ type: z.literal('Y') })]),
});

const good = { name: 'n', ports: ['a'], how: { type: 'X', x: 1 } };
const mutations = (value: Json = good) => mutationsOf(readSchemaNode(schema), value);

test('every mutation of a good value is refused by its schema', () => {
  expect(schema.safeParse(good).success).toBe(true);
  expect(mutations().filter(({ value }) => schema.safeParse(value).success)).toStrictEqual([]);
});

test('each way to be wrong is tried', () => {
  expect(mutations().map(({ what }) => what)).toStrictEqual([
    ...wrongTypes('$', 'null', 'boolean', 'integer', 'number', 'string', 'array'),
    '$ lacks name',
    '$ lacks how',
    '$ has a property too many',
    ...wrongTypes('$.name', 'null', 'boolean', 'integer', 'number', 'array', 'object'),
    '$.name is ""',
    ...wrongTypes('$.size', 'null', 'boolean', 'number', 'string', 'array', 'object'),
    '$.size is 9',
    '$.size is 9007199254740992',
    ...wrongTypes('$.ports', 'null', 'boolean', 'integer', 'number', 'string', 'object'),
    '$.ports is too long',
    ...wrongTypes('$.ports[0]', 'null', 'boolean', 'integer', 'number', 'array', 'object'),
    '$.ports[0] is "OTHER"',
    ...wrongTypes('$.how', 'null', 'boolean', 'integer', 'number', 'string', 'array'),
    '$.how lacks type',
    '$.how lacks x',
    '$.how has a property too many',
    ...wrongTypes('$.how.type', 'null', 'boolean', 'integer', 'number', 'array', 'object'),
    '$.how.type is "OTHER"',
    ...wrongTypes('$.how.x', 'null', 'boolean', 'string', 'array', 'object'),
  ]);
});

test('of alternatives without a name, the one is broken whose properties the value has', () => {
  const either = z.union([z.int(), z.strictObject({ fixed: z.int(), max: z.int().optional() }), z.strictObject({ mean: z.int() })]);
  const tried = mutationsOf(readSchemaNode(either), { mean: 5 });
  expect(tried.map(({ what }) => what)).toContain('$.mean is string');
  expect(tried.filter(({ value }) => either.safeParse(value).success)).toStrictEqual([]);
  expect(unfilled(readSchemaNode(either), [5, { fixed: 5, max: 7 }])).toStrictEqual(['$']);
  expect(unfilled(readSchemaNode(either), [5, { fixed: 5, max: 7 }, { mean: 5 }])).toStrictEqual([]);
});

test('a strange property is tried where the schema lets it pass, too', () => {
  const loose = z.object({ name: z.string() });
  const passed = mutationsOf(readSchemaNode(loose), { name: 'n' }).filter(({ value }) => loose.safeParse(value).success);
  expect(passed.map(({ what }) => what)).toStrictEqual(['$ has a property too many']);
});

test('what none of some values fills is named', () => {
  expect(unfilled(readSchemaNode(schema), [good])).toStrictEqual(['$.size', '$.how']);
  expect(
    unfilled(readSchemaNode(schema), [
      { ...good, size: 10, ports: [] },
      { name: 'n', how: { type: 'Y' } },
    ]),
  ).toStrictEqual(['$.ports[0]']);
  expect(unfilled(readSchemaNode(schema), [good, { name: 'n', size: 10, how: { type: 'Y' } }])).toStrictEqual([]);
});

test('a stage has one of everything', () => {
  const { stage } = populatedWorld('2026-11');
  expect(Object.values(stage).filter((id) => !/^(?:gsb_|batch_)?[a-z][a-z0-9]{13}$|-u1$/.test(id))).toStrictEqual([]);
});

const wrongTypes = (at: string, ...types: readonly string[]): string[] => types.map((type) => `${at} is ${type}`);
