import { findHeard } from '../../api/breakAnswer.ts';
import { findId, findProfile, type Kind, kinds, listBeginnings } from '../../cloud/entities.ts';
import type { FaultSpec } from '../../cloud/fault/events.ts';
import type { DomainEvent, Request } from '../../cloud/input.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';

/** The immediate result of a call, for readers and players of the scenario. */
export interface Came {
  /** Set if the call was held and its client left: the name of the call. */
  readonly left?: string;
  /** Set if the call created an entity that other calls refer to. */
  readonly made?: { readonly id: string; readonly name: string };
  readonly refused?: { readonly status: number; readonly rule: string };
}

/** The kind that each operation creates, if its answer has the `id` of the new entity. */
const createdBy: ReadonlyMap<string, Kind> = new Map(
  kinds.flatMap((kind) => findProfile(kind).createdBy.map((operation) => [operation, kind] as const)),
);

/** The events by which entities of these kinds begin. */
const births: ReadonlyMap<string, Kind> = new Map(
  [...new Set(createdBy.values())].flatMap((kind) => listBeginnings(kind).map((event) => [event, kind] as const)),
);

/** The result of each call of a log, by the number of its entry. */
export const listOutcomes = (entries: readonly LogEntry<DomainEvent>[]): ReadonlyMap<number, Came> => {
  const came = new Map<number, Came>();
  const named = namesIn(entries);
  const leftCalls = new Set(entries.flatMap(({ event }) => (event.type === 'CallerLeft' ? [event.call] : [])));
  const counts = new Map<Kind, number>();
  const faults = new Map<string, FaultSpec>();
  let call = { seq: 0, operation: '' };
  for (const { seq, cause, event } of entries) {
    if (event.type === 'InputReceived') call = { seq, operation: event.operation };
    // Where a fault has answered otherwise, its client did not hear this.
    if (event.type === 'InputRefused' && came.get(cause)?.refused === undefined)
      came.set(cause, { refused: { status: event.status, rule: event.rule } });
    // The call is answered later, so its answer cannot be used before that.
    if (event.type === 'CallHeld') came.set(call.seq, leftCalls.has(event.callId) ? { left: event.callId } : {});
    if (event.type === 'FaultInjected') faults.set(event.faultId, event.spec);
    if (event.type === 'FaultStruck' && cause === call.seq) noteBroken(came, call.seq, faults.get(event.faultId));
    const kind = births.get(event.type);
    if (kind === undefined) continue;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const id = findId(kind, event);
    const isItsOwn = cause === call.seq && createdBy.get(call.operation) === kind && came.get(call.seq) === undefined;
    if (isItsOwn && named.has(id)) came.set(call.seq, { made: { id, name: `${kind}-${counts.get(kind)}` } });
  }
  return came;
};

/** A call that took effect but whose answer a fault broke: its entity has no name, because its client never heard of it. */
const noteBroken = (came: Map<number, Came>, seq: number, spec: FaultSpec | undefined): void => {
  const heard = spec && findHeard(spec);
  const isAnswered = came.get(seq) === undefined || came.get(seq)?.made !== undefined;
  if (heard !== undefined && isAnswered) came.set(seq, { refused: heard });
};

/** Every string value in a request: ids among them. */
const namesIn = (entries: readonly LogEntry<DomainEvent>[]): ReadonlySet<string> => {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string') names.add(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(look);
  };
  for (const { event } of entries) if (event.type === 'InputReceived') listParts(event.request).forEach(look);
  return names;
};

const listParts = ({ params, query, body }: Request): readonly unknown[] => [params, query, body];
