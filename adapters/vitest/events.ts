import { type DomainEvent, idMeant, idOf, kindOf, type LogEntry, type VirtualTime, type World } from '../../engine/index.ts';

export type EventType = DomainEvent['type'];

/** Whatever holds a log: a world, or what is left of one. */
export type Log = Pick<World['log'], 'entries' | 'entry'>;

/** An entry of the log as it is written out: its place, its time, what brought it about, and what happened. */
export type TestEvent<Type extends EventType = EventType> = Type extends EventType
  ? EventCursor & Extract<DomainEvent, { readonly type: Type }>
  : never;

interface EventCursor {
  readonly seq: number;
  readonly at: VirtualTime;
  readonly cause: number;
}

export interface EventFilter<Type extends EventType = EventType> {
  readonly type?: Type;
  /** The id of a job, worker, pod, … whose events are wanted. */
  readonly entity?: string;
  /** Only what came after the entry of this number. */
  readonly after?: number;
}

/** The entries of a log that a filter lets through, oldest first. */
export const entriesWhere = (log: Log, { type, entity, after }: EventFilter): readonly LogEntry<DomainEvent>[] => {
  const id = entity === undefined ? undefined : idMeant(log, entity);
  return [...log.entries(after)].filter(
    ({ event }) => (type === undefined || event.type === type) && (id === undefined || isAbout(event, id)),
  );
};

export const flat = <Type extends EventType>({ seq, at, cause, event }: LogEntry<DomainEvent>): TestEvent<Type> =>
  ({ seq, at, cause, ...event }) as TestEvent<Type>;

export const isAbout = (event: DomainEvent, id: string): boolean => {
  const kind = kindOf(event);
  return kind !== undefined && idOf(kind, event) === id;
};
