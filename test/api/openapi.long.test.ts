import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld } from '../../adapters/testing/testWorld.ts';
import { type Contract, isIn } from '../../engine/api/contract/additions.ts';
import { json } from '../../engine/api/contract/parts/json.ts';
import { openApiDocument } from '../../engine/api/openapi/openapi.ts';
import { findOperation } from '../../engine/api/operations.ts';
import { operations } from '../../engine/api/table.ts';
import { contracts } from '../../engine/cloud/account/contracts.ts';
import type { Json } from '../../engine/kernel/canonical.ts';
import { responseProblems } from '../support/contract/conformance.ts';
import { type Document, type Fields, isFields, listOf, operationsIn, resolved } from '../support/contract/openApi.ts';
import { answered, populatedWorld } from '../support/worlds/populatedWorld.ts';
import { type Change, changed, controlDocument, document, gone, is, options } from './documents.ts';
import { goodRequests } from './goodRequests.ts';

/** The document of both APIs under each contract. */
const byContract = Object.fromEntries(
  contracts.map((contract) => [contract, openApiDocument(operations, { ...options, contract }) as Document]),
) as Readonly<Record<Contract, Document>>;

/** The contracts whose documents show an operation, the oldest first. */
const contractsWith = ({ since, documentedSince = since }: (typeof operations)[number]): readonly Contract[] =>
  contracts.filter((contract) => documentedSince === undefined || isIn(contract, documentedSince));

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

  test.each(documents)('has no dangling reference, and no unused schema: %s', (_, one) => {
    const references = [...JSON.stringify(one).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter(($ref) => Object.keys(resolved(one, { $ref })).length === 0)).toStrictEqual([]);
    expect(schemasOf(one).filter((name) => !references.includes(`#/components/schemas/${name}`))).toStrictEqual([]);
  });

  test.each(contracts)('has every row of the table, once for each method, each under an id of its own: contract %s', (contract) => {
    const known = operations.filter((row) => contractsWith(row).includes(contract));
    const rows = known.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
    const document = byContract[contract];
    expect(operationsIn(document).map(({ method, path }) => `${method} ${path}`)).toStrictEqual(expect.arrayContaining(rows));
    const ids = operationsIn(document).map(({ operation }) => operation['operationId']);
    expect(ids).toHaveLength(rows.length);
    expect(new Set(ids).size).toBe(rows.length);
    expect(ids).toContain('statusByPost');
  });

  test('of the newest contract has every operation', () => {
    expect(operations.filter((row) => !contractsWith(row).includes(contracts.at(-1) ?? contracts[0]))).toStrictEqual([]);
  });

  const first = operations.map((row) => [row.id, contractsWith(row)[0] ?? contracts[0]] as const);

  test.each(first)('takes the good requests of %s, and says what the engine answers: contract %s', (id, contract) => {
    const document = byContract[contract];
    const row = findOperation(id);
    const { named, query = {}, body, others = [] } = goodRequests[id] ?? {};
    const { world, stage } = populatedWorld(contract);
    const given = { named: named?.(stage) ?? {}, query, body: body?.(stage), base: options.serverUrl };
    for (const one of [given.body, ...others]) {
      if (one !== undefined) expect(bodyProblems(id, one, document)).toStrictEqual([]);
    }
    if (row === undefined || row.success.frames !== undefined) return;
    const { status, headers, body: answer } = answered(world, id, given);
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.named[row.resolves?.[name] ?? name] ?? ''));
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
    const nodes = nodesWith('examples', document);
    expect(nodes.length).toBeGreaterThan(3);
    const wrong = nodes.flatMap((node) => {
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
    const { world, stage } = populatedWorld();
    const row = findOperation(id);
    const { status } = answered(world, id, { named: goodRequests[id]?.named?.(stage) ?? {}, body });
    expect(status).toBe(row?.success.status);
  });

  test('exists for the operations that users start with', () => {
    expect(exemplary.map(([id]) => id)).toStrictEqual(expect.arrayContaining(['createPod', 'createEndpoint', 'createCluster', 'run']));
  });
});

/** Every object of the document that has such a property, in depth-first order. */
function nodesWith(word: string, node: Json): Fields[] {
  if (Array.isArray(node)) return node.flatMap((item) => nodesWith(word, item));
  if (!isFields(node)) return [];
  const inside = Object.entries(node).flatMap(([key, value]) => (key === word ? [] : nodesWith(word, value)));
  return node[word] === undefined ? inside : [node, ...inside];
}

/** The schema of an operation's body. */
function bodySchemaOf({ requestBody }: Fields, of: Document = document): Fields {
  const json = resolved(of, resolved(of, resolved(of, requestBody)['content'])['application/json']);
  return isFields(json['schema']) ? json['schema'] : {};
}

/** Schemas are compiled once: many requests are compared with the same one. In a query, all values are texts. */
const compiledOf = new WeakMap<Document, Map<string, ValidateFunction>>();
const validatorOf = (of: Document, schema: Fields, where: 'body' | 'query' = 'body'): ValidateFunction => {
  const compiled = compiledOf.get(of) ?? new Map<string, ValidateFunction>();
  compiledOf.set(of, compiled);
  const key = `${where} ${JSON.stringify(schema)}`;
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ strict: false, ...(where === 'query' ? { coerceTypes: 'array' } : {}) });
  formats.default(ajv);
  const validate = ajv.compile({ ...schema, components: of['components'] } as object);
  compiled.set(key, validate);
  return validate;
};

/** The problems of a body by the document. */
const bodyProblems = (id: string, body: Json, of: Document = document): readonly unknown[] => {
  const { operation = {} } = operationsIn(of).find((one) => one.operation['operationId'] === id) ?? {};
  const validate = validatorOf(of, bodySchemaOf(operation, of));
  return validate(body) ? [] : (validate.errors ?? []);
};

const pod = { name: 'p', image: 'x', gpu: { id: 'NVIDIA GeForce RTX 4090' } };

const errorsIn = ({ errors }: ValidateFunction): string => (errors ?? []).map(({ message }) => message).join(', ');

/** The problems of a request by the documents: of its body, and of each parameter of its query. */
const requestProblems = (method: string, target: string, body: Json | undefined): readonly string[] => {
  const [path = '', query = ''] = target.split('?');
  const [one = document, found] =
    [document, controlDocument].flatMap((each) =>
      operationsIn(each).flatMap((operation) =>
        operation.method === method && new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
          ? [[each, operation] as const]
          : [],
      ),
    )[0] ?? [];
  const { operation = {} } = found ?? {};
  const problemsOf = (schema: Fields, value: Json, what: string) => {
    const validate = validatorOf(one, schema, 'query');
    return validate({ value }) ? [] : [`${what}: ${errorsIn(validate)}`];
  };
  const wrapped = (schema: Json | undefined): Fields => ({ type: 'object', properties: { value: schema ?? {} } });
  const parameters = listOf(operation['parameters']).flatMap((parameter) =>
    isFields(parameter) && parameter['in'] === 'query' ? [parameter] : [],
  );
  const inQuery = parameters.flatMap(({ name, schema, explode }) => {
    const values = new URLSearchParams(query).getAll(String(name)).map((text) => (explode === false ? text.split(',') : text));
    return values.flatMap((value) => problemsOf(wrapped(schema), value, String(name)));
  });
  const json = resolved(one, resolved(one, resolved(one, operation['requestBody'])['content'])['application/json'])['schema'];
  const validate = validatorOf(one, wrapped(json));
  const inBody = body === undefined || validate({ value: body }) ? [] : [errorsIn(validate)];
  return [...inQuery, ...inBody];
};

test('a document is made of any rows: those of the control plane have no quota', () => {
  const clock = z.strictObject({ now: z.int(), nested: json });
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
            { name: 'world', in: 'path', required: true, schema: { type: 'string' }, example: 'world' },
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

test('a stream is documented as a stream, and also as a whole where `accept` chooses', () => {
  const row = { api: 'control', methods: ['GET'], summary: 'Follow', rules: [] } as const;
  const made = openApiDocument(
    [
      { ...row, id: 'follow', path: '/follow', success: { status: 200, schema: z.array(z.int()), frames: z.int() } },
      { ...row, id: 'either', path: '/either', headers: ['accept'], success: { status: 200, schema: z.array(z.int()), frames: z.int() } },
      { ...row, id: 'lines', path: '/lines', success: { status: 200, lines: z.int() } },
    ],
    { ...options, security: null },
  ) as Document;
  const pieces = (description: string, name: string) => ({
    type: 'string',
    description,
    contentMediaType: 'application/json',
    contentSchema: { $ref: `#/components/schemas/${name}` },
  });
  const contents = operationsIn(made).map(({ operation }) => resolved(made, resolved(made, operation['responses'])['200'])['content']);
  expect(contents).toStrictEqual([
    { 'text/event-stream': { schema: pieces('The data of each event', 'FollowEvent') } },
    {
      'application/json': { schema: { $ref: '#/components/schemas/EitherResponse' } },
      'text/event-stream': { schema: pieces('The data of each event', 'EitherEvent') },
    },
    { 'application/x-ndjson': { schema: pieces('Each line', 'LinesLine') } },
  ]);
  expect(made['components']).not.toHaveProperty('securitySchemes');
});

test('a schema may be used for requests and answers, and differ between them', () => {
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

describe('what the engine refuses as invalid', () => {
  /** Requests that are refused for their content, the same that `npm run determinism` makes on every version of Node. */
  const refused: readonly { readonly method: string; readonly path: string; readonly body?: Json }[] = JSON.parse(
    readFileSync('test/determinism/refusals.json', 'utf8'),
  );

  /** Refusals that JSON Schema cannot express: relations between two values of a body, and numbers beyond a double. */
  const compared = [
    /9007199254740991/,
    /names a type twice/,
    /from must not be longer than to/,
    /scales on REQUEST_COUNT/,
    /idleTimeout does not apply/,
    /needs `delay`/,
    /belongs to/,
    /would never end/,
    /given more than once/,
    /the same configuration/,
  ];

  test('its document refuses as well, except for relations between two values', async () => {
    const world = createWorld();
    const passed: string[] = [];
    let checked = 0;
    for (const { method, path, body, ...rest } of refused) {
      if ('headers' in rest || 'text' in rest) continue;
      const answer = await world.fetch(path, {
        method,
        headers: { authorization: `Bearer ${world.apiKey}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (answer.status !== 422) continue;
      const { errors = [] } = (await answer.json()) as { readonly errors?: readonly string[] };
      const own = errors.filter((words) => !compared.some((pattern) => pattern.test(words)));
      if (own.length === 0) continue;
      checked += 1;
      if (requestProblems(method, path, body).length === 0) passed.push(`${method} ${path} ${JSON.stringify(body)}: ${own.join(' | ')}`);
    }
    expect(passed).toStrictEqual([]);
    expect(checked).toBeGreaterThan(50);
  });

  // biome-ignore format: a table
  test.each<[what: string, path: string, body: Json]>([
    ['a port beyond the last',        '/v2/pods',              { ...pod, ports: ['65536/tcp'] }],
    ['port 0',                        '/v2/pods',              { ...pod, ports: ['0/tcp'] }],
    ['a port with zeros before it',   '/v2/pods',              { ...pod, ports: ['080/tcp'] }],
    ['a port of another protocol',    '/v2/pods',              { ...pod, ports: ['80/sctp'] }],
    ['three vCPUs',                   '/v2/pods',              { name: 'p', image: 'x', cpu: { id: 'cpu3c', vcpuCount: 3 } }],
    ['a ttl too short',               '/v2/ep-demo/run',       { input: {}, policy: { ttl: 9_999 } }],
    ['a ttl too long',                '/v2/ep-demo/run',       { input: {}, policy: { ttl: 604_800_001 } }],
    ['an execution timeout too short', '/v2/ep-demo/run',      { input: {}, policy: { executionTimeout: 4_999 } }],
    ['an execution timeout too long', '/v2/ep-demo/run',       { input: {}, policy: { executionTimeout: 604_800_001 } }],
    ['a webhook that is no URL',      '/v2/ep-demo/run',       { input: {}, webhook: 'example.com' }],
    ['a wait too short',              '/v2/ep-demo/runsync?wait=999',    { input: {} }],
    ['a wait too long',               '/v2/ep-demo/runsync?wait=300001', { input: {} }],
    ['a wait that is not whole',      '/v2/ep-demo/runsync?wait=1000.5', { input: {} }],
    ['a key with a reserved name',    '/_podsim/v1/keys',      { name: 'nobody' }],
    ['one world to compare',          '/_podsim/v1/compare',   { worlds: ['default'] }],
  ])('is refused by its document: %s', async (_, path, body) => {
    const world = createWorld();
    const { status } = await world.fetch(path, { method: 'POST', headers: { authorization: `Bearer ${world.apiKey}` }, body: JSON.stringify(body) });
    expect(status).toBe(422);
    expect(requestProblems('POST', path, body)).not.toStrictEqual([]);
  });

  test('has the same bounds in the document as in the engine', () => {
    for (const ttl of [10_000, 604_800_000])
      expect(requestProblems('POST', '/v2/ep-demo/run', { input: {}, policy: { ttl } })).toStrictEqual([]);
    for (const port of ['1/http', '9/udp', '65535/tcp', '59999/tcp', '64999/tcp'])
      expect(requestProblems('POST', '/v2/pods', { ...pod, ports: [port] })).toStrictEqual([]);
    for (const vcpuCount of [2, 4, 8, 16, 32])
      expect(requestProblems('POST', '/v2/pods', { name: 'p', image: 'x', cpu: { id: 'cpu3c', vcpuCount } })).toStrictEqual([]);
  });
});

test('every path parameter has an example, and a document has no untyped list and no unknown keyword', () => {
  for (const one of [document, controlDocument]) {
    const inPaths = operationsIn(one)
      .flatMap(({ operation }) => listOf(operation['parameters']).filter(isFields))
      .filter((parameter) => parameter['in'] === 'path');
    expect(inPaths.length).toBeGreaterThan(3);
    expect(inPaths.filter(({ example, name }) => typeof example !== 'string' || example === '' || example === name)).toStrictEqual([]);
    expect(nodesWith('items', one).filter(({ items }) => items === false)).toStrictEqual([]);
    expect(JSON.stringify(one)).not.toMatch(/"x-(?!request-id|podsim|accel)[a-z-]+":/);
  }
});
