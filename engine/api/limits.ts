import { type Either, left, right } from 'fp-ts/lib/Either.js';
import type { Request } from '../input.ts';
import type { Rejection } from '../kernel/decider.ts';
import { days, hours, minutes } from '../kernel/time.ts';
import type { Principal } from '../projections/keyring.ts';
import type { SimulationContext } from '../simulationContext.ts';
import { endpointNamed, type LimitState, type Operation } from './operation.ts';

/** How many calls may be made in each window of a length; windows are counted from the world's start. */
export interface Limit {
  /** What a caller knows the window by: `minute`, `hour`, `day`, or the group of queue operations. */
  readonly name: string;
  /** What is counted together. */
  readonly of: string;
  readonly windowMs: number;
  readonly allowed: number;
  /** The rule that a call too many is refused by. */
  readonly rule: string;
}

const none: readonly Limit[] = [];
const within: Either<Rejection, void> = right(undefined);

/** The limits that a call counts towards; none for keys that are exempt, and for callers that are nobody (limits.windows, limits.queue). */
export const limitsOf = (
  sim: SimulationContext,
  holder: Principal | undefined,
  operation: Operation,
  request: Request,
): readonly Limit[] => {
  if (holder === undefined || holder.key.rateLimitExempt) return none;
  const { account } = sim.settings;
  if (operation.api === 'management') {
    const limit = (name: string, windowMs: number, allowed: number) => ({
      name,
      of: `${name} ${holder.accountId}`,
      windowMs,
      allowed,
      rule: 'limits.exceeded',
    });
    return [
      limit('minute', minutes(1), account.perMinute),
      limit('hour', hours(1), account.perHour),
      limit('day', days(1), account.perDay),
    ];
  }
  if (operation.quota === undefined) return none;
  const allowed = {
    runsync: account.runsyncPerWindow,
    run: account.runPerWindow,
    read: account.readPerWindow,
    cancel: account.cancelPerWindow,
    purge: account.purgePerWindow,
  }[operation.quota];
  const of = `${operation.quota} ${holder.accountId} ${ownEndpoint(sim, operation, request, holder)}`;
  return [{ name: operation.quota, of, windowMs: account.queueWindow, allowed, rule: 'limits.queue' }];
};

/** What an account does not have counts as one endpoint: else each name that is tried would have a count of its own. */
const ownEndpoint = (sim: SimulationContext, operation: Operation, request: Request, { accountId }: Principal): string => {
  const named = endpointNamed(operation, request) ?? '';
  return sim.find('endpoint', named)?.accountId === accountId ? named : '(none)';
};

/** Whether the caller has calls left in every window, and the queue room: 429. The call itself has been counted already. */
export const checkLimits = (
  sim: SimulationContext,
  limits: readonly Limit[],
  operation: Operation,
  request: Request,
  holder: Principal,
): Either<Rejection, void> => {
  for (const limit of limits) {
    if (usedNow(sim, limit) <= limit.allowed) continue;
    const where =
      limit.rule === 'limits.queue'
        ? `${limit.allowed} ${limit.name} calls in ${limit.windowMs / 1_000} s on this endpoint`
        : `the ${limit.name} window`;
    return left({
      kind: 'exhausted',
      rule: limit.rule,
      detail: `rate limit exceeded for ${where}`,
      retryAfter: resetSeconds(sim, limit),
    });
  }
  return limits.length === 0 ? within : queueHasRoom(sim, operation, request, holder);
};

/** A queue that is full takes no job more, whoever brings it (limits.queue). */
const queueHasRoom = (
  sim: SimulationContext,
  operation: Operation,
  request: Request,
  { accountId }: Principal,
): Either<Rejection, void> => {
  if (operation.quota !== 'run' && operation.quota !== 'runsync') return within;
  const endpoint = sim.find('endpoint', endpointNamed(operation, request) ?? '');
  if (endpoint === undefined || endpoint.accountId !== accountId) return within;
  const { queuePerWorkerMax } = sim.settings.endpoint;
  const full = endpoint.config.workers.max * queuePerWorkerMax;
  if (sim.state.queues.length(endpoint.id) <= full) return within;
  const detail = `the queue is full: more than ${full} jobs wait (workers.max × ${queuePerWorkerMax})`;
  return left({ kind: 'exhausted', rule: 'limits.queue', detail, retryAfter: 1 });
};

/** How things stand in the windows of the management API, as its answers tell (limits.headers). */
export const limitStates = (sim: SimulationContext, limits: readonly Limit[]): readonly LimitState[] =>
  limits.map((limit) => ({
    name: limit.name,
    quota: limit.allowed,
    windowSeconds: limit.windowMs / 1_000,
    remaining: Math.max(0, limit.allowed - usedNow(sim, limit)),
    resetSeconds: resetSeconds(sim, limit),
  }));

/** Whether one of them is used up, as the log says. */
export const areUsedUp = (sim: SimulationContext, limits: readonly Limit[]): boolean =>
  limits.some((limit) => usedLogged(sim, limit) > limit.allowed);

const usedNow = (sim: SimulationContext, limit: Limit): number => usedLogged(sim, limit) + sim.unlogged.used(limit, sim.now);

const usedLogged = ({ now, state }: SimulationContext, { of, windowMs }: Limit): number => state.quotas.used(of, now, windowMs);

const resetSeconds = ({ now }: SimulationContext, { windowMs }: Limit): number =>
  Math.ceil(((Math.floor(now / windowMs) + 1) * windowMs - now) / 1_000);
