import { expect, test } from 'vitest';
import { referTo, shareParts } from '../../adapters/docs/sharedSchema.ts';
import { taskJsonSchema } from '../../engine/agents/index.ts';
import { observationJsonSchema } from '../../engine/lab/fidelity/index.ts';
import { lessonJsonSchema } from '../../engine/lab/lesson/index.ts';
import { studyJsonSchema } from '../../engine/lab/study/index.ts';
import { scenarioJsonSchema } from '../../engine/scenario/editor/editorSchema.ts';

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

/** The schema with the properties of another one back where it names them, and with the definitions that these need. */
const withOther = (schema: Node, { properties, definitions }: Node): Node => {
  const text = JSON.stringify(schema).replaceAll(/\{"\$ref":"other\.json#\/properties\/(\w+)"\}/g, (_, key: string) =>
    JSON.stringify((properties as Node)[key] ?? expect.fail(`there is no ${key}`)),
  );
  const whole = JSON.parse(text) as Node;
  // A part that is named there stands here under the same key.
  const own = Object.entries(whole['definitions'] as Node).filter(
    ([key, part]) => (part as Node)['$ref'] !== `other.json#/definitions/${key}`,
  );
  const all = { ...(definitions as Node), ...Object.fromEntries(own) };
  const named = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, key = ''] of JSON.stringify(part).matchAll(/"#\/definitions\/([^"]+)"/g)) {
      if (named.has(key)) continue;
      named.add(key);
      follow(all[key]);
    }
  };
  follow({ ...whole, definitions: {} });
  return { ...whole, definitions: Object.fromEntries(Object.entries(all).filter(([key]) => named.has(key))) };
};

test.each<readonly [string, number, () => object]>([
  ['lessons', 200_000, lessonJsonSchema],
  ['studies', 40_000, studyJsonSchema],
  ['tasks', 16_000, taskJsonSchema],
  ['observations', 195_000, observationJsonSchema],
])('the schema of %s says the same where it names properties of that of scenarios, in less than %i letters', (_, lengthMax, make) => {
  const [whole, other] = [shared(make()), scenarios()];
  const referring = referTo(whole, 'other.json', other);
  const text = JSON.stringify(referring);
  expect(text.length).toBeLessThan(lengthMax);
  // Each costs an editor some time.
  expect(text.match(/other\.json/g)?.length).toBeLessThan(10);
  expect(withOther(referring, other)).toStrictEqual(withOther(whole, other));
});

let scenarioSchema: Node | undefined;
const scenarios = (): Node => {
  scenarioSchema ??= shared(scenarioJsonSchema());
  return scenarioSchema;
};
const shared = (schema: object): Node => shareParts(JSON.parse(JSON.stringify(schema)) as Node);

test('a property is not named if what it refers to is another one there', () => {
  const long = { items: { $ref: '#/definitions/leaf' }, description: 'c'.repeat(1_000) };
  const file = (leaf: object) => ({ properties: { long, longer: { const: 'd'.repeat(1_000) } }, definitions: { leaf } });
  expect(referTo(file({ type: 'string' }), 'other.json', file({ type: 'number' }))).toStrictEqual({
    properties: { long, longer: { $ref: 'other.json#/properties/longer' } },
    definitions: { leaf: { type: 'string' } },
  });
});

test('a long part is named if all of it is the same there, and written out otherwise', () => {
  const file = (leaf: object) => ({
    properties: { first: { $ref: '#/definitions/long' }, second: { $ref: '#/definitions/long' } },
    definitions: { long: { items: { $ref: '#/definitions/leaf' }, description: 'c'.repeat(2_500) }, leaf },
  });
  const mine = file({ type: 'string' });
  const { properties } = mine;
  expect(referTo(mine, 'other.json', { ...file({ type: 'string' }), properties: {} })).toStrictEqual({
    properties,
    definitions: { long: { $ref: 'other.json#/definitions/long' } },
  });
  expect(referTo(mine, 'other.json', { ...file({ type: 'number' }), properties: {} })).toStrictEqual(mine);
});
