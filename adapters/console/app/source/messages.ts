import type { Difference, DomainEvent, LogEntry, LogHeader } from '../../../../engine/index.ts';
import type { ScenarioText } from '../pageData.ts';
import type { RunAnswers, RunOutcome } from './source.ts';

/** One run of a scenario. */
export interface PlayRequest {
  readonly scenario: ScenarioText;
  /** Its place among the runs of the file. */
  readonly index: number;
}

/** What the page asks of the worker: to play a run, to play it for the answers of its calls, or to measure two. */
export type WorkerRequest =
  | { readonly type: 'play'; readonly run: PlayRequest }
  | { readonly type: 'answer'; readonly run: PlayRequest }
  | { readonly type: 'measure'; readonly a: PlayRequest; readonly b: PlayRequest };

/** What the worker says, in this order: of a pair only `measured`, of answers only `answered`. `failed` may come at any time, and is the last. */
export type PlayerMessage =
  | { readonly type: 'began'; readonly header: LogHeader; readonly title: string }
  | { readonly type: 'appended'; readonly entries: readonly LogEntry<DomainEvent>[] }
  | { readonly type: 'ended'; readonly outcome: RunOutcome }
  | { readonly type: 'answered'; readonly answers: RunAnswers }
  | { readonly type: 'measured'; readonly differences: readonly Difference[] }
  | { readonly type: 'failed'; readonly problems: readonly string[] };
