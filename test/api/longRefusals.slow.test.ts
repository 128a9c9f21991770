import fc from 'fast-check';
import { isLeft } from 'fp-ts/lib/Either.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { complaints, validate } from '../../engine/api/admission/validate.ts';
import { dictionary } from '../../engine/api/contract/parts/json.ts';
import { contractTable } from '../../engine/api/reading/bounds.ts';
import { findIssues, readAs } from '../../engine/api/reading/readAs.ts';
import { operations } from '../../engine/api/table.ts';
import { controlOperations } from '../../engine/control/table.ts';
import { type Json, sortKeys } from '../../engine/kernel/canonical.ts';

const most = contractTable.problemsNamed.value;

const refuse = (id: string, body: object) => {
  const operation = operations.find((one) => one.id === id);
  return operation && validate(operation, { params: {}, query: {}, body: body as Json }, { query: undefined, body: undefined });
};

/** A value that may not be looked into. */
const sealed = new Proxy(
  {},
  {
    ownKeys: () => expect.fail('its keys are looked at'),
    get: () => expect.fail('it is looked at'),
  },
);

const template = { name: 'a', image: 'b' };
const names = Array.from({ length: 5_000 }, (_, k) => `N${(k * 7_919) % 5_000}`);

describe('the refusal of a long body', () => {
  test('looks at nothing beside what is wrong', () => {
    expect(refuse('run', { webhook: 5, input: { long: sealed } })?.errors).toStrictEqual([
      '$.webhook: got number, want string; write it as text, in quotes',
    ]);
  });

  test('names so many problems, the first by the order of keys, and says that there are more', () => {
    const { errors = [] } = refuse('createTemplate', { ...template, ports: Array(9_000).fill('x') }) ?? {};
    expect([errors.length, errors[0]?.slice(0, 11), errors.at(-1)]).toStrictEqual([most + 1, '$.ports[0]:', '… and more']);
    const said = (order: readonly string[]) =>
      refuse('createTemplate', { ...template, env: Object.fromEntries(order.map((name) => [name, 5])) });
    expect(said(names)?.errors).toStrictEqual(said([...names].sort())?.errors);
    expect(said(names)?.errors?.slice(0, 2)).toStrictEqual([
      '$.env.N0: got number, want string; write it as text, in quotes',
      '$.env.N1: got number, want string; write it as text, in quotes',
    ]);
    expect(said(names.slice(0, most))?.errors).toHaveLength(most);
  });

  test('reads no more of a long list than it takes to name so many', () => {
    const ports = [...Array(9_000).fill('x'), ...Array(9_000).fill(sealed)];
    const { errors = [] } = refuse('createTemplate', { ...template, ports }) ?? {};
    expect([errors.length, errors.at(-1)]).toStrictEqual([most + 1, '… and more']);
  });

  test('reads all of a long list in which fewer are wrong', () => {
    const ports = Array.from({ length: 1_000 }, (_, k) => (k % 100 === 99 ? 'x' : `${1_000 + k}/http`));
    const { errors = [] } = refuse('createTemplate', { ...template, ports }) ?? {};
    expect(errors.filter((one) => /^\$\.ports\[\d*99\]: /.test(one))).toHaveLength(10);
  });

  test('checks no more of a dictionary than it names', () => {
    let checks = 0;
    const checked = dictionary(
      z.string().refine(() => {
        checks += 1;
        return false;
      }),
    );
    const value = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(findIssues(checked, value, most)).toMatchObject({ issues: { length: most }, areMore: true });
    expect(checks).toBeLessThanOrEqual(6 * (most + 1));
  });

  test('names so many unknown properties, and counts the others', () => {
    const { errors = [] } = refuse('createTemplate', { ...template, ...Object.fromEntries(names.map((name) => [name, 1])) }) ?? {};
    expect(errors).toStrictEqual([expect.stringMatching(/^\$: additional properties 'N0', 'N1', .*' and 4900 more not allowed$/)]);
    expect(errors[0]?.split(', ')).toHaveLength(most);
  });
});

/** Bodies that look like those of a schema, in any order of keys, and mostly wrong. */
const bodiesFor = (schema: z.ZodType): fc.Arbitrary<Json> => {
  const keys = schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['a'];
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof({ maxDepth: 3 }, fc.constantFrom<Json>(null, 5, 'x', true), fc.array(tie('json'), { maxLength: 3 }), tie('fields')),
    fields: fc.dictionary(fc.oneof(fc.constantFrom('id', 'name', 'type', 'min', 'b', 'a'), fc.string({ maxLength: 2 })), tie('json'), {
      maxKeys: 3,
    }),
  })) as { json: fc.Arbitrary<Json> };
  return fc.dictionary(fc.constantFrom(...keys, 'b', 'a'), json, { maxKeys: 5, noNullPrototype: true });
};

test('so does the alternative of a union whose keys are the sender’s', () => {
  const alternative = z.strictObject({ n: z.number(), x: dictionary(z.string()) });
  const schema = z.strictObject({ either: z.union([alternative, z.array(z.string())]) });
  const said = (x: object) => complaints(findIssues(schema, { either: { n: 'no', x } } as Json, most).issues, '$');
  expect(said({ b: 1, a: 2 })).toStrictEqual(said({ a: 2, b: 1 }));
  expect(said({ b: 1, a: 2 }).map((line) => line.split(':')[0])).toStrictEqual(['$.either.n', '$.either.x.a', '$.either.x.b']);
});

test('a refusal says what it says of the body with all its keys sorted', () => {
  let refused = 0;
  for (const { body } of [...operations, ...controlOperations]) {
    if (body === undefined) continue;
    fc.assert(
      fc.property(bodiesFor(body), (value) => {
        const read = readAs(body, sortKeys(value));
        refused += isLeft(read) ? 1 : 0;
        const found = findIssues(body, value, Number.POSITIVE_INFINITY).issues;
        expect(complaints(found, '$')).toStrictEqual(complaints(isLeft(read) ? read.left : [], '$'));
      }),
      { numRuns: 60, seed: 1 },
    );
  }
  expect(refused).toBeGreaterThan(1_000);
});
