import { expect, test } from 'vitest';
import { shareParts } from '../../adapters/docs/sharedSchema.ts';
import { taskJsonSchema } from '../../engine/agents/index.ts';
import { scenarioJsonSchema } from '../../engine/index.ts';
import { observationJsonSchema } from '../../engine/lab/fidelity/index.ts';
import { lessonJsonSchema } from '../../engine/lab/lesson/index.ts';
import { studyJsonSchema } from '../../engine/lab/study/index.ts';

type Node = Readonly<Record<string, unknown>>;

/** The schema with each shared part back where it is referred to. */
const written = (schema: Node): unknown => {
  const definitions = (schema['definitions'] ?? {}) as Readonly<Record<string, Node>>;
  const back = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(back);
    if (typeof value !== 'object' || value === null) return value;
    const [, name] = /^#\/definitions\/(part-.+)$/.exec(String((value as Node)['$ref'])) ?? [];
    if (name !== undefined) return back(definitions[name] ?? expect.fail(`there is no ${name}`));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, back(one)]));
  };
  const kept = Object.entries(definitions).filter(([name]) => !name.startsWith('part-'));
  return back({ ...schema, definitions: Object.fromEntries(kept) });
};

test.each<readonly [string, () => object]>([
  ['scenarios', scenarioJsonSchema],
  ['lessons', lessonJsonSchema],
  ['studies', studyJsonSchema],
  ['tasks', taskJsonSchema],
  ['observations', observationJsonSchema],
])('the schema of %s says the same with its parts shared, in less than two thirds of the text', (_, make) => {
  const schema = JSON.parse(JSON.stringify(make())) as Node;
  const shared = shareParts(schema);
  expect(written(shared)).toStrictEqual(schema);
  expect(JSON.stringify(shared).length).toBeLessThan((2 / 3) * JSON.stringify(schema).length);
});

test('a part is shared if several have it in them, and not if one that is shared has it', () => {
  const inner = { type: 'string', pattern: 'a'.repeat(150) };
  const outer = { type: 'object', properties: { inner, more: { type: 'string', description: 'b'.repeat(150) } } };
  const shared = shareParts({ properties: { one: { items: outer }, two: { items: outer, minItems: 1 } } });
  const names = Object.keys(shared['definitions'] as Node);
  expect(names).toStrictEqual([expect.stringMatching(/^part-[0-9a-f]{8}$/)]);
  expect(shared['properties']).toStrictEqual({
    one: { items: { $ref: `#/definitions/${names[0]}` } },
    two: { items: { $ref: `#/definitions/${names[0]}` }, minItems: 1 },
  });
});
