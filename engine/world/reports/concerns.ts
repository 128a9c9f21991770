import { findId, findKind } from '../../cloud/entities.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';

type Find = (seq: number) => LogEntry<DomainEvent> | undefined;

/** Whether an event is about an entity: it happened to it. */
export const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = findKind(event);
  return kind !== undefined && findId(kind, event) === id;
};

/**
 * Whether an entry is about an entity or names it: `WorkerTookJob` concerns the worker and the job. A call concerns the entities in its
 * path, and a refusal those in the refused call's path.
 */
export const concerns = ({ cause, event }: LogEntry<DomainEvent>, id: string, find: Find): boolean => {
  if (event.type === 'InputReceived') return Object.values(event.request.params).includes(id);
  if (event.type === 'InputRefused') {
    const call = find(cause)?.event;
    return call?.type === 'InputReceived' && Object.values(call.request.params).includes(id);
  }
  return (
    findKind(event) !== undefined && Object.values(event as unknown as Readonly<Record<string, Json>>).some((value) => names(value, id))
  );
};

const names = (value: Json, id: string): boolean => value === id || (Array.isArray(value) && value.includes(id));
