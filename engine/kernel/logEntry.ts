import type { VirtualTime } from './time.ts';

/** Something that happened: past tense, plain JSON, never edited. */
export interface LoggedEvent {
  readonly type: string;
}

/** What is configured, as events have it: every field has a value, `null` if it has none. One that might be absent could be forgotten silently. */
export type Complete<Config extends Required<Config>> = Config;

/** One line of the log. `seq` counts from 1. `cause` is the seq of the entry that caused this one, 0 for the header. */
export interface LogEntry<Event extends LoggedEvent = LoggedEvent> {
  readonly seq: number;
  readonly at: VirtualTime;
  readonly cause: number;
  readonly event: Event;
}
