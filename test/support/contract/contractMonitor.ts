import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { refusalRules } from '../../../engine/api/admission/refusals.ts';
import type { Contract } from '../../../engine/api/contract/additions.ts';
import { openApiDocument } from '../../../engine/api/openapi/openapi.ts';
import { operations } from '../../../engine/api/table.ts';
import { contracts } from '../../../engine/cloud/account/contracts.ts';
import { findRule } from '../../../engine/cloud/rulebook/rules.ts';
import { controlOperations } from '../../../engine/control/table.ts';
import { lazily } from '../../../engine/kernel/collections/lazily.ts';
import { engineVersion } from '../../../engine/simulator/version.ts';
import { type Heard, operationIdOf, responseProblems } from './conformance.ts';
import type { Document } from './openApi.ts';

/**
 * Compares every HTTP answer of a test with the OpenAPI documents. Tests that use `served` get this without further code: the
 * complaints are thrown when the server is disposed of, or earlier.
 */
export class ContractMonitor {
  /** How many requests have begun, and how many answers were heard. */
  begun = 0;
  heard = 0;
  readonly #complaints: string[] = [];

  /** Observes all answers of a server. It must be added before the app, which may answer at once. */
  listenTo(server: Server): void {
    server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
      this.begun += 1;
      overhear(req, res, (answer) => this.hear(answer));
    });
  }

  /** A `fetch` whose answers are observed, for calls without a server. */
  through(inner: typeof fetch): typeof fetch {
    return async (resource, init) => {
      const response = await inner(resource, init);
      const { pathname } = new URL(resource instanceof Request ? resource.url : resource);
      const method = init?.method ?? (resource instanceof Request ? resource.method : 'GET');
      const { status, headers } = response;
      const heard = { method, path: pathname, status, headers: Object.fromEntries(headers) };
      if (response.body === null || goesOn(headers.get('content-type'))) {
        this.hear(heard);
        return response;
      }
      const text = await response.text();
      this.hear({ ...heard, ...bodyOf(text) });
      return new Response(text, { status, headers });
    };
  }

  hear(answer: Heard): void {
    this.heard += 1;
    this.#complaints.push(...complaintsAbout(answer));
  }

  /** Throws if there were wrong answers, and forgets them. */
  expectNoComplaints(): void {
    const complaints = this.#complaints.splice(0);
    if (complaints.length > 0) throw new Error(`answers say what the documents of the APIs do not:\n${complaints.join('\n')}`);
  }
}

/** What is wrong with an answer, one line each. */
export const complaintsAbout = (answer: Heard): readonly string[] => {
  const path = answer.path.split('?')[0]?.replace(/^\/worlds\/[^/]*(?=\/|$)/, '') ?? '';
  if (!isDescribed(path) || isLedOn(answer) || isOtherProtocol(answer)) return ruleProblems(answer, undefined);
  const heard = { ...answer, path };
  const isControl = path.startsWith('/_podsim/');
  const document = isControl ? controlDocument : apiDocument;
  const problems = responseProblems(document, heard);
  // An answer does not say which contract its world has: it may be as any of them says.
  const isAsLater = problems.length > 0 && !isControl && laterDocuments().some((later) => responseProblems(later, heard).length === 0);
  return [...(isAsLater ? [] : problems), ...ruleProblems(answer, operationIdOf(document, heard))];
};

const documentOf = (rows: Parameters<typeof openApiDocument>[0], contract?: Contract): Document =>
  openApiDocument(rows, {
    title: 'podsim',
    version: engineVersion,
    serverUrl: '/',
    security: 'bearer',
    ...(contract === undefined ? {} : { contract }),
  }) as Document;

const laterDocuments = lazily(() => contracts.slice(1).map((contract) => documentOf(operations, contract)));

export const apiDocument = documentOf(operations);
export const controlDocument = documentOf(controlOperations);

/** A redirect may lead only from a path with a trailing slash to the path without it. */
const isLedOn = ({ path, status, headers }: Heard): boolean =>
  status === 308 && `${String(headers['location']).split('?')[0]}/` === path.split(/[?#]/)[0];

/** A request of gRPC or for a websocket is no call of an operation, whatever path it has. */
const isOtherProtocol = ({ status, headers }: Heard): boolean => status === 501 && headers['x-podsim-rule'] === 'errors.unknown-route';

/** The documents do not describe themselves, the pages, invalid paths, and answers to OPTIONS. */
const isDescribed = (path: string): boolean =>
  path.startsWith('/') && !/^\/(?:console(?:\/lessons)?|docs(?:\/.*)?|v2\/openapi\.json|_podsim\/v1\/openapi\.json)?$/.test(path);

/** A refusal names a rule of its operation's row, or one that the row implies. No answer reports an internal error. */
const ruleProblems = ({ method, path, status, headers }: Heard, operationId: string | undefined): readonly string[] => {
  const rule = headers['x-podsim-rule'];
  const wrong = (words: string) => [`${method} ${path} ${status}: ${words}`];
  if (rule === 'server.broken') return wrong('the server broke');
  if (rule === undefined) return [];
  if (findRule(String(rule)) === undefined) return wrong(`was refused by ${rule}, which is no rule`);
  // A method that a path does not take belongs to no operation.
  const isOfItsRow = operationId === undefined || status === 405 || rulesOf.get(operationId)?.has(String(rule)) === true;
  return isOfItsRow ? [] : wrong(`was refused by ${rule}, which the row of ${operationId} does not name`);
};

const rulesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...operations, ...controlOperations].map((row) => [row.id, refusalRules(row)]),
);

const goesOn = (contentType: unknown): boolean => /^text\/event-stream|^application\/x-ndjson/.test(String(contentType ?? ''));

const bodyOf = (text: string | undefined): { readonly body?: unknown } => {
  if (text === undefined || text === '') return {};
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text };
  }
};

/** Reports an answer when it is complete, and a stream when it begins. */
const overhear = (req: IncomingMessage, res: ServerResponse, tell: (answer: Heard) => void): void => {
  const { method = '', url: path = '' } = req;
  const { writeHead, write, end } = res;
  let headers: Heard['headers'] = {};
  const pieces: Buffer[] = [];
  let told = false;
  const tellOnce = (): void => {
    if (!told && method !== 'OPTIONS') tell({ method, path, status: res.statusCode, headers, ...bodyOf(Buffer.concat(pieces).toString()) });
    told = true;
  };
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk as string));
  };
  Object.assign(res, {
    writeHead: (status: number, ...rest: unknown[]) => {
      headers = { ...res.getHeaders(), ...lowered(rest.at(-1)) };
      const result = Reflect.apply(writeHead, res, [status, ...rest]);
      if (goesOn(headers['content-type'])) tellOnce();
      return result;
    },
    write: (chunk: unknown, ...rest: unknown[]) => {
      if (!told) keep(chunk);
      return Reflect.apply(write, res, [chunk, ...rest]);
    },
    end: (chunk: unknown, ...rest: unknown[]) => {
      if (!told) keep(chunk);
      const result = Reflect.apply(end, res, [chunk, ...rest]);
      tellOnce();
      return result;
    },
  });
};

/** The headers that `writeHead` is given: by name, or names and values in turn. */
const lowered = (headers: unknown): Heard['headers'] => {
  if (headers === null || typeof headers !== 'object') return {};
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, k) => (k % 2 === 0 ? [[name, headers[k + 1]] as const] : []))
    : Object.entries(headers);
  return Object.fromEntries(pairs.map(([name, value]) => [String(name).toLowerCase(), value]));
};
