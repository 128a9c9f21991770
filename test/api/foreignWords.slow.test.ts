import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type TestWorld } from '../../adapters/testing/testWorld.ts';
import { issueWords } from '../../engine/api/reading/issueWords.ts';
import { readAs } from '../../engine/api/reading/readAs.ts';
import { problemText } from '../../engine/scenario/format/problem.ts';
import { parseScenario } from '../../engine/scenario/scenario.ts';

interface Call {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
}

/** The same calls that `npm run determinism` makes on every version of Node. */
const calls: readonly Call[] = JSON.parse(readFileSync('test/determinism/refusals.json', 'utf8'));

/** A world that has refused all these calls, and the texts of its refusals. */
interface Played {
  readonly world: TestWorld;
  readonly refusals: readonly { readonly status: number; readonly words: string }[];
}

const played = async (): Promise<Played> => {
  const world = createWorld({ seed: 'refusals' });
  const refusals: Played['refusals'][number][] = [];
  for (const { method, path, headers, text, body } of calls) {
    const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await world.fetch(path, {
      method,
      headers: { authorization: `Bearer ${world.apiKey}`, ...headers },
      ...(sent === undefined ? {} : { body: sent }),
    });
    if (answer.status >= 400) refusals.push({ status: answer.status, words: await answer.text() });
  }
  return { world, refusals };
};

const own = await played();

/** Changes that a program may make to libraries that it shares with podsim. Each returns a function that undoes it. */
const meddlings: readonly (readonly [what: string, meddle: () => () => void])[] = [
  ['zod speaks French', () => tellZod({ ...z.locales.fr() })],
  ['zod has a custom message for everything', () => tellZod({ customError: () => 'another program’s words' })],
  [
    'the parser of JSON has other words',
    () => {
      const { parse } = JSON;
      JSON.parse = (...args: Parameters<typeof parse>) => {
        try {
          return parse(...args);
        } catch {
          throw new SyntaxError('another program’s words');
        }
      };
      return () => {
        JSON.parse = parse;
      };
    },
  ],
];

const tellZod = (config: Parameters<typeof z.config>[0]) => {
  z.config(config);
  return () => {
    z.config({ ...z.locales.en(), customError: undefined });
  };
};

let undo = () => {};
afterEach(() => undo());

describe('the words of a refusal are podsim’s own', () => {
  test('in a world in which every kind of refusal happens', () => {
    const statuses = new Set(own.refusals.map(({ status }) => status));
    expect([...statuses].sort()).toStrictEqual([400, 401, 404, 422, 429, 503]);
    expect(own.refusals.length).toBeGreaterThan(150);
  });

  test.each(meddlings)('also where %s', async (_, meddle) => {
    undo = meddle();
    const { world, refusals } = await played();
    expect(refusals).toStrictEqual(own.refusals);
    expect(world.fingerprint()).toBe(own.world.fingerprint());
  });

  test.each(meddlings)('of a scenario that cannot be read, too, where %s', (_, meddle) => {
    const text =
      'title: 5\nseed: []\nworld: { settings: { job: { ttl: 5, webhookTries: -1 } }, endpoints: [{ id: 1, workers: { max: many } }] }\nsteps: [{ act: fly }]\n';
    const said = () => {
      const parsed = parseScenario('x.scenario.yaml', text, () => undefined);
      return parsed._tag === 'Left' ? parsed.left.map(problemText) : [];
    };
    const before = said();
    undo = meddle();
    expect(said()).toStrictEqual(before);
    expect(before.length).toBeGreaterThan(3);
  });
});

// biome-ignore format: a table
describe.each<readonly [schema: z.ZodType, value: unknown, words: string]>([
  [z.string(),                                            7,                'got number, want string'],
  [z.object({}),                                          null,             'got null, want object'],
  [z.object({}),                                          [],               'got array, want object'],
  [z.number(),                                            Number.NaN,       'got NaN, want number'],
  [z.int(),                                               1.5,              'got number, want integer'],
  [z.enum(['a', 'b']),                                    'c',              "value must be one of 'a', 'b'"],
  [z.literal(5),                                          6,                'value must be 5'],
  [z.string().min(2),                                     'x',              'minLength: got 1, want 2'],
  [z.number().gt(2),                                      2,                'exclusiveMinimum: got 2, want 2'],
  [z.array(z.string()).max(1),                            ['a', 'b'],       'maxItems: got 2, want 1'],
  [z.number().lt(2),                                      2,                'exclusiveMaximum: got 2, want 2'],
  [z.string().length(2),                                  'x',              'minLength: got 1, want 2'],
  [z.number().multipleOf(5),                              7,                'multipleOf: got 7, want 5'],
  [z.string().regex(/^a/),                                'b',              "value does not match pattern '^a'"],
  [z.email(),                                             'b',              'value does not match pattern'],
  [z.jwt(),                                               'b',              'value is not valid jwt'],
  [z.number().min(10),                                    5,                'minimum: got 5, want 10'],
  [z.record(z.string(), z.string()),                      [],               'got array, want object'],
  [z.strictObject({}),                                    { a: 1, b: 2 },   `additional properties 'a', 'b' not allowed`],
  [z.strictObject({ input: z.any().optional() }),          { inptu: 1, b: 2 }, `additional properties 'inptu', 'b' not allowed; did you mean 'input'?`],
  [z.record(z.string().regex(/^a/), z.any()),             { b: 1 },         'has a name that is not allowed'],
  [z.map(z.string(), z.string()),                         new Map([[{}, 1]]), 'has a name that is not allowed'],
  [z.map(z.any(), z.string()),                            new Map([[{}, 1]]), 'holds a value that is not allowed'],
  [z.union([z.string(), z.number()]),                     true,             'has none of the shapes that it may have'],
  [z.discriminatedUnion('a', [z.object({ a: z.literal(1) })]), { a: 2 },    'value must be 1'],
  [z.string().refine(() => false),                        'x',              'is not allowed'],
])('of what %o has against %o', (schema, value, words) => {
  test(`it is said: ${words}`, () => {
    undo = tellZod({ ...z.locales.fr(), customError: () => 'another program’s words' });
    const read = readAs(schema, value);
    expect(read._tag === 'Left' && read.left[0]?.message).toContain(words);
  });
});

test('every code that zod has for an issue has words of its own', () => {
  const codes = [
    'invalid_type',
    'too_big',
    'too_small',
    'invalid_format',
    'not_multiple_of',
    'unrecognized_keys',
    'invalid_union',
    'invalid_key',
    'invalid_element',
    'invalid_value',
    'custom',
  ] as const satisfies readonly z.core.$ZodIssue['code'][];
  // A new issue code of zod does not compile until it is added here, and to the table.
  const missing: Exclude<z.core.$ZodIssue['code'], (typeof codes)[number]> extends never ? true : never = true;
  expect(missing).toBe(true);
  expect(
    codes.map((code) => issueWords({ code, values: ['a'], keys: [], origin: 'x', input: 1 } as never)).filter((words) => words === ''),
  ).toStrictEqual([]);
});
