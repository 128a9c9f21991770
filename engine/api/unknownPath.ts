import { defaultSettings, type Settings } from '../cloud/entities.ts';
import type { Rejection } from '../kernel/decider.ts';
import { hasAddition } from './contract/additions.ts';

/** The refusal of a path that no operation has. Where it is one of an older API, it says where to go (errors.older-apis). */
export const refuseUnknownPath = (path: string, settings: Pick<Settings, 'account'> = defaultSettings): Rejection => {
  const [, first = '', second = ''] = path.split('/');
  const rule = 'errors.older-apis';
  if (first === 'v1') {
    const there = successors[second] ?? 'below /v2';
    const detail = `the API below /v1 has ended: call ${there}, with the same key; GET /v2/openapi.json describes it`;
    return { kind: hasAddition(settings, 'end of v1') ? 'gone' : 'unknown', rule, detail };
  }
  if (first === 'graphql') return { kind: 'unknown', rule, detail: noGraphql };
  return { kind: 'unknown', rule: 'errors.unknown-route', detail: 'The requested path was not found.' };
};

const noGraphql =
  'podsim does not simulate GraphQL: call the management API below /v2 with the header authorization: Bearer <key>; GET /v2/openapi.json describes it';

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
