import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { since } from '../../engine/api/contract/additions.ts';
import { findEnforcedRule, listEnforcedRules } from '../../engine/api/contract/enforcedRules.ts';
import { type Enforced, enforced } from '../../engine/api/contract/parts/enforced.ts';
import { underContract } from '../../engine/api/contract/underContract.ts';
import { findIssues } from '../../engine/api/reading/readAs.ts';
import { contracts } from '../../engine/cloud/account/contracts.ts';

const entry = z
  .strictObject({ size: z.int().min(10).register(enforced, { any: 'volume.size' }), inner: z.strictObject({ a: z.int() }).optional() })
  .register(enforced, { lacking: 'mounts.patch-partial', unknown: 'mounts.extra' } satisfies Enforced);
const schema = z
  .strictObject({
    list: z.array(entry).max(1).register(enforced, { tooLong: 'mounts.exclusive' }).optional(),
    either: z.union([z.literal('x'), z.strictObject({ entry })]).optional(),
    named: z.record(z.string(), z.int().register(enforced, { any: 'container.fields' })).optional(),
    needed: z.string().register(enforced, { missing: 'job.run' }),
  })
  .register(enforced, { unknownKeys: { registry: 'container.registry' } });

const refuse = (body: object, by: z.ZodType = schema) => findEnforcedRule(by, findIssues(by, { needed: '', ...body } as never, 100).issues);

describe('the rule that refuses a body is that of the innermost schema that enforces one for what is wrong', () => {
  test.each([
    ['a value out of bounds', { list: [{ size: 9 }] }, 'volume.size'],
    ['an entry that lacks a property', { list: [{}] }, 'mounts.patch-partial'],
    ['a property too many', { list: [{ size: 10, kind: 1 }] }, 'mounts.extra'],
    ['a list that is too long', { list: [{ size: 10 }, { size: 10 }] }, 'mounts.exclusive'],
    ['one within a union', { either: { entry: { size: 9 } } }, 'volume.size'],
    ['one by a name', { named: { a: 'b' } }, 'container.fields'],
    ['a property that only has a rule by its name', { registry: null }, 'container.registry'],
    ['such a property after one without a rule', { color: 'red', registry: null }, 'container.registry'],
    ['a property that is missing', { needed: undefined }, 'job.run'],
    ['a property of the wrong type whose rule is about missing ones', { needed: 5 }, 'errors.validation'],
    ['what lacks something deeper within', { list: [{ size: 10, inner: {} }] }, 'errors.validation'],
    ['an unknown property without a rule', { color: 'red' }, 'errors.validation'],
    ['something without a rule beside something that has one', { color: 'red', list: [{ size: 9 }] }, 'volume.size'],
  ])('%s', (_, body, rule) => {
    expect(refuse(body)).toBe(rule);
  });

  test('under every contract', () => {
    const dated = z.strictObject({ needed: z.string(), later: since('launch', z.int()) }).register(enforced, { unknown: 'mounts.extra' });
    for (const contract of contracts) expect(refuse({ color: 'red' }, underContract(dated, contract))).toBe('mounts.extra');
  });
});

test('lists all rules that a schema enforces', () => {
  expect([...new Set(listEnforcedRules(schema))].sort()).toStrictEqual([
    ...['container.fields', 'container.registry', 'job.run', 'mounts.exclusive', 'mounts.extra', 'mounts.patch-partial', 'volume.size'],
  ]);
});
