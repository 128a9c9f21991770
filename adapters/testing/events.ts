import type { DomainEvent } from '../../engine/cloud/index.ts';
import type { LogEntry, VirtualTime } from '../../engine/kernel/index.ts';
import type { World } from '../../engine/world/index.ts';
import { findEntity, isAbout } from './checks/entity.ts';
import { checkOptions, checkPattern, type OptionNames } from './checks/given.ts';

export type EventType = DomainEvent['type'];

/** Anything that has a log: a world, or a recorded log. */
export type Log = Pick<World['log'], 'entries' | 'entry'>;

/** An entry of the log, flattened: its number, its time, the entry that caused it, and the fields of its event. */
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
  /** Only events of this job, worker, pod, … */
  readonly entity?: string;
  /** Only entries after the one of this number. */
  readonly after?: number;
}

const filterOptions: OptionNames<EventFilter> = { type: 1, entity: 1, after: 1 };

/** The entries of a log that a filter selects, oldest first. */
export const entriesWhere = (log: Log, filter: EventFilter): readonly LogEntry<DomainEvent>[] => {
  const { type, entity, after } = filter;
  checkOptions('world.events', filter, filterOptions);
  if (type !== undefined) checkPattern('world.events', type);
  const id = 'entity' in filter ? findEntity('world.events: `entity`', log, entity) : undefined;
  return [...log.entries(after)].filter(
    ({ event }) => (type === undefined || event.type === type) && (id === undefined || isAbout(event, id)),
  );
};

export const flatten = <Type extends EventType>({ seq, at, cause, event }: LogEntry<DomainEvent>): TestEvent<Type> =>
  ({ seq, at, cause, ...event }) as TestEvent<Type>;
