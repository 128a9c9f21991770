import type { Json } from '../kernel/canonical.ts';
import { findRule } from '../rules.ts';
import { defaultLimits } from './bounds.ts';
import { Components, capitalize, type Fields } from './openapi/components.ts';
import { type DescribedRow, parametersOf } from './openapi/parameters.ts';
import { responsesOf } from './openapi/responses.ts';
import type { Described, Method } from './operation.ts';
import { takes } from './readAs.ts';

/** What a document says that is not in the rows. */
export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** Where the paths begin. */
  readonly serverUrl: string;
  /** `bearer`: with a key; the control plane takes its own token, where it has one. Null: nothing is said of it. */
  readonly security: 'bearer' | null;
}

/**
 * An OpenAPI 3.1 document of these operations. There is nothing in it but what their rows say: what an operation takes
 * and answers, how it may refuse, and which rules it follows. The order of the rows is that of the document.
 */
export const openApiDocument = (rows: readonly DescribedRow[], options: DocumentOptions): { readonly [key: string]: Json } => {
  const { title, version, description, serverUrl, security } = options;
  const components = new Components(rows);
  const paths: Record<string, Fields> = {};
  for (const row of rows) paths[row.path] = { ...paths[row.path], ...operationsOf(row, options, components) };
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description === undefined ? {} : { description }) },
    servers: [{ url: serverUrl }],
    tags: [...new Set(rows.map(tagOf))].map((name) => ({ name })),
    paths,
    components: { ...components.all(), ...(security === null ? {} : { securitySchemes: schemesOf(rows) }) },
  };
};

const schemes = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' },
  bareKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The key as it is, without `Bearer`' },
  controlToken: { type: 'http', scheme: 'bearer', description: 'Asked for only where the server was started with a control token' },
} as const;

/** How the operations of each API may be called; where there are several ways, any will do (auth.bearer, auth.queue-key). */
const ways: { readonly [Api in Described['api']]: readonly (keyof typeof schemes | null)[] } = {
  management: ['bearerAuth'],
  queue: ['bearerAuth', 'bareKey'],
  control: [null, 'controlToken'],
};

const schemesOf = (rows: readonly DescribedRow[]): Fields => {
  const used = new Set<string | null>(rows.flatMap(({ api }) => ways[api]));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)));
};

/** One for each method; an operation that answers to two has two ids. */
const operationsOf = (row: DescribedRow, options: DocumentOptions, components: Components): Fields => {
  const { id, methods, summary, rules } = row;
  const parameters = parametersOf(row, components);
  const body = requestBody(row, components);
  const operation = {
    tags: [tagOf(row)],
    summary,
    description: ['Follows these rules:\n', ...rules.map((rule) => `- \`${rule}\`: ${findRule(rule)?.text ?? ''}`)].join('\n'),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...security(row, options),
    responses: responsesOf(row, components),
  };
  return Object.fromEntries(
    methods.map((method, k) => [
      method.toLowerCase(),
      { operationId: k === 0 ? id : `${id}By${wordOf(method)}`, ...operation, ...(bodiless.includes(method) ? {} : body) },
    ]),
  );
};

/** What a body would mean there, HTTP does not say. */
const bodiless: readonly Method[] = ['GET', 'HEAD', 'OPTIONS'];

const wordOf = (method: Method): string => capitalize(method.toLowerCase());

/** The first word of a path below its version; the queue's paths begin with an endpoint's id instead. */
const tagOf = ({ api, path }: DescribedRow): string => {
  const first = path.split('/').find((part) => part !== '' && !/^(_podsim|v\d+)$/.test(part)) ?? '';
  return api === 'queue' ? 'Queue' : first.split('-').map(capitalize).join(' ');
};

const requestBody = ({ body, bodyMax, passesOn }: DescribedRow, components: Components): Fields => {
  if (body === undefined) return {};
  const content = passesOn ? { '*/*': {} } : { 'application/json': { schema: components.schema(body, 'input') } };
  const limit =
    bodyMax === undefined
      ? {}
      : { description: `At most ${defaultLimits[bodyMax]} bytes, unless the server’s limit ${bodyMax} says otherwise` };
  return { requestBody: { ...limit, required: !takes(body, undefined), content } };
};

const security = ({ api }: DescribedRow, { security: scheme }: DocumentOptions): Fields =>
  scheme === null ? {} : { security: ways[api].map((name) => (name === null ? {} : { [name]: [] })) };
