import { clockPolicyIssues, definitionIssues, settingsIssues } from '../api/definition.ts';
import type { Operation } from '../api/operation.ts';
import { findOperation } from '../api/operations.ts';
import type { SomeSettings } from '../cloud/entities.ts';
import type { HandlerFunction } from '../cloud/handler/handler.ts';
import type { AdvanceTarget, ClockPolicy, GivenClient, Request } from '../cloud/input.ts';
import { formatInstant, lastInstantMs } from '../kernel/instant.ts';
import { InvalidArgument } from '../kernel/invalidArgument.ts';
import { invariant } from '../kernel/invariant.ts';
import { jsonCopy, kindOfValue } from '../kernel/json.ts';
import { formatVirtualTime, later, type VirtualTime } from '../kernel/time.ts';
import type { WorldDefinition } from '../simulator/definition.ts';
import type { Counted } from '../simulator/unlogged.ts';

/**
 * Checks of the arguments that callers pass to a world. They run before anything changes, so the world can be used after a failed
 * check.
 */

/** Copies, checks and freezes a definition. One that is already known, from another world or from a log, is returned as it is. */
export const checkDefinition = (definition: WorldDefinition): WorldDefinition => {
  if (known.has(definition)) return definition;
  const copy = jsonCopy(definition, 'definition') as unknown as WorldDefinition;
  mustFit(definitionIssues(copy));
  known.add(deepFreeze(copy));
  return copy;
};

/** A definition that {@link checkDefinition} has returned, with another seed: nothing else of it has to be checked again. */
export const withSeed = (definition: WorldDefinition, seed: string): WorldDefinition => {
  invariant(known.has(definition), () => 'a definition is given another seed before it was checked');
  const reseeded = Object.freeze({ ...definition, seed: checkText(seed, 'definition.seed') });
  known.add(reseeded);
  return reseeded;
};

/** A definition from a log is not checked: it was valid when its world was made, perhaps under other rules. */
export const definitionOfLog = (definition: WorldDefinition): WorldDefinition => {
  known.add(definition);
  return definition;
};

const known = new WeakSet<WorldDefinition>();

const deepFreeze = <Data>(data: Data): Data => {
  if (typeof data !== 'object' || data === null) return data;
  Object.values(data).forEach(deepFreeze);
  return Object.freeze(data);
};

export const checkSettings = (changes: SomeSettings): SomeSettings => {
  const copy = jsonCopy(changes, 'settings');
  mustFit(settingsIssues(copy));
  return copy as SomeSettings;
};

export const checkClockPolicy = (policy: ClockPolicy): ClockPolicy => {
  const copy = jsonCopy(policy, 'policy');
  mustFit(clockPolicyIssues(copy));
  return copy as unknown as ClockPolicy;
};

const mustFit = (issues: readonly string[]): void => {
  if (issues.length > 0) throw new InvalidArgument(issues.join('; '));
};

export const checkHandlers = (handlers: Readonly<Record<string, HandlerFunction>>): Readonly<Record<string, HandlerFunction>> => {
  for (const [endpoint, handler] of Object.entries(handlers)) {
    if (typeof handler !== 'function') throw new InvalidArgument(`handlers.${endpoint}: is ${kindOfValue(handler)}; give a function`);
  }
  return { ...handlers };
};

/** The time at which something is to happen: whole milliseconds, not in the past, and no later than the last instant. */
export const checkTime = (at: VirtualTime, now: VirtualTime, startMs: number, what = 'at'): VirtualTime => {
  if (!Number.isSafeInteger(at))
    throw new InvalidArgument(`${what}: is ${kindOfValue(at)}; give whole milliseconds since the world's start`);
  if (at < now)
    throw new InvalidArgument(
      `${what}: is ${formatVirtualTime(at)}, and it is ${formatVirtualTime(now)} already (${now} ms); time never runs backwards: give that or later`,
    );
  if (startMs + at > lastInstantMs) throw new InvalidArgument(`${what}: lies beyond ${formatInstant(lastInstantMs)}, where instants end`);
  return at;
};

export const checkTarget = (target: AdvanceTarget, now: VirtualTime, startMs: number): AdvanceTarget => {
  const given: Record<string, unknown> = { ...target };
  const kinds = Object.keys(given).filter((kind) => given[kind] !== undefined);
  const [kind] = kinds;
  if (kinds.length !== 1 || kind === undefined || !targets.includes(kind))
    throw new InvalidArgument(`advance: give exactly one of ${targets.join(', ')}; this has ${kinds.join(' and ') || 'none'}`);
  if (kind === 'to') return { to: checkTime(given['to'] as VirtualTime, now, startMs, 'advance to') };
  if (kind !== 'by') {
    if (given[kind] !== true) throw new InvalidArgument(`advance ${kind}: is ${kindOfValue(given[kind])}; give true`);
    return kind === 'next' ? { next: true } : { untilIdle: true };
  }
  const by = given['by'] as number;
  if (!Number.isSafeInteger(by) || by < 0)
    throw new InvalidArgument(`advance by: is ${kindOfValue(by)}; give whole milliseconds from 0 on`);
  return { to: checkTime(later(now, by), now, startMs, 'advance by') };
};

const targets: readonly string[] = ['by', 'to', 'next', 'untilIdle'];

export const checkCount = (count: number | undefined, what: string): number | undefined => {
  if (count === undefined || count === Number.POSITIVE_INFINITY || (Number.isSafeInteger(count) && count > 0)) return count;
  throw new InvalidArgument(`${what}: is ${kindOfValue(count)}; give a whole number from 1 on`);
};

export const checkText = (text: string, what: string): string => {
  if (typeof text === 'string') return text;
  throw new InvalidArgument(`${what}: is ${kindOfValue(text)}; give a text`);
};

/** Checks and copies counts of calls towards limits. */
export const checkCounts = (counted: Counted): Counted => {
  const isWhole = (count: unknown): boolean => Number.isSafeInteger(count) && (count as number) > 0;
  const isRight = Array.isArray(counted) && counted.length > 0;
  if (isRight && counted.every((one) => typeof one?.of === 'string' && isWhole(one.windowMs) && isWhole(one.calls)))
    return counted.map(({ of, windowMs, calls }) => ({ of, windowMs, calls }));
  throw new InvalidArgument('counted: give a list of { of, windowMs, calls }: a text and two whole numbers from 1 on');
};

/** The longest key, in characters. */
export const keyLengthMax = 200;

export const checkKey = (key: string | undefined): void => {
  if (key !== undefined && (typeof key !== 'string' || key === '' || key.length > keyLengthMax))
    throw new InvalidArgument(`key: is ${kindOfValue(key)}; give a text of 1 to ${keyLengthMax} characters, or none`);
};

export const checkOperation = (id: string): Operation => {
  const operation = findOperation(id);
  if (operation === undefined)
    throw new InvalidArgument(
      `operation: there is no operation ${typeof id === 'string' ? JSON.stringify(id) : kindOfValue(id)}; the operation table lists them`,
    );
  return operation;
};

/** Checks and copies a client. */
export const copyClient = (client: GivenClient): GivenClient => {
  const { key, digest, because } = (client ?? {}) as { readonly key?: unknown; readonly digest?: unknown; readonly because?: unknown };
  if (typeof key === 'string') return { key };
  if (typeof digest === 'string') return { digest };
  if (key === null && (because === 'missing' || because === 'malformed' || because === 'operator')) return { key, because };
  throw new InvalidArgument("client: give { key: '…' }, or { key: null, because: 'missing', 'malformed' or 'operator' }");
};

/** Checks and copies a request, as it is written to the log. Later changes by the caller have no effect. */
export const copyRequest = (request: Request): Request => {
  const { method, params, query, headers, body, unreadable, podsim, ...others } = (request ?? {}) as Request;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new InvalidArgument(
      `request.${other}: is no part of a request; there are method, params, query, headers, body, unreadable and podsim`,
    );
  return {
    ...(method === undefined ? {} : { method: checkText(method, 'request.method') }),
    params: textsCopy(params, 'request.params') as Request['params'],
    query: textsCopy(query, 'request.query', true) as Request['query'],
    ...(headers === undefined ? {} : { headers: textsCopy(headers, 'request.headers') as Readonly<Record<string, string>> }),
    ...(body === undefined ? {} : { body: jsonCopy(body, 'request.body') }),
    ...(unreadable === undefined ? {} : { unreadable: unreadableCopy(unreadable) }),
    ...(podsim === undefined
      ? {}
      : { podsim: podsim.handler === undefined ? {} : { handler: jsonCopy(podsim.handler, 'request.podsim.handler') } }),
  };
};

const unreadableCopy = ({ kind, detail }: NonNullable<Request['unreadable']>): NonNullable<Request['unreadable']> => {
  if ((kind === 'malformed' || kind === 'too-large') && typeof detail === 'string') return { kind, detail };
  throw new InvalidArgument("request.unreadable: give { kind: 'malformed' or 'too-large', detail: '…' }");
};

/** Checks and copies texts by name. With `mayRepeat`, a name may have a list of texts. */
const textsCopy = (texts: unknown, what: string, mayRepeat = false): object => {
  const copy = jsonCopy(texts, what);
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy))
    throw new InvalidArgument(`${what}: is ${kindOfValue(texts)}; give an object of texts`);
  for (const [name, value] of Object.entries(copy)) {
    const isText = typeof value === 'string' || (mayRepeat && Array.isArray(value) && value.every((each) => typeof each === 'string'));
    if (!isText)
      throw new InvalidArgument(`${what}.${name}: is ${kindOfValue(value)}; give a text${mayRepeat ? ', or a list of texts' : ''}`);
  }
  return copy;
};
