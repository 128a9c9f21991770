import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { EndpointConfig } from '../../endpoint/events.ts';
import type { Endpoint } from '../../endpoint/evolve.ts';
import type { Rejection } from '../../kernel/decider.ts';
import type { Simulation } from '../../simulation.ts';

/**
 * Whether an account may have an endpoint with so many workers beside its others: 400 (endpoint.quota). One that asks for no
 * more than it has is never refused, for the quota may have been lowered since.
 */
export const withinWorkersQuota = (
  world: Simulation,
  accountId: string,
  { workers }: EndpointConfig,
  before?: Endpoint,
): Either<Rejection, void> => {
  const { workersQuota } = world.settings.account;
  if (workers.max <= (before?.config.workers.max ?? 0)) return right(undefined);
  const others = [...world.state.all('endpoint')].filter((each) => each.accountId === accountId && each.id !== before?.id);
  const sum = others.reduce((total, { config }) => total + config.workers.max, workers.max);
  if (sum <= workersQuota) return right(undefined);
  return left({ kind: 'contradictory', rule: 'endpoint.quota', detail: overWorkersQuota(workersQuota) });
};

/** The platform's own words. */
export const overWorkersQuota = (quota: number): string => `Max workers across all endpoints must not exceed your workers quota (${quota})`;
