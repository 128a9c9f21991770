import { findKind } from '../../../cloud/entities.ts';
import type { DomainEvent } from '../../../cloud/input.ts';
import type { LogEntry } from '../../../kernel/logEntry.ts';

/**
 * The moments of a log at which all that was due has happened, each by the entry that is the newest then: one before each input, and one
 * at the end of each instant. `begun` is the number of entries with which the world began. The end of the log is no such moment: a
 * failure may have come in the middle of an instant.
 */
export const findSettledMoments = (entries: readonly LogEntry<DomainEvent>[], begun: number): readonly number[] => [
  begun,
  ...entries.slice(begun, -1).flatMap((entry, k) => (isSettled(entry, entries[begun + k + 1] as LogEntry<DomainEvent>) ? [entry.seq] : [])),
];

/** Calls are counted right before the call that they are logged with; and if only the clock has moved, nothing has changed. */
const isSettled = ({ at, event }: LogEntry<DomainEvent>, next: LogEntry<DomainEvent>): boolean =>
  event.type !== 'CallsCounted' && event.type !== 'ClockAdvanced' && (next.at > at || isInput(next));

const isInput = ({ event }: LogEntry<DomainEvent>): boolean => findKind(event) === undefined && event.type !== 'InputRefused';
