import type { DomainEvent } from '../cloud/input.ts';
import type { LogEntry } from '../kernel/logEntry.ts';
import { type Divergence, divergence } from '../world/reports/divergence.ts';
import { type HistoryDifferences, historyDifferences } from './histories.ts';

/** Two logs side by side: where they diverge and why, and which entities' histories differ. */
export interface LogsCompared {
  /** Undefined if the two logs are identical. */
  readonly divergence: Divergence | undefined;
  readonly histories: HistoryDifferences;
}

export const compareLogs = (a: readonly LogEntry<DomainEvent>[], b: readonly LogEntry<DomainEvent>[]): LogsCompared => ({
  divergence: divergence(a, b),
  histories: historyDifferences(a, b),
});
