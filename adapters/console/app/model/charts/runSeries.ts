import type { DomainEvent, State, StateChange } from '../../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import { LogRecorder, openSpan, Spending } from '../../../../../engine/world/index.ts';

/** What the charts show, as the engine's own reports have it, folded as the entries come. */
export class RunSeries {
  readonly record = new LogRecorder(openSpan);
  readonly spending = new Spending();

  add(entry: LogEntry<DomainEvent>, change: StateChange | undefined, state: State): void {
    this.record.add(entry);
    if (change !== undefined) this.spending.add(change, state);
  }

  forget(entry: LogEntry<DomainEvent>): void {
    this.record.forget(entry);
    this.spending.forget(entry.at);
  }
}
