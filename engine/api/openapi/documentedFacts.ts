import { canonicalText, type Json, type JsonObject } from '../../kernel/canonical.ts';

/** A document's description of one operation as flat facts, because two documents of the same API cut their schemas in different ways. */
export interface DocumentedOperation {
  /** Its name in the document; absent if it has none. */
  readonly id?: string;
  /** The statuses that it may answer with. */
  readonly statuses: readonly string[];
  /** The facts about each field, by its place and path, such as `body gpu.count`. */
  readonly fields: ReadonlyMap<string, Facts>;
}

/** Sentences such as `type string`, `required`, `allows "SECURE"`, `minimum 1`. */
export type Facts = ReadonlySet<string>;

/** The operations of an OpenAPI document, by method and path; parameters of a path have no names here, for they mean nothing. */
export const operationsIn = (document: Json): ReadonlyMap<string, DocumentedOperation> =>
  new Map(
    Object.entries(readNode(readNode(document)['paths'])).flatMap(([path, item]) => {
      const { parameters, ...rest } = readNode(item);
      return Object.entries(rest)
        .filter(([method]) => methods.has(method))
        .map(([method, operation]) => {
          const own = readNode(operation);
          const all = [...readList(parameters), ...readList(own['parameters'])];
          return [operationKey(method, path), readOperation(document, { ...own, parameters: all })] as const;
        });
    }),
  );

const methods: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options']);

/** `GET /v2/pods/{}`. */
export const operationKey = (method: string, path: string): string => `${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`;

const readOperation = (root: Json, { operationId, parameters, requestBody, responses }: JsonObject): DocumentedOperation => {
  const fields = new Map<string, Set<string>>();
  const reader = new SchemaReader(root, fields);
  for (const one of readList(parameters).map((each) => lookUp(root, each))) {
    if (one['in'] !== 'query') continue;
    reader.read(`query ${String(one['name'])}`, one['schema'] ?? {}, one['required'] === true);
  }
  const body = lookUp(root, requestBody);
  const taken = jsonSchemaIn(root, body);
  if (taken !== undefined) reader.read('body', taken, body['required'] === true);
  const answers = Object.entries(readNode(responses));
  for (const [status, answer] of answers) {
    const given = status.startsWith('2') ? jsonSchemaIn(root, lookUp(root, answer)) : undefined;
    if (given !== undefined) reader.read('answer', given, true);
  }
  return {
    ...(typeof operationId === 'string' ? { id: operationId } : {}),
    statuses: answers.map(([status]) => status).filter((status) => /^\d/.test(status)),
    fields,
  };
};

const jsonSchemaIn = (root: Json, { content }: JsonObject): Json | undefined => {
  const json = Object.entries(readNode(content)).find(([type]) => type.startsWith('application/json'));
  return json === undefined ? undefined : lookUp(root, json[1])['schema'];
};

/** Reads schemas into facts by path: `.name` for a property, `[]` for an item, `.*` for a property of any name. */
class SchemaReader {
  readonly #root: Json;
  readonly #fields: Map<string, Set<string>>;
  /** The references that are being read: a schema may hold itself. */
  readonly #open = new Set<string>();

  constructor(root: Json, fields: Map<string, Set<string>>) {
    this.#root = root;
    this.#fields = fields;
  }

  read(path: string, schema: Json, isRequired: boolean): void {
    if (isRequired) this.#add(path, 'required');
    this.#readFacts(path, schema, false);
  }

  /** `isChoice`: the schema is one of several alternatives, so its required fields may be missing. */
  #readFacts(path: string, schema: Json, isChoice: boolean): void {
    const node = readNode(schema);
    const { $ref } = node;
    if (typeof $ref === 'string') {
      if (this.#open.has($ref)) return;
      this.#open.add($ref);
      this.#readFacts(path, lookUp(this.#root, { $ref }), isChoice);
      this.#open.delete($ref);
    }
    for (const fact of listFacts(node)) this.#add(path, fact);
    for (const part of readList(node['allOf'])) this.#readFacts(path, part, isChoice);
    const choices = listChoices(node);
    for (const one of choices) this.#readFacts(path, one, isChoice || choices.length > 1);
    // A part of `allOf` may require what another part describes.
    if (!isChoice) for (const name of readList(node['required'])) this.#add(stepFrom(path, String(name)), 'required');
    for (const [name, property] of Object.entries(readNode(node['properties'])))
      if (property !== false) this.#readFacts(stepFrom(path, name), property, isChoice);
    if (node['items'] !== undefined) this.#readFacts(stepFrom(path, '[]'), node['items'], isChoice);
    if (typeof node['additionalProperties'] === 'object') this.#readFacts(stepFrom(path, '*'), node['additionalProperties'], isChoice);
  }

  #add(path: string, fact: string): void {
    const known = this.#fields.get(path);
    if (known === undefined) this.#fields.set(path, new Set([fact]));
    else known.add(fact);
  }
}

/** A path one step deeper; the first step comes after the place. */
const stepFrom = (path: string, step: string): string => {
  if (!path.includes(' ')) return `${path} ${step}`;
  return step === '[]' ? `${path}[]` : `${path}.${step}`;
};

/** Lists the alternatives of a schema. Whether the value may be null is a fact of the others. */
const listChoices = (node: JsonObject): readonly Json[] =>
  [...readList(node['oneOf']), ...readList(node['anyOf'])].filter((one) => readNode(one)['type'] !== 'null');

const listFacts = (node: JsonObject): readonly string[] => {
  const { type } = node;
  const values = node['const'] === undefined ? readList(node['enum']) : [node['const']];
  const isNullable = [...readList(node['oneOf']), ...readList(node['anyOf'])].some((one) => readNode(one)['type'] === 'null');
  return [
    // How wide a number is makes no difference in JSON.
    ...(type === undefined ? [] : [type].flat().map((one) => `type ${String(one)}`)),
    ...(isNullable ? ['type null'] : []),
    ...values.map((value) => `allows ${canonicalText(value)}`),
    ...bounds.filter((word) => node[word] !== undefined).map((word) => `${word} ${canonicalText(node[word] ?? null)}`),
  ];
};

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern'];

/** Resolves a node's reference, with the keywords beside it; returns the node itself if it has none. */
const lookUp = (root: Json, node: Json | undefined): JsonObject => {
  const { $ref, ...rest } = readNode(node);
  if (typeof $ref !== 'string') return rest;
  const target = $ref
    .slice(2)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((at, key) => readNode(at)[key], root);
  return { ...lookUp(root, target), ...rest };
};

const readNode = (node: Json | undefined): JsonObject =>
  typeof node === 'object' && node !== null && !Array.isArray(node) ? (node as JsonObject) : {};

const readList = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);
