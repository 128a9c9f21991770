import { type Either, left, right } from 'fp-ts/lib/Either.js';
import { handlerView } from '../../api/contract/handler/handlerView.ts';
import { findOperation } from '../../api/operations.ts';
import { findMedian } from '../../cloud/handler/drawnSetting.ts';
import type { HandlerSpec } from '../../cloud/handler/spec.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { finish } from '../../kernel/steps.ts';
import { type LogHeader, mergeSettings, readSettings, type WorldDefinition } from '../../simulator/definition.ts';
import { lowerMedian } from '../../statistics/lowerMedian.ts';
import { noAnswers } from './handlerText.ts';
import { makeStandIn, type RecordedWork, readWork } from './recordedWork.ts';

/** A world, and its callers' inputs. The entries serve only to read the inputs: their consequences will be in another log. */
export interface CallersSession {
  readonly header: LogHeader;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

/**
 * The same world with a stand-in for its real workers, from the start, and the inputs without those of these workers. Left says why there
 * is none.
 */
export const withoutWorkers = (header: LogHeader, entries: readonly LogEntry<DomainEvent>[]): Either<string, CallersSession> => {
  const work = finish(readWork(entries));
  if (work.size === 0) return left('no endpoint of this log has real workers, so it needs no stand-in: record it as it is');
  const handlers = new Map([...work].map(([id, { answers, atOnce }]) => [id, makeStandIn(answers, atOnce)] as const));
  if ([...handlers.values()].every((handler) => handler === undefined)) return left(noAnswers(work));
  const { definition } = header;
  const endpoints = definition.endpoints.map((endpoint) =>
    endpoint.handler.external === undefined ? endpoint : { ...endpoint, handler: handlers.get(endpoint.id) ?? endpoint.handler },
  );
  const settings = startingAsSlowly(definition, work);
  return right({ header: { ...header, definition: { ...definition, endpoints, settings } }, entries: ofCallers(entries, handlers) });
};

/**
 * A process asks for work some time after its container is up. A simulated worker does so at once, so its start takes longer by the median,
 * if all workers of the world were real: the setting is that of all.
 */
const startingAsSlowly = (definition: WorldDefinition, work: ReadonlyMap<string, RecordedWork>): WorldDefinition['settings'] => {
  const { endpoints, settings } = definition;
  const startUps = [...work.values()].flatMap((its) => its.startUps).sort((a, b) => a - b);
  const median = lowerMedian(startUps) ?? 0;
  if (median === 0 || endpoints.some(({ handler }) => handler.external === undefined)) return settings;
  const { worker } = readSettings(definition);
  return mergeSettings(settings, { worker: Object.fromEntries(starts.map((name) => [name, findMedian(worker[name]) + median])) });
};

/** How long a container takes to be up, in each of the ways in which it starts. */
const starts = ['start', 'flashbootStart', 'priorityFlashbootStart', 'restartAfterCrash'] as const;

/** All but the inputs of workers, and which of these were refused or held. */
const ofCallers = (
  entries: readonly LogEntry<DomainEvent>[],
  handlers: ReadonlyMap<string, HandlerSpec | undefined>,
): readonly LogEntry<DomainEvent>[] => {
  const leftOut = new Set<number>();
  const calls = new Set<string>();
  return entries.flatMap((entry) => {
    const { seq, cause, event } = entry;
    if (event.type === 'InputReceived' && isOfWorkers(event.operation)) leftOut.add(seq);
    if (event.type === 'CallHeld' && leftOut.has(cause)) calls.add(event.callId);
    const isTheirs = (event.type === 'CallHeld' || event.type === 'InputRefused') && leftOut.has(cause);
    const isLeftOut = leftOut.has(seq) || isTheirs || (event.type === 'CallerLeft' && calls.has(event.call));
    return isLeftOut ? [] : [{ ...entry, event: withHandler(event, handlers) }];
  });
};

/** The calls of a worker's process, and its host's reports about it. */
const isOfWorkers = (operation: string): boolean => {
  const { api, resolves = {} } = findOperation(operation) ?? {};
  return api === 'worker' || (api === 'control' && 'worker_id' in resolves);
};

/** A handler that was made external later is a stand-in from then on. */
const withHandler = (event: DomainEvent, handlers: ReadonlyMap<string, HandlerSpec | undefined>): DomainEvent => {
  if (event.type !== 'InputReceived' || event.operation !== 'setHandler') return event;
  const { request } = event;
  const isExternal = (request.body as { readonly external?: unknown } | null | undefined)?.external !== undefined;
  const handler = isExternal ? handlers.get(request.params['id'] ?? '') : undefined;
  return handler === undefined ? event : { ...event, request: { ...request, body: handlerView(handler) as Json } };
};
