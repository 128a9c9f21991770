import type { Rejection } from '../cloud/decisions.ts';
import type { RejectionKind } from '../kernel/decider.ts';
import type { Answer } from './operation.ts';

/** The status and title of each kind of rejection, in order of precedence (auth.precedence). */
// biome-ignore format: a table
const problems: Readonly<Record<RejectionKind, { readonly status: number; readonly title: string }>> = {
  unauthenticated: { status: 401, title: 'Unauthorized' },
  exhausted:       { status: 429, title: 'Too Many Requests' },
  failing:         { status: 503, title: 'Service Unavailable' },
  forbidden:       { status: 403, title: 'Forbidden' },
  unknown:         { status: 404, title: 'Not Found' },
  gone:            { status: 410, title: 'Gone' },
  'no-method':     { status: 405, title: 'Method Not Allowed' },
  'too-large':     { status: 413, title: 'Content Too Large' },
  invalid:         { status: 422, title: 'Unprocessable Entity' },
  malformed:       { status: 400, title: 'Bad Request' },
  contradictory:   { status: 400, title: 'Bad Request' },
  capacity:        { status: 400, title: 'Bad Request' },
  unpaid:          { status: 402, title: 'Payment Required' },
  refused:         { status: 409, title: 'Conflict' },
};

/** HTTP's titles of statuses, including those that an `api-error` fault may answer with. */
const titles: Readonly<Record<number, string>> = {
  ...Object.fromEntries(Object.values(problems).map(({ status, title }) => [status, title])),
  408: 'Request Timeout',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  504: 'Gateway Timeout',
  524: 'A Timeout Occurred',
};

/** HTTP's name of a status. */
export const findTitle = (status: number): string => titles[status] ?? 'Error';

export const problemMediaType = 'application/problem+json';

/** The problem document of a refusal (errors.problem). The rule is sent as a header, not in the body. */
export const writeProblem = (rejection: Rejection): Answer => {
  const { status, title } = problems[rejection.kind];
  const body = {
    title: rejection.status === undefined ? title : findTitle(rejection.status),
    status: rejection.status ?? status,
    detail: rejection.detail,
  };
  const headers = { 'content-type': problemMediaType };
  return {
    status: body.status,
    body: rejection.errors === undefined ? body : { ...body, errors: rejection.errors },
    headers: rejection.retryAfter === undefined ? headers : { ...headers, 'retry-after': String(rejection.retryAfter) },
    rule: rejection.rule,
  };
};
