import type { DomainEvent, LogEntry, LogHeader } from '../../../../engine/index.ts';
import type { ScenarioText } from '../pageData.ts';
import type { RunOutcome } from './source.ts';

/** What the page asks of the worker: one run of a scenario. */
export interface PlayRequest {
  readonly scenario: ScenarioText;
  /** Its place among the runs of the file. */
  readonly index: number;
}

/** What the worker says, in this order. `failed` may come at any time, and is the last. */
export type PlayerMessage =
  | { readonly type: 'began'; readonly header: LogHeader }
  | { readonly type: 'appended'; readonly entries: readonly LogEntry<DomainEvent>[] }
  | { readonly type: 'ended'; readonly outcome: RunOutcome }
  | { readonly type: 'failed'; readonly problems: readonly string[] };
