import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../engine/api/openapi.ts';
import { findOperation, operations } from '../../engine/api/table.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { responseProblems } from '../support/conformance.ts';
import { type Document, type Fields, operationsIn, resolved } from '../support/openApi.ts';
import { differences } from '../support/openApiDifferences.ts';
import { answered, staged } from '../support/stage.ts';
import { goodRequests } from './goodRequests.ts';
import { intendedDifferences } from './intendedDifferences.ts';
import skeleton from './management-v2.skeleton.json' with { type: 'json' };

const options = { title: 'podsim', version: '1.0.0', serverUrl: 'https://podsim.test', security: 'bearer' } as const;
const document = openApiDocument(operations, options) as Document;
const platform = skeleton as unknown as Document;

/** A copy of the document in which something is otherwise. */
const changed = (change: (copy: Mutable) => void): Document => {
  const copy = structuredClone(document) as unknown as Mutable;
  change(copy);
  return copy as unknown as Document;
};

// biome-ignore lint/suspicious/noExplicitAny: whatever a test wants to break
type Mutable = any;

describe('the document', () => {
  const complaints = async (of: Document) => (await new Validator().validate(structuredClone(of) as Record<string, unknown>)).errors ?? [];

  test('is OpenAPI 3.1', async () => {
    expect(document['openapi']).toBe('3.1.0');
    expect(await complaints(document)).toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each<[string, (copy: Mutable) => void]>([
    ['lacks what it must say',             ({ info }) => { delete info.version; }],
    ['has a parameter that is nowhere',    ({ paths }) => { delete paths['/v2/pods/{id}'].get.parameters[0].in; }],
    ['has an answer without a description', ({ paths }) => { delete paths['/v2/pods'].get.responses[200].description; }],
    ['says what OpenAPI does not know',    ({ paths }) => { paths['/v2/pods'].get.sumary = 'List'; }],
  ])('is not when it %s', async (_, change) => {
    expect(await complaints(changed(change))).not.toStrictEqual([]);
  });

  const schemasOf = (of: Document) => Object.keys(resolved(of, resolved(of, of['components'])['schemas']));
  const compile = (of: Document) => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
    formats.default(ajv);
    for (const word of Object.keys(of)) ajv.addKeyword(word);
    ajv.addSchema(of, 'document', false, false);
    for (const name of schemasOf(of)) ajv.compile({ $ref: `document#/components/schemas/${name}` });
  };

  test('has schemas that are JSON Schema, strictly read', () => {
    compile(document);
  });

  // biome-ignore format: a table
  test.each<[string, (schemas: Mutable) => void]>([
    ['has a type that is none',      ({ Pod }) => { Pod.type = 'thing'; }],
    ['uses a word that is none',     ({ Pod }) => { Pod.propertys = {}; }],
    ['uses a format that is none',   ({ Pod }) => { Pod.properties.createdAt.format = 'instant'; }],
    ['says nothing of what it is',   ({ Pod }) => { delete Pod.properties.disk.type; }],
    ['refers to what is not there',  ({ Pod }) => { Pod.properties.mounts.$ref = '#/components/schemas/Mount'; }],
  ])('has not when one %s', (_, change) => {
    expect(() => compile(changed(({ components }) => change(components.schemas)))).toThrow();
  });

  test('has no reference to nothing, and no schema that nothing refers to', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.filter(($ref) => Object.keys(resolved(document, { $ref })).length === 0)).toStrictEqual([]);
    expect(schemasOf(document).filter((name) => !references.includes(`#/components/schemas/${name}`))).toStrictEqual([]);
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
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.named[row.finds?.[name] ?? ''] ?? ''));
    const type = answer === undefined ? {} : { 'content-type': 'application/json' };
    for (const method of row.methods) {
      const heard = { method, path, status, headers: { ...type, ...headers, 'x-request-id': 'r' }, body: answer };
      expect(responseProblems(document, heard)).toStrictEqual([]);
    }
  });
});

/** What the document has against a body of the operation. */
const bodyProblems = (id: string, body: Json): readonly unknown[] => {
  const { operation = {} } = operationsIn(document).find((one) => one.operation['operationId'] === id) ?? {};
  const { schema } = resolved(document, resolved(document, resolved(document, operation['requestBody'])['content'])['application/json']);
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  const validate = ajv.compile({ ...(schema as Fields), components: document['components'] } as object);
  return validate(body) ? [] : (validate.errors ?? []);
};

describe('beside the platform’s own document', () => {
  const found = differences(platform, document);
  const asPattern = (text: string) =>
    new RegExp(
      `^${text
        .split('*')
        .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
        .join('.*')}$`,
    );
  const rows = intendedDifferences.map((row) => ({ ...row, matches: [asPattern(row.where), asPattern(row.what)] as const }));
  const covers = ({ matches }: (typeof rows)[number], { where, what }: (typeof found)[number]) =>
    matches[0].test(where) && matches[1].test(what);

  test('it differs in nothing but what is intended', () => {
    expect(found.filter((one) => !rows.some((row) => covers(row, one)))).toStrictEqual([]);
  });

  test.each(rows.map((row) => [`${row.where} ${row.what}`, row] as const))('it still differs in %s', (_, row) => {
    expect(found.filter((one) => covers(row, one))).not.toStrictEqual([]);
  });

  // biome-ignore format: a table
  test.each<[string, string, (copy: Mutable) => void]>([
    ['an operation is missing',       'the document - GET /v2/pods/{id}',                      ({ paths }) => { delete paths['/v2/pods/{id}'].get; }],
    ['a method is another',           'the document + PUT /v2/pods',                           ({ paths }) => { paths['/v2/pods'].put = paths['/v2/pods'].post; }],
    ['a status is another',           'POST /v2/pods - 201',                                   ({ paths: { '/v2/pods': { post } } }) => { post.responses[200] = post.responses[201]; delete post.responses[201]; }],
    ['a refusal is missing',          'PATCH /v2/pods/{id} - 409',                             ({ paths }) => { delete paths['/v2/pods/{id}'].patch.responses[409]; }],
    ['a refusal is no problem',       'GET /v2/pods 403 - application/problem+json',           ({ components }) => { components.responses.ForbiddenError.content = {}; }],
    ['a parameter is missing',        'GET /v2/catalog/gpus - query count',                    ({ paths: { '/v2/catalog/gpus': { get } } }) => { get.parameters = get.parameters.filter((one: Mutable) => one.name !== 'count'); }],
    ['a parameter must be there',     'GET /v2/pods + query includeclusterpods: required',     ({ paths }) => { paths['/v2/pods'].get.parameters[0].required = true; }],
    ['a list is sent in another way', 'GET /v2/catalog/gpus - query product: joined by commas', ({ paths: { '/v2/catalog/gpus': { get } } }) => { delete get.parameters.find((one: Mutable) => one.name === 'product').explode; }],
    ['a header is missing',           'GET /v2/pods 200 - header ratelimit',                   ({ paths }) => { delete paths['/v2/pods'].get.responses[200].headers.RateLimit; }],
    ['a body may be left out',        'POST /v2/pods - body required',                         ({ paths }) => { paths['/v2/pods'].post.requestBody.required = false; }],
    ['an id is another',              'GET /v2/pods - operation id listPods',                  ({ paths }) => { paths['/v2/pods'].get.operationId = 'pods'; }],
    ['a property need not be there',  'Pod - requires cost',                                   ({ components: { schemas: { Pod } } }) => { Pod.required = Pod.required.filter((name: string) => name !== 'cost'); }],
    ['a property is missing',         'Pod - property cost',                                   ({ components }) => { delete components.schemas.Pod.properties.cost; }],
    ['a word of an enum is missing',  'PodStatus - allows "ERROR"',                            ({ components: { schemas: { PodStatus } } }) => { PodStatus.enum = PodStatus.enum.filter((word: string) => word !== 'ERROR'); }],
    ['there is a word more',          'PodAction + allows "reset"',                            ({ components }) => { components.schemas.PodAction.enum.push('reset'); }],
    ['a bound is another',            'NetworkVolume.size + maximum 4097',                     ({ components }) => { components.schemas.NetworkVolume.properties.size.maximum = 4_097; }],
    ['a pattern is missing',          'UpdateSshKeysRequest.keys[] - pattern',                 ({ components }) => { delete components.schemas.UpdateSshKeysRequest.properties.keys.items.pattern; }],
    ['a list may be empty',           'CreateEndpointGpuConfig.pools - minItems 1',            ({ components }) => { delete components.schemas.CreateEndpointRequest.properties.gpu.properties.pools.minItems; }],
    ['null is allowed',               'Pod.cost + type null',                                  ({ components }) => { components.schemas.Pod.properties.cost.type = ['number', 'null']; }],
    ['null is not',                   'Pod.runtime - type null',                               ({ components: { schemas: { Pod } } }) => { Pod.properties.runtime = Pod.properties.runtime.anyOf[0]; }],
    ['a body takes anything',         'CreatePodRequest - nothing else',                       ({ components }) => { delete components.schemas.CreatePodRequest.additionalProperties; }],
    ['a condition is missing',        'CreatePodRequest - if',                                 ({ components }) => { delete components.schemas.CreatePodRequest.if; }],
    ['a format is another',           'Pod.createdAt - format date-time',                      ({ components }) => { components.schemas.Pod.properties.createdAt.format = 'date'; }],
    ['it uses a word nobody reads',   'Pod.name + contentEncoding',                            ({ components }) => { components.schemas.Pod.properties.name.contentEncoding = 'base64'; }],
  ])('a difference is seen when %s', (_, expected, change) => {
    const now = differences(platform, changed(change)).map(({ where, what }) => `${where} ${what}`);
    const before = found.map(({ where, what }) => `${where} ${what}`);
    expect(now.filter((one) => !before.includes(one)).join('\n')).toContain(expected);
  });
});

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

test('two schemas cannot have one name', () => {
  const row = (id: string, schema: z.ZodType) =>
    ({ id, api: 'control', methods: ['GET'], path: `/${id}`, summary: id, success: { status: 200, schema }, rules: [] }) as const;
  const rows = [row('one', z.strictObject({ a: z.int() })), row('one', z.strictObject({ b: z.int() }))];
  expect(() => openApiDocument(rows, { ...options, security: null })).toThrow('OneResponse');
});
