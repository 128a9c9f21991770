import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { accessLevels } from '../../cloud/account/events.ts';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Client, GivenClient, Request } from '../../cloud/input.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import type { State } from '../../cloud/state/state.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import { allPermissions } from '../../simulator/definition.ts';
import { endpointNamed, type Operation } from '../operation.ts';

/** The operator of the control plane: above all accounts, and subject to no rate limit. */
const operator: Principal = {
  accountId: '',
  key: {
    name: 'operator',
    digest: '',
    last4: '',
    permissions: allPermissions,
    queueEndpoints: null,
    rateLimitExempt: true,
    expiresAt: null,
  },
};

/** The client that an `authorization` header identifies. The queue API also accepts the bare key (auth.queue-key). */
export const readClient = (authorization: string | undefined, api: Operation['api']): GivenClient => {
  if (api === 'control') return operating;
  if (authorization === undefined || authorization.trim() === '') return { key: null, because: 'missing' };
  const [first = '', second, ...more] = authorization.trim().split(/\s+/);
  if (/^bearer$/i.test(first) && second !== undefined && more.length === 0) return { key: second };
  if (takesBareKey(api) && second === undefined && !/^bearer$/i.test(first)) return { key: first };
  return { key: null, because: 'malformed' };
};

/** The queue takes the bare key of its clients, and of its workers (auth.queue-key). */
export const takesBareKey = (api: Operation['api']): boolean => api === 'queue' || api === 'worker';

/** The client that the operator is. */
export const operating: Client = { key: null, because: 'operator' };

/** Finds the account behind a client, for a call that arrives then; left is the reason for a 401. */
export const authenticate = (
  { keyring }: Pick<State, 'keyring'>,
  client: Client,
  api: Operation['api'],
  at: VirtualTime,
): Either<Rejection, Principal> => {
  if (api === 'control') return right(operator);
  if ('because' in client) return noCaller(api, whyNoKey(api, client.because === 'missing'));
  const principal = keyring.find(client.digest);
  if (principal === undefined) return noCaller(api, keyIsUnknown);
  if (principal.revoked === true) return noCaller(api, `API key ${principal.key.name} has been revoked`);
  const { expiresAt } = principal.key;
  return expiresAt !== null && expiresAt <= at ? noCaller(api, `API key ${principal.key.name} has expired`) : right(principal);
};

export const keyIsUnknown = 'unknown API key: this world has keys of its own; podsim serve prints one, and --api-key gives it yours';

/** In the form that the interface document has for the API: the queue's key is bare (auth.queue-key). */
const whyNoKey = (api: Operation['api'], isMissing: boolean): string => {
  if (takesBareKey(api))
    return isMissing ? 'missing API key: send the header authorization: <key>' : 'malformed authorization header: want <key>';
  return isMissing
    ? 'missing bearer token: send the header authorization: Bearer <key>'
    : 'malformed authorization header: want Bearer <key>';
};

const noCaller = (api: Operation['api'], detail: string): Either<Rejection, never> =>
  left({ kind: 'unauthenticated', rule: takesBareKey(api) ? 'auth.queue-key' : 'auth.bearer', detail });

/** Checks that the key permits this operation, on this endpoint: 403 otherwise (auth.scope). */
export const checkPermission = ({ key }: Principal, operation: Operation, request: Request): Either<Rejection, void> => {
  const { id, permission } = operation;
  if (permission === null) return permits;
  const { group, level } = permission;
  const has = key.permissions[group];
  if (accessLevels.indexOf(has) < accessLevels.indexOf(level)) {
    return left({
      kind: 'forbidden',
      rule: 'auth.scope',
      detail: `access denied: ${id} needs ${group}: ${level}, and this key has ${group}: ${has}`,
    });
  }
  const endpointId = group === 'queue' ? endpointNamed(operation, request) : undefined;
  if (endpointId !== undefined && key.queueEndpoints !== null && !key.queueEndpoints.includes(endpointId)) {
    return left({
      kind: 'forbidden',
      rule: 'auth.scope',
      detail: `access denied: this key's queue permission does not cover ${endpointId}`,
    });
  }
  return permits;
};

const permits: Either<Rejection, void> = right(undefined);
