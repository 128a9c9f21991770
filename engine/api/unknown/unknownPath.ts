import type { Rejection } from '../../cloud/decisions.ts';
import { defaultSettings, type Settings } from '../../cloud/entities.ts';
import { hasAddition } from '../contract/additions.ts';
import { explainNotSimulated, type NotSimulated } from '../names/explainNotSimulated.ts';
import type { Answer } from '../operation.ts';
import { writeProblem } from '../problems.ts';
import { findField, findSuccessor } from './graphql.ts';
import { askForPath, listMethods } from './nearestPath.ts';
import { findNotSimulated } from './notSimulated.ts';
import { pathNotFound } from './pathNotFound.ts';

type SomeSettings = Pick<Settings, 'account'>;

/**
 * The answer to a path that no operation has. Clients of the older APIs and of the OpenAI routes do not read `detail`: its sentence also
 * stands where they look. `control`: the paths of the control plane. `body`: how that of a request in GraphQL begins.
 */
export const answerUnknownPath = (path: string, settings?: SomeSettings, control?: readonly string[], body = ''): Answer => {
  const refusal = refuseUnknownPath(path, settings, control, body);
  const answer = writeProblem(refusal);
  return { ...answer, body: { ...(answer.body as object), ...wordsFor(path, refusal.detail) } };
};

const wordsFor = (path: string, message: string) => {
  if (isGraphql(path)) return { message, errors: [{ message }] };
  if (path.split('/')[1] === 'v1') return { error: message, message };
  return /^\/v2\/[^/]+\/openai\//.test(path) ? { error: { message, type: 'invalid_request_error', param: null, code: null } } : {};
};

/**
 * The refusal of a path that no operation has. If it is one of an older API, it says where to go (errors.older-apis); if it is of something
 * that is not simulated, what that is (errors.unknown-route).
 */
export const refuseUnknownPath = (
  path: string,
  settings: SomeSettings = defaultSettings,
  control: readonly string[] = [],
  body = '',
): Rejection => {
  const [, first = '', second = ''] = path.split('/');
  if (first === 'v1') {
    const there = successors[second] ?? 'below /v2';
    const detail = `the API below /v1 has ended: call ${there}, with the same key; GET /v2/openapi.json describes it, and docs/serving.md lists what is not simulated`;
    return { kind: hasAddition(settings, 'end of v1') ? 'gone' : 'unknown', rule: 'errors.older-apis', detail };
  }
  const row = isGraphql(path) ? nameField(findNotSimulated(path), findField(body)) : findNotSimulated(path);
  const detail =
    row === undefined ? `${pathNotFound.detail}${askForPath(path, settings.account.contract, control)}` : explainNotSimulated(row);
  return { kind: 'unknown', rule: isGraphql(path) ? 'errors.older-apis' : 'errors.unknown-route', detail };
};

/** The refusal of a method that a path has no operation for, and those that it has one for. */
export const refuseUnknownMethod = (method: string, path: string, known?: readonly string[]): Rejection => {
  const row = findNotSimulated(path, method);
  const detail =
    row === undefined ? `The requested method is not allowed for this path.${listMethods(path, known)}` : explainNotSimulated(row);
  return { kind: 'no-method', rule: 'errors.unknown-route', detail };
};

/** GraphQL, with what is asked for, and what to call in its place where that is known. */
const nameField = (row: NotSimulated | undefined, field: string | undefined): NotSimulated | undefined => {
  if (row === undefined || field === undefined) return row;
  const there = findSuccessor(field);
  const instead = there === undefined ? row.instead : `call ${there} with the header authorization: Bearer <key>`;
  return { ...row, what: `${row.what} (${field})`, instead };
};

/** Whether a path is that of the platform's older API, in GraphQL. */
export const isGraphql = (path: string): boolean => path.split('/')[1] === 'graphql';

/** Where the resources of the older API are now. */
// biome-ignore format: a table
const successors: Readonly<Record<string, string>> = {
  pods:                  '/v2/pods',
  endpoints:             '/v2/serverless',
  templates:             '/v2/templates',
  networkvolumes:        '/v2/network-volumes',
  containerregistryauth: '/v2/registries',
  billing:               '/v2/billing',
};
