import { z } from 'zod';
import { json } from '../../api/contract/parts/json.ts';
import { strictObject } from '../../api/contract/parts/objects.ts';
import { findOperation, worldOperations } from '../../api/operations.ts';
import { pathParams } from '../../api/reading/pathParams.ts';
import { operations } from '../../api/table.ts';
import { type FindableKind, findableKinds } from '../../cloud/entities.ts';
import { apiReference, awaitedDuration, describeName, ruleId } from './words.ts';

export const operationId = describeName(
  'an operation of the two APIs',
  operations.map(({ id }) => id),
  apiReference,
);
/** A step may call any operation of the two APIs, and any input of the control plane. */
export const actId = describeName(
  'an operation',
  worldOperations.map(({ id }) => id),
  apiReference,
);

export const expectation = z
  .strictObject({
    status: json.optional(),
    body: json.optional().describe('Objects partial, lists exact'),
    headers: z.record(z.string(), json).optional(),
    rule: ruleId.optional().describe('The rule that refuses the call'),
    limits: json.optional().describe('The caller’s quota in the windows minute, hour and day'),
    took: awaitedDuration.optional().describe('How long the answer took, in virtual time: a duration, or operators with durations'),
  })
  .describe('What the answer must be. Operators: eq ne lt lte gt gte matches contains length exists oneOf');

export const method = z.string().regex(/^[A-Z-]{1,20}$/, 'must be the name of an HTTP method such as POST');

const name = z.string().optional();

/** The names in the path of an operation: an entity, by its kind; or a key, or a type of the catalog. */
const named = {
  ...(Object.fromEntries(findableKinds.map((kind) => [kind, name])) as Record<FindableKind, typeof name>),
  key: name.describe('The name of a key'),
  gpuType: name,
  cpuType: name,
  dataCenter: name,
  request_id: name.describe('A request of a batch'),
  resourceType: name.describe('What a tag or a cost center is attached to: POD, CLUSTER, SERVERLESS_ENDPOINT or NETWORK_VOLUME'),
  resourceId: name.describe('The id of that'),
};

export const namingKeys: readonly string[] = Object.keys(named);

export const call = strictObject(() => ({
  ...named,
  method: method.optional().describe('Of a request to a load balancer; GET unless given'),
  path: z.string().optional().describe('Of a request to a load balancer: the path below its base URL'),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  headers: z.record(z.string(), z.string()).optional().describe('In lower case; `authorization` identifies the caller instead of `as`'),
  body: json.optional(),
  handler: json.optional().describe('How this job differs from the endpoint’s other jobs'),
}));

/** The keys of `with` that an operation reads; undefined if there is no such operation. */
export const callKeys = (act: string): readonly string[] | undefined => {
  const row = findOperation(act);
  if (row === undefined) return undefined;
  const { path, resolves = {}, passesOn, body, query } = row;
  const names = pathParams(path).map((param) => resolves[param] ?? param);
  return [
    ...names,
    ...(passesOn ? ['method', 'path'] : []),
    ...(query === undefined && !passesOn ? [] : ['query']),
    ...(body === undefined && !passesOn ? [] : ['body']),
    'headers',
    ...(submitting.includes(act) ? ['handler'] : []),
  ];
};

/** The operations whose job or request may run in its own way. */
const submitting: readonly string[] = ['run', 'runsync', 'requestEndpoint'];

export type CallSpec = z.output<typeof call>;
export type ExpectationSpec = z.output<typeof expectation>;
