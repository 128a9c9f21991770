import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { accessLevels } from '../account/events.ts';
import type { Client, Request } from '../input.ts';
import type { Rejection } from '../kernel/decider.ts';
import type { Holder } from '../projections/keyring.ts';
import type { Simulation } from '../simulation.ts';
import { endpointNamed, type Operation } from './operation.ts';

/** Who an `authorization` header says is calling. The queue API takes the key bare as well (auth.queue-key). */
export const clientOf = (authorization: string | undefined, api: Operation['api']): Client => {
  if (authorization === undefined || authorization.trim() === '') return { key: null, because: 'missing' };
  const [first = '', second, ...more] = authorization.trim().split(/\s+/);
  if (/^bearer$/i.test(first) && second !== undefined && more.length === 0) return { key: second };
  if (api === 'queue' && second === undefined && !/^bearer$/i.test(first)) return { key: first };
  return { key: null, because: 'malformed' };
};

/** The account behind a client, or why there is none: 401. */
export const authenticated = (world: Simulation, client: Client, api: Operation['api']): Either<Rejection, Holder> => {
  const no = (detail: string) =>
    left({ kind: 'unauthenticated', rule: api === 'queue' ? 'auth.queue-key' : 'auth.bearer', detail } as const);
  if (client.key === null)
    return no(
      client.because === 'missing'
        ? 'missing bearer token: send the header authorization: Bearer <key>'
        : 'malformed authorization header: want Bearer <key>',
    );
  const holder = world.state.keyring.find(client.key);
  if (holder === undefined) return no('unknown API key');
  const { expiresAt } = holder.key;
  return expiresAt !== null && expiresAt <= world.now ? no(`API key ${holder.key.name} has expired`) : right(holder);
};

/** Whether the key may do this at all, and to this endpoint: 403 (auth.scope). */
export const permitted = ({ key }: Holder, operation: Operation, request: Request): Either<Rejection, void> => {
  const { id, permission } = operation;
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
  return right(undefined);
};

/** A quota, and the length of its windows. */
export interface Quota {
  readonly of: string;
  readonly windowMs: number;
}

/** The quota a call is counted in; none for keys that are exempt, and for callers that are nobody. */
export const quotaOf = (world: Simulation, holder: Holder | undefined, operation: Operation, request: Request): Quota | undefined =>
  operation.quota === undefined || holder === undefined || holder.key.rateLimitExempt
    ? undefined
    : {
        of: `${operation.quota} ${holder.accountId} ${endpointNamed(operation, request) ?? ''}`,
        windowMs: world.settings.account.queueWindow,
      };

/** Whether the caller has calls left in the present window, and the queue room: 429 (limits.queue). The call itself has been counted already. */
export const withinQuota = (
  world: Simulation,
  quota: Quota | undefined,
  operation: Operation,
  request: Request,
  { accountId }: Holder,
): Either<Rejection, void> => {
  const { quota: group } = operation;
  if (quota === undefined || group === undefined) return right(undefined);
  const { account, endpoint: settings } = world.settings;
  const allowed = {
    runsync: account.runsyncPerWindow,
    run: account.runPerWindow,
    read: account.readPerWindow,
    cancel: account.cancelPerWindow,
    purge: account.purgePerWindow,
  }[group];
  const window = Math.floor(world.now / quota.windowMs);
  if (world.state.quotas.used(quota.of, window) > allowed) {
    const detail = `rate limit exceeded: ${allowed} ${group} calls in ${quota.windowMs / 1_000} s on this endpoint`;
    return left({
      kind: 'exhausted',
      rule: 'limits.queue',
      detail,
      retryAfter: Math.ceil(((window + 1) * quota.windowMs - world.now) / 1_000),
    });
  }
  const endpoint = group === 'run' || group === 'runsync' ? world.find('endpoint', endpointNamed(operation, request) ?? '') : undefined;
  if (endpoint === undefined || endpoint.accountId !== accountId) return right(undefined);
  const full = endpoint.config.workers.max * settings.queuePerWorkerMax;
  if (world.state.queues.length(endpoint.id) <= full) return right(undefined);
  const detail = `the queue is full: more than ${full} jobs wait (workers.max × ${settings.queuePerWorkerMax})`;
  return left({ kind: 'exhausted', rule: 'limits.queue', detail, retryAfter: 1 });
};
