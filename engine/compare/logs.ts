import type { DomainEvent } from '../entities.ts';
import type { LogEntry } from '../kernel/log.ts';
import { type Divergence, divergence } from '../reports/divergence.ts';
import { type HistoryDifferences, historyDifferences } from './histories.ts';

/** Two logs side by side: where they part and why, and whose story differs. */
export interface LogsCompared {
  /** Undefined where they are the same to the letter. */
  readonly divergence: Divergence | undefined;
  readonly stories: HistoryDifferences;
}

export const compareLogs = (a: readonly LogEntry<DomainEvent>[], b: readonly LogEntry<DomainEvent>[]): LogsCompared => ({
  divergence: divergence(a, b),
  stories: historyDifferences(a, b),
});
