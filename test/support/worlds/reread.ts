import type { DomainEvent } from '../../../engine/cloud/input.ts';
import { entryText } from '../../../engine/kernel/entryText.ts';
import type { LogEntry } from '../../../engine/kernel/logEntry.ts';
import type { World } from '../../../engine/world/world.ts';

/** A log as read from a file: its keys have another order, and all its objects are new. */
export const reread = ({ log }: Pick<World, 'log'>): LogEntry<DomainEvent>[] => [...log.entries()].map(rereadEntry);

const rereadEntry = (entry: LogEntry<DomainEvent>): LogEntry<DomainEvent> => {
  const { seq, at, cause, ...event } = JSON.parse(entryText(entry));
  return { seq, at, cause, event };
};
