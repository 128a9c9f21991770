import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import type { Rejection } from '../../cloud/decisions.ts';
import type { Request } from '../../cloud/input.ts';
import type { SimulationContext } from '../../cloud/policies/context.ts';
import type { Principal } from '../../cloud/projections/keyring.ts';
import type { RuleId } from '../../cloud/rulebook/rules.ts';
import { days, hours, minutes } from '../../kernel/time.ts';
import { hasAddition } from '../contract/additions.ts';
import { endpointNamed, type LimitState, type Operation } from '../operation.ts';

/** A number of calls allowed in each window of a length. Windows are counted from the world's start. */
export interface Limit {
  /** The name of the window for a caller: `minute`, `hour`, `day`, or the group of queue operations. */
  readonly name: string;
  /** The name of the shared count. */
  readonly of: string;
  readonly windowMs: number;
  readonly allowed: number;
  /** The rule that refuses a call over the limit. */
  readonly rule: RuleId;
}

const none: readonly Limit[] = [];
const within: Either<Rejection, void> = right(undefined);

/** The limits that a call counts towards. None for exempt keys (limits.windows, limits.queue). */
export const listLimits = (sim: SimulationContext, principal: Principal, operation: Operation, request: Request): readonly Limit[] => {
  if (principal.key.rateLimitExempt) return none;
  const { account } = sim.settings;
  if (operation.api === 'management') {
    const limit = (name: string, windowMs: number, allowed: number): Limit => ({
      name,
      of: `${name} ${principal.accountId}`,
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
    openai: account.openaiPerWindow,
  }[operation.quota];
  const of = `${operation.quota} ${principal.accountId} ${ownEndpoint(sim, operation, request, principal)}`;
  return [{ name: operation.quota, of, windowMs: account.queueWindow, allowed, rule: 'limits.queue' }];
};

/** All endpoints that the account does not have share one count. Otherwise each name tried would have a count of its own. */
const ownEndpoint = (sim: SimulationContext, operation: Operation, request: Request, { accountId }: Principal): string => {
  const named = endpointNamed(operation, request) ?? '';
  return sim.find('endpoint', named)?.accountId === accountId ? named : '(none)';
};

/** Checks that the caller has calls left in every window, and that the queue has room: 429 otherwise. The call itself is counted already. */
export const checkLimits = (
  sim: SimulationContext,
  limits: readonly Limit[],
  operation: Operation,
  request: Request,
  principal: Principal,
): Either<Rejection, void> => {
  const over = findExceeded(sim, limits);
  if (over !== undefined) return left(refuseOver(sim, over));
  if (limits.length === 0) return within;
  const atOnce = checkAtOnce(sim, operation, request, principal);
  return isLeft(atOnce) ? atOnce : queueHasRoom(sim, operation, request, principal);
};

/** Finds the first of these limits that the call in progress exceeds, if any. The others do not count that call (limits.exceeded). */
export const findExceeded = (sim: SimulationContext, limits: readonly Limit[]): Limit | undefined =>
  limits.find((limit) => countNow(sim, limit) > limit.allowed);

const refuseOver = (sim: SimulationContext, limit: Limit): Rejection => {
  const { rule, name, allowed, windowMs } = limit;
  const where = rule === 'limits.queue' ? `${allowed} ${name} calls in ${windowMs / 1_000} s on this endpoint` : `the ${name} window`;
  return { kind: 'exhausted', rule, detail: `rate limit exceeded for ${where}`, retryAfter: resetSeconds(sim, limit) };
};

/** How many calls of an operation are under way already (limits.at-once). */
const checkAtOnce = (sim: SimulationContext, operation: Operation, request: Request, { accountId }: Principal): Either<Rejection, void> => {
  const allowed = findAtOnceMax(sim, operation);
  if (allowed === undefined) return within;
  const underWay = sim.state.countRelated('call', 'quota', `${accountId} ${endpointNamed(operation, request) ?? ''} ${operation.id}`);
  if (underWay < allowed) return within;
  const detail = `rate limit exceeded: ${allowed} ${operation.id} calls are under way on this endpoint; wait for their answers`;
  return left({ kind: 'exhausted', rule: 'limits.at-once', detail, retryAfter: 1 });
};

const findAtOnceMax = ({ settings }: SimulationContext, { quota }: Operation): number | undefined => {
  if (quota === undefined || quota === 'purge' || !hasAddition(settings, 'atOnce')) return undefined;
  const { runsyncAtOnce: runsync, runAtOnce: run, readAtOnce: read, cancelAtOnce: cancel, openaiAtOnce: openai } = settings.account;
  return { runsync, run, read, cancel, openai }[quota];
};

/** The quotas of calls that become jobs. */
const submits: ReadonlySet<string> = new Set(['run', 'runsync', 'openai']);

/** A full queue accepts no further job from any caller (limits.queue). */
const queueHasRoom = (
  sim: SimulationContext,
  operation: Operation,
  request: Request,
  { accountId }: Principal,
): Either<Rejection, void> => {
  if (operation.quota === undefined || !submits.has(operation.quota)) return within;
  const endpoint = sim.find('endpoint', endpointNamed(operation, request) ?? '');
  if (endpoint === undefined || endpoint.accountId !== accountId) return within;
  const { queuePerWorkerMax } = sim.settings.endpoint;
  const full = endpoint.config.workers.max * queuePerWorkerMax;
  if (sim.state.queues.length(endpoint.id) <= full) return within;
  const detail = `the queue is full: more than ${full} jobs wait (workers.max × ${queuePerWorkerMax})`;
  return left({ kind: 'exhausted', rule: 'limits.queue', detail, retryAfter: 1 });
};

/** The state of the management API's windows, as its answers show it (limits.headers). */
export const limitStates = (sim: SimulationContext, limits: readonly Limit[]): readonly LimitState[] =>
  limits.map((limit) => ({
    name: limit.name,
    quota: limit.allowed,
    windowSeconds: limit.windowMs / 1_000,
    remaining: Math.max(0, limit.allowed - countNow(sim, limit)),
    resetSeconds: resetSeconds(sim, limit),
  }));

/** Whether one of the limits is used up according to the log. */
export const areUsedUp = (sim: SimulationContext, limits: readonly Limit[]): boolean =>
  limits.some((limit) => countLogged(sim, limit) > limit.allowed);

const countNow = (sim: SimulationContext, limit: Limit): number => countLogged(sim, limit) + sim.unlogged.countUsed(limit, sim.now);

const countLogged = ({ now, state }: SimulationContext, { of, windowMs }: Limit): number => state.quotas.countUsed(of, now, windowMs);

const resetSeconds = ({ now }: SimulationContext, { windowMs }: Limit): number =>
  Math.ceil(((Math.floor(now / windowMs) + 1) * windowMs - now) / 1_000);
