import fc from 'fast-check';

/** As much of JSON Schema as the inputs of tools use. */
export interface InputSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly InputSchema[];
  readonly oneOf?: readonly InputSchema[];
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly items?: InputSchema;
  readonly additionalProperties?: boolean | InputSchema;
}

/** What no schema of a tool expects, and JSON can say. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    -1,
    0.5,
    1e308,
    -0,
    '',
    '..',
    '../../_podsim/v1/reset',
    '%2e%2e%2f',
    '\u0000',
    '__proto__',
    '$' + '{x}',
    'default',
    '9'.repeat(400),
  ),
  fc.constant('x'.repeat(200_000)),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown),
  fc.constant(Array.from({ length: 2_000 }, (_, k) => k)),
  fc.constant(JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`) as unknown),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that fit a schema, and now and then one that does not, at any depth. */
export const valuesOf = (schema: InputSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: fitting(schema) }, { weight: 1, arbitrary: odd });

const fitting = (schema: InputSchema): fc.Arbitrary<unknown> => {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map(valuesOf));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const [type] = [schema.type ?? 'any'].flat();
  switch (type) {
    case 'object':
      if (typeof schema.additionalProperties === 'object')
        return fc.dictionary(fc.constantFrom('endpoint_id', 'id', 'job_id', 'limit'), valuesOf(schema.additionalProperties), {
          maxKeys: 2,
        });
      return fc
        .tuple(
          fc.record(Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valuesOf(one)])), {
            requiredKeys: [...(schema.required ?? [])],
          }),
          fc.oneof(
            { weight: 15, arbitrary: fc.constant({}) },
            { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }) },
          ),
        )
        .map(([known, more]) => ({ ...more, ...known }));
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer());
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom('ep-demo', 'default', 'default', 'job-1', '1m') },
        { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
      );
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
};
