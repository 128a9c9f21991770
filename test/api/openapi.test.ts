import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../engine/api/openapi.ts';
import { findOperation, operations } from '../../engine/api/table.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { responseProblems } from '../support/conformance.ts';
import { type Document, type Fields, isFields, listOf, operationsIn, resolved } from '../support/openApi.ts';
import { answered, staged } from '../support/stage.ts';
import { type Change, changed, controlDocument, document, gone, is, options } from './documents.ts';
import { goodRequests } from './goodRequests.ts';

const documents = [
  ['both APIs', document],
  ['the control plane', controlDocument],
] as const;

describe('the document', () => {
  const complaints = async (of: Document) => (await new Validator().validate(structuredClone(of) as Record<string, unknown>)).errors ?? [];

  test.each(documents)('is OpenAPI 3.1: %s', async (_, one) => {
    expect(one['openapi']).toBe('3.1.0');
    expect(await complaints(one)).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each<[string, string, Change]>([
    ['lacks what it must say',              'info version',                                   gone],
    ['has a parameter that is nowhere',     'paths /v2/pods/{id} get parameters 0 in',        gone],
    ['has an answer without a description', 'paths /v2/pods get responses 200 description',   gone],
    ['says what OpenAPI does not know',     'paths /v2/pods get sumary',                      is('List')],
  ])('is not when it %s', async (_, path, change) => {
    expect(await complaints(changed(path, change))).not.toStrictEqual([]);
  });

  const schemasOf = (of: Document) => Object.keys(resolved(of, resolved(of, of['components'])['schemas']));
  const compile = (of: Document) => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    formats.default(ajv);
    for (const word of Object.keys(of)) ajv.addKeyword(word);
    ajv.addSchema(of, 'document', false, false);
    for (const name of schemasOf(of)) ajv.compile({ $ref: `document#/components/schemas/${name}` });
  };

  test.each(documents)('has schemas that are JSON Schema, strictly read: %s', (_, one) => {
    compile(one);
  });

  // biome-ignore format: a table
  test.each<[string, string, Change]>([
    ['has a type that is none',     'type',                         is('thing')],
    ['uses a word that is none',    'propertys',                    is({})],
    ['uses a format that is none',  'properties createdAt format',  is('instant')],
    ['says nothing of what it is',  'properties disk type',         gone],
    ['refers to what is not there', 'properties mounts $ref',       is('#/components/schemas/Mount')],
  ])('has not when one %s', (_, path, change) => {
    expect(() => compile(changed(`components schemas Pod ${path}`, change))).toThrow();
  });

  test.each(documents)('has no reference to nothing, and no schema that nothing refers to: %s', (_, one) => {
    const references = [...JSON.stringify(one).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.filter(($ref) => Object.keys(resolved(one, { $ref })).length === 0)).toStrictEqual([]);
    expect(schemasOf(one).filter((name) => !references.includes(`#/components/schemas/${name}`))).toStrictEqual([]);
  });

  test('has every row of the table, once for each method, each under an id of its own', () => {
    const rows = operations.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    expect(operationsIn(document).map(({ method, path }) => `${method} ${path}`)).toStrictEqual(expect.arrayContaining(rows));
    const ids = operationsIn(document).map(({ operation }) => operation['operationId']);
    expect(ids).toHaveLength(rows.length);
    expect(new Set(ids).size).toBe(rows.length);
    expect(ids).toContain('statusByPost');
  });

  test.each(operations.map(({ id }) => id))('takes the good requests of %s, and says what the engine answers', (id) => {
    const row = findOperation(id);
    const { named, query = {}, body, others = [] } = goodRequests[id] ?? {};
    const { world, stage } = staged();
    const given = { named: named?.(stage) ?? {}, query, body: body?.(stage), base: options.serverUrl };
    for (const one of [given.body, ...others]) {
      if (one !== undefined) expect(bodyProblems(id, one)).toStrictEqual([]);
    }
    if (row === undefined || row.success.frames !== undefined) return;
    const { status, headers, body: answer } = answered(world, id, given);
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.named[row.finds?.[name] ?? name] ?? ''));
    const type = answer === undefined ? {} : { 'content-type': 'application/json' };
    for (const method of row.methods) {
      const heard = { method, path, status, headers: { ...type, ...headers, 'x-request-id': 'r' }, body: answer };
      expect(responseProblems(document, heard)).toStrictEqual([]);
    }
  });
});

describe('an example in the document', () => {
  test('is an example of its schema, wherever it stands', () => {
    const ajv = new Ajv2020({ strict: false });
    formats.default(ajv);
    const wrong = nodesWith('examples', document).flatMap((node) => {
      const validate = ajv.compile({ ...node, components: document['components'] } as object);
      return listOf(node['examples']).filter((example) => !validate(example));
    });
    expect(wrong).toStrictEqual([]);
  });

  const exemplary = operationsIn(document).flatMap(({ operation }) => {
    const examples = listOf(resolved(document, bodySchemaOf(operation))['examples']);
    return examples.map((example) => [String(operation['operationId']), example] as const);
  });

  test.each(exemplary)('of %s does what it shows', (id, body) => {
    const { world, stage } = staged();
    const row = findOperation(id);
    const { status } = answered(world, id, { named: goodRequests[id]?.named?.(stage) ?? {}, body });
    expect(status).toBe(row?.success.status);
  });

  test('is there for what people begin with', () => {
    expect(exemplary.map(([id]) => id)).toStrictEqual(expect.arrayContaining(['createPod', 'createEndpoint', 'createCluster', 'run']));
  });
});

/** Every object of the document that has such a property, the document's own depths first to last. */
function nodesWith(word: string, node: Json): Fields[] {
  if (Array.isArray(node)) return node.flatMap((item) => nodesWith(word, item));
  if (!isFields(node)) return [];
  const inside = Object.entries(node).flatMap(([key, value]) => (key === word ? [] : nodesWith(word, value)));
  return node[word] === undefined ? inside : [node, ...inside];
}

/** What an operation takes as its body. */
function bodySchemaOf({ requestBody }: Fields): Fields {
  const json = resolved(document, resolved(document, resolved(document, requestBody)['content'])['application/json']);
  return isFields(json['schema']) ? json['schema'] : {};
}

/** What the document has against a body of the operation. */
const bodyProblems = (id: string, body: Json): readonly unknown[] => {
  const { operation = {} } = operationsIn(document).find((one) => one.operation['operationId'] === id) ?? {};
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile({ ...bodySchemaOf(operation), components: document['components'] } as object);
  return validate(body) ? [] : (validate.errors ?? []);
};

test('a document is made of any rows: those of the control plane have no quota', () => {
  const clock = z.strictObject({ now: z.int(), nested: z.json() });
  const row = {
    id: 'advanceClock',
    api: 'control',
    methods: ['POST', 'PUT'],
    path: '/_podsim/v1/clock/{world}',
    summary: 'Advance the clock',
    headers: ['x-reason'],
    body: z.strictObject({ by: z.int().min(1) }),
    success: { status: 200, schema: clock, orEmpty: 204 },
    refuses: [409],
    rules: ['errors.problem'],
  } as const;
  const made = openApiDocument([row], { ...options, description: 'A clock', security: 'bearer' }) as Document;
  expect(operationsIn(made).map(({ operation }) => [operation['operationId'], operation['security']])).toStrictEqual([
    ['advanceClock', [{}, { controlToken: [] }]],
    ['advanceClockByPut', [{}, { controlToken: [] }]],
  ]);
  expect(made).toMatchObject({
    info: { title: 'podsim', version: '1.0.0', description: 'A clock' },
    servers: [{ url: 'https://podsim.test' }],
    tags: [{ name: 'Clock' }],
    paths: {
      '/_podsim/v1/clock/{world}': {
        post: {
          tags: ['Clock'],
          parameters: [
            { name: 'world', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'x-reason', in: 'header', required: false, schema: { type: 'string' } },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/AdvanceClockRequest' } } },
          },
        },
      },
    },
    components: {
      schemas: {
        AdvanceClockResponse: { properties: { now: { type: 'integer' }, nested: {} }, required: ['now', 'nested'] },
        AdvanceClockRequest: { properties: { by: { type: 'integer', minimum: 1 } }, additionalProperties: false },
      },
    },
  });
  const { responses } = operationsIn(made)[0]?.operation ?? {};
  expect(Object.keys(responses as Fields)).toStrictEqual(['200', '204', '400', '409', '413', '422', 'default']);
  expect(JSON.stringify(made)).not.toContain('RateLimit');
});

test('an answer that goes on is documented as such, and as a whole where `accept` chooses', () => {
  const row = { api: 'control', methods: ['GET'], summary: 'Follow', rules: [] } as const;
  const made = openApiDocument(
    [
      { ...row, id: 'follow', path: '/follow', success: { status: 200, schema: z.array(z.int()), frames: z.int() } },
      { ...row, id: 'either', path: '/either', headers: ['accept'], success: { status: 200, schema: z.array(z.int()), frames: z.int() } },
      { ...row, id: 'lines', path: '/lines', success: { status: 200, lines: z.int() } },
    ],
    { ...options, security: null },
  ) as Document;
  const contents = operationsIn(made).map(({ operation }) => resolved(made, resolved(made, operation['responses'])['200'])['content']);
  expect(contents).toStrictEqual([
    { 'text/event-stream': { schema: { type: 'string' }, 'x-event-data': { $ref: '#/components/schemas/FollowEvent' } } },
    {
      'application/json': { schema: { $ref: '#/components/schemas/EitherResponse' } },
      'text/event-stream': { schema: { type: 'string' }, 'x-event-data': { $ref: '#/components/schemas/EitherEvent' } },
    },
    { 'application/x-ndjson': { schema: { type: 'string' }, 'x-line': { $ref: '#/components/schemas/LinesLine' } } },
  ]);
  expect(made['components']).not.toHaveProperty('securitySchemes');
});

test('what is taken and what is answered may be one schema, and still differ', () => {
  const policy = z.strictObject({ speed: z.int().default(1) });
  const row = { id: 'setPolicy', api: 'control', methods: ['PUT'], path: '/policy', summary: 'Set', body: policy, rules: [] } as const;
  const made = openApiDocument([{ ...row, success: { status: 200, schema: policy } }], { ...options, security: null });
  expect(made['components']).toMatchObject({
    schemas: { SetPolicyRequest: { properties: { speed: { default: 1 } } }, SetPolicyResponse: { required: ['speed'] } },
  });
  expect(JSON.stringify(resolved(made as Document, { $ref: '#/components/schemas/SetPolicyRequest' }))).not.toContain('required');
});

test('two schemas cannot have one name', () => {
  const row = (id: string, schema: z.ZodType) =>
    ({ id, api: 'control', methods: ['GET'], path: `/${id}`, summary: id, success: { status: 200, schema }, rules: [] }) as const;
  const rows = [row('one', z.strictObject({ a: z.int() })), row('one', z.strictObject({ b: z.int() }))];
  expect(() => openApiDocument(rows, { ...options, security: null })).toThrow('OneResponse');
});
