import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Document, type DocumentedOperation, type Fields, isFields, operationsIn, resolved } from './openApi.ts';

/** One answer, as a client of the HTTP API got it. */
export interface Heard {
  readonly method: string;
  /** The path as it was called, its parameters filled in. A query is ignored. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** The body, parsed where it is JSON; absent where there is none. */
  readonly body?: unknown;
}

/** One line for each way in which an answer differs from the document; none where it conforms. */
export const responseProblems = (document: Document, heard: Heard): string[] => {
  const operations = operationsAt(document, heard.path);
  const called = calledAmong(operations, heard.method);
  const found =
    called === undefined ? strayProblems(document, heard, operations.length === 0 ? 404 : 405) : problems(document, called, heard);
  return found.map((words) => `${heard.method} ${heard.path} ${heard.status}: ${words}`);
};

/** The id of the row that answered; undefined where there is none. A row of several methods is one operation for each: `streamByPost`. */
export const operationIdOf = (document: Document, { method, path }: Heard): string | undefined => {
  const called = calledAmong(operationsAt(document, path), method);
  return called && String(called.operation['operationId']).replace(/By[A-Z][a-z]+$/, '');
};

/** Requests for a worker are passed on with any method, also future ones. */
const calledAmong = (operations: readonly DocumentedOperation[], method: string): DocumentedOperation | undefined => {
  const wanted = method.toUpperCase() === 'HEAD' ? 'GET' : method.toUpperCase();
  return operations.find((one) => one.method === wanted) ?? operations.find(({ path }) => passesOn(path));
};

/** The operations that a path may mean: those whose template has the most words of its own, from the left. */
const operationsAt = (document: Document, path: string): readonly DocumentedOperation[] => {
  const parts = partsOf(path);
  const fitting = templatesOf(document).filter(({ wanted, passesOn }) => {
    const upTo = passesOn ? wanted.length - 1 : Math.max(wanted.length, parts.length);
    return (
      parts.length >= upTo && parts.slice(0, upTo).every((part, k) => (isParameter(wanted[k] ?? '') ? part !== '' : part === wanted[k]))
    );
  });
  const best = fitting.map(({ precedence }) => precedence).sort()[0];
  return fitting.filter(({ precedence }) => precedence === best).flatMap(({ operations }) => operations);
};

/** A path of a document: its parts, which paths it comes before, and its operations. */
interface Template {
  readonly wanted: readonly string[];
  readonly passesOn: boolean;
  readonly precedence: string;
  readonly operations: readonly DocumentedOperation[];
}

/** Documents do not change, and every answer of every test asks for this. */
const templates = new WeakMap<Document, readonly Template[]>();

const templatesOf = (document: Document): readonly Template[] => {
  const known = templates.get(document);
  if (known !== undefined) return known;
  const operations = operationsIn(document);
  const made = [...new Set(operations.map(({ path }) => path))].map((path) => ({
    wanted: partsOf(path),
    passesOn: passesOn(path),
    precedence: precedence(path),
    operations: operations.filter((one) => one.path === path),
  }));
  templates.set(document, made);
  return made;
};

const partsOf = (path: string): readonly string[] => (path.split('?')[0] ?? '').split('/');

/** The last parameter matches the rest of the path, which may be empty. */
const passesOn = (template: string): boolean => template.endsWith('/{path}');

const isParameter = (word: string): boolean => word.startsWith('{');

const precedence = (template: string): string =>
  partsOf(template)
    .map((word) => (isParameter(word) ? 1 : 0))
    .join('');

/**
 * A call without an operation is also refused with a problem document (errors.unknown-route). A client that may not use the server is turned
 * away before the path is looked at (server.names).
 */
const strayProblems = (document: Document, heard: Heard, wanted: 404 | 405): readonly string[] => {
  const isTurnedAway = heard.status === 403 && headerOf(heard, 'x-podsim-rule') === 'server.names';
  if (isTurnedAway) return contentProblems(document, problemContent, heard, () => '#/components/schemas/ErrorResponse');
  const isOver = heard.status === 410 && headerOf(heard, 'x-podsim-rule') === 'errors.older-apis';
  if (heard.status !== wanted && !isOver) return [`there is no such operation: ${wanted}`];
  const silent = wanted === 405 && headerOf(heard, 'allow') === undefined ? ['header Allow is missing'] : [];
  return [...silent, ...contentProblems(document, problemContent, withoutOtherWords(heard), () => '#/components/schemas/ErrorResponse')];
};

/** Clients of the older APIs and of the OpenAI routes read the sentence where their own APIs have it: the rest is a problem as all are. */
const withoutOtherWords = (heard: Heard): Heard => {
  if (heard.body === undefined) return heard;
  const { error, ...body } = heard.body as { readonly error?: unknown; readonly errors?: unknown; readonly message?: unknown };
  if (heard.path.includes('/openai/')) return { ...heard, body };
  const { errors, message, ...rest } = body;
  return /^(?:\/worlds\/[^/]+)?\/(?:graphql|v1)(?:[/?]|$)/.test(heard.path) ? { ...heard, body: rest } : heard;
};

const problemContent = { 'application/problem+json': {} };

const problems = (document: Document, { method, path, operation }: DocumentedOperation, heard: Heard): readonly string[] => {
  const declared = resolved(document, operation['responses']);
  const range = `${Math.floor(heard.status / 100)}XX`;
  const key = [String(heard.status), range, ...(heard.status >= 400 ? ['default'] : [])].find((one) => declared[one] !== undefined) ?? '';
  const { content, headers } = resolved(document, declared[key]);
  if (declared[key] === undefined) return [`${String(operation['operationId'])} has no such status`];
  return [
    ...headerProblems(document, isFields(headers) ? headers : {}, heard),
    ...contentProblems(document, content, heard, (type) => {
      const { $ref } = isFields(declared[key]) ? declared[key] : {};
      const response = typeof $ref === 'string' ? $ref : pointerTo(['paths', path, method.toLowerCase(), 'responses', key]);
      return `${response}/${pointerTo(['content', type, 'schema']).slice(2)}`;
    }),
  ];
};

const headerOf = ({ headers }: Heard, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** Required headers that are missing, and headers that the document has only for other answers. */
const headerProblems = (document: Document, declared: Fields, heard: Heard): readonly string[] => {
  const known = Object.keys(resolved(document, resolved(document, document['components'])['headers']));
  return [
    ...Object.entries(declared)
      .filter(([name, header]) => resolved(document, header)['required'] === true && headerOf(heard, name) === undefined)
      .map(([name]) => `header ${name} is missing`),
    ...known
      .filter((name) => declared[name] === undefined && headerOf(heard, name) !== undefined)
      .map((name) => `header ${name} is for other answers`),
  ];
};

const contentProblems = (
  document: Document,
  content: Fields[string] | undefined,
  heard: Heard,
  pointerOf: (type: string) => string,
): readonly string[] => {
  const type =
    String(headerOf(heard, 'content-type') ?? '')
      .split(';')[0]
      ?.trim() || 'of no content type';
  if (!isFields(content)) return heard.body === undefined ? [] : ['has a body, and there should be none'];
  if (content[type] === undefined && content['*/*'] !== undefined) return [];
  if (content[type] === undefined) return [`is ${type}, not ${Object.keys(content).join(' or ')}`];
  if (!/[/+]json$/.test(type) || heard.method.toUpperCase() === 'HEAD') return [];
  const validate = validatorOf(document, pointerOf(type));
  if (validate(heard.body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => `$${instancePath} ${message} ${JSON.stringify(params)}`);
};

const pointerTo = (keys: readonly string[]): string =>
  `#/${keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;

/** Schemas are compiled on first use. Documents do not change. */
const compiled = new WeakMap<Document, { readonly ajv: Ajv2020; readonly validators: Map<string, ValidateFunction> }>();

const validatorOf = (document: Document, pointer: string): ValidateFunction => {
  const { ajv, validators } = compiled.get(document) ?? { ajv: ajvFor(document), validators: new Map<string, ValidateFunction>() };
  compiled.set(document, { ajv, validators });
  const validator = validators.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
  validators.set(pointer, validator);
  return validator;
};

/** A document is not itself a schema: its schemas are reached through references. */
const ajvFor = (document: Document): Ajv2020 => {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  return ajv.addSchema(document, 'document', false, false);
};
