import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { EndpointConfig } from '../../cloud/endpoint/events.ts';
import type { Endpoint } from '../../cloud/endpoint/evolve.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';

/**
 * Checks an endpoint's maximum of workers together with those of the account's other endpoints: 400 if over the quota (endpoint.quota).
 * A change that does not raise the maximum is never refused, because the quota may have been lowered since.
 */
export const withinWorkersQuota = (
  sim: SimulationContext,
  accountId: string,
  { workers }: EndpointConfig,
  before?: Endpoint,
): Either<Rejection, void> => {
  const { workersQuota } = sim.settings.account;
  const had = before?.config.workers.max ?? 0;
  if (workers.max <= had || sim.state.workersAsked(accountId) - had + workers.max <= workersQuota) return right(undefined);
  return left({ kind: 'contradictory', rule: 'endpoint.quota', detail: overWorkersQuota(workersQuota) });
};

/** The endpoints of a definition that exceed their account's quota. */
export const endpointsOverQuota = (
  endpoints: readonly { readonly accountId: string; readonly config: Pick<EndpointConfig, 'workers'> }[],
  quota: number,
): readonly number[] => {
  const sums = new Map<string, number>();
  return endpoints.flatMap(({ accountId, config: { workers } }, k) => {
    const sum = (sums.get(accountId) ?? 0) + workers.max;
    sums.set(accountId, sum);
    return sum > quota && workers.max > 0 ? [k] : [];
  });
};

/** The platform's own message. */
export const overWorkersQuota = (quota: number): string => `Max workers across all endpoints must not exceed your workers quota (${quota})`;
