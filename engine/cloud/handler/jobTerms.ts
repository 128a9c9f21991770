import type { DurationMs } from '../../kernel/time.ts';
import type { HandlerChanges } from './handler.ts';

/** The terms fixed when the job was submitted. Jobs submitted with the same terms share one object. */
export interface JobTerms {
  readonly ttlMs: DurationMs;
  /** `policy.executionTimeout`; null = the endpoint's timeout, as it is when an attempt starts. */
  readonly executionTimeoutMs: DurationMs | null;
  readonly retentionMs: DurationMs;
  readonly lowPriority: boolean;
  readonly webhook: string | null;
  /** The webhook is really posted, because the world's definition allows its origin; absent = its receiver is simulated. */
  readonly webhookIsReal?: true;
  /** How the handler of this job differs from the handler of its endpoint. */
  readonly handler: HandlerChanges | null;
}
