import { contracts } from '../../cloud/account/contracts.ts';
import { findRule } from '../../cloud/rulebook/rules.ts';
import type { Json } from '../../kernel/canonical.ts';
import { contractBodyMax } from '../admission/bodySize.ts';
import { type Contract, hasRule, isIn, isOffered } from '../contract/additions.ts';
import { underContract } from '../contract/underContract.ts';
import type { Described, Method } from '../operation.ts';
import { defaultLimits } from '../reading/bounds.ts';
import { takes } from '../reading/readAs.ts';
import { Components, capitalize, type Fields } from './components.ts';
import { type DescribedRow, listParameters } from './parameters.ts';
import { describeResponses } from './responses.ts';

/** The parts of a document that do not come from the rows. */
export interface DocumentOptions {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
  /** The base URL of the paths. */
  readonly serverUrl: string;
  /** Which contract it documents; the interface document's unless given (contract.dated). */
  readonly contract?: Contract;
  /** `bearer`: calls need a key; the control plane needs its own token, if it has one. Null: the document has no security section. */
  readonly security: 'bearer' | null;
}

/**
 * Writes an OpenAPI 3.1 document of these operations. It contains only what their rows declare: inputs, answers, refusals, and rules. It
 * keeps the order of the rows.
 */
export const openApiDocument = (all: readonly DescribedRow[], options: DocumentOptions): { readonly [key: string]: Json } => {
  const { title, version, description, serverUrl, security, contract = contracts[0] } = options;
  const rows = all.filter((row) => isDocumented(row, contract)).map((row) => rowUnder(row, contract));
  const components = new Components(rows);
  const paths: Record<string, Fields> = {};
  for (const row of rows) paths[row.path] = { ...paths[row.path], ...listOperations(row, options, components) };
  return {
    openapi: '3.1.0',
    info: { title, version, ...(description === undefined ? {} : { description }) },
    servers: [{ url: serverUrl }],
    tags: [...new Set(rows.map(findTag))].map((name) => ({ name })),
    paths,
    components: { ...components.all(), ...(security === null ? {} : { securitySchemes: listSchemes(rows) }) },
  };
};

const isDocumented = ({ since, documentedSince = since }: DescribedRow, contract: Contract): boolean =>
  isOffered(documentedSince === undefined ? {} : { since: documentedSince }, contract);

/** A row with the schemas that it has in a contract. */
const rowUnder = ({ whole, success, refusesSince = [], ...row }: DescribedRow, contract: Contract): DescribedRow => {
  const refused = refusesSince.filter(({ since }) => isIn(contract, since)).map(({ status }) => status);
  const { query = row.query, body = row.body } = whole ?? {};
  return {
    ...row,
    rules: row.rules.filter((rule) => hasRule(contract, rule)),
    ...(refused.length === 0 ? {} : { refuses: [...(row.refuses ?? []), ...refused] }),
    ...(query === undefined ? {} : { query: underContract(query, contract) }),
    ...(body === undefined ? {} : { body: underContract(body, contract) }),
    success: { ...success, ...(success.schema === undefined ? {} : { schema: underContract(success.schema, contract) }) },
  };
};

const schemes = {
  bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API key' },
  bareKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'The bare key, without `Bearer`' },
  controlToken: { type: 'http', scheme: 'bearer', description: 'Required only if the server was started with a control token' },
} as const;

/** How the operations of each API authenticate. If there are several ways, each suffices (auth.bearer, auth.queue-key). */
const ways: { readonly [Api in Described['api']]: readonly (keyof typeof schemes | null)[] } = {
  management: ['bearerAuth'],
  queue: ['bearerAuth', 'bareKey'],
  worker: ['bearerAuth', 'bareKey'],
  control: [null, 'controlToken'],
};

const listSchemes = (rows: readonly DescribedRow[]): Fields => {
  const used = new Set<string | null>(rows.flatMap(({ api }) => ways[api]));
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => used.has(name)));
};

/** One operation object per method. An operation with two methods gets two ids. */
const listOperations = (row: DescribedRow, options: DocumentOptions, components: Components): Fields => {
  const { id, methods, summary, rules } = row;
  const parameters = listParameters(row, components);
  const body = requestBody(row, options, components);
  const operation = {
    tags: [findTag(row)],
    summary,
    description: ['Follows these rules:\n', ...rules.map((rule) => `- \`${rule}\`: ${findRule(rule)?.text ?? ''}`)].join('\n'),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...security(row, options),
    responses: describeResponses(row, components),
  };
  return Object.fromEntries(
    methods.map((method, k) => [
      method.toLowerCase(),
      { operationId: k === 0 ? id : `${id}By${writeMethod(method)}`, ...operation, ...(bodiless.includes(method) ? {} : body) },
    ]),
  );
};

/** Methods for which HTTP defines no request body. */
const bodiless: readonly Method[] = ['GET', 'HEAD', 'OPTIONS'];

const writeMethod = (method: Method): string => capitalize(method.toLowerCase());

/** The first word of a path after its version. The queue's paths begin with an endpoint's id instead. */
const findTag = ({ api, path }: DescribedRow): string => {
  const first = path.split('/').find((part) => part !== '' && !/^(_podsim|v\d+)$/.test(part)) ?? '';
  if (api === 'worker') return 'Worker';
  return api === 'queue' ? 'Queue' : first.split('-').map(capitalize).join(' ');
};

const requestBody = (row: DescribedRow, { contract = contracts[0] }: DocumentOptions, components: Components): Fields => {
  const { body, bodyMax, passesOn } = row;
  if (body === undefined) return {};
  const content = passesOn ? { '*/*': {} } : { 'application/json': { schema: components.schema(body, 'input') } };
  const max = contractBodyMax(row, contract);
  const limit =
    max !== undefined
      ? { description: `At most ${max} bytes, alone and with the template that it names` }
      : bodyMax === undefined
        ? {}
        : { description: `At most ${defaultLimits[bodyMax]} bytes, unless the server’s limit ${bodyMax} says otherwise` };
  return { requestBody: { ...limit, required: !takes(body, undefined), content } };
};

const security = ({ api }: DescribedRow, { security: scheme }: DocumentOptions): Fields =>
  scheme === null ? {} : { security: ways[api].map((name) => (name === null ? {} : { [name]: [] })) };
