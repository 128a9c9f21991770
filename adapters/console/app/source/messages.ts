import type { DomainEvent, LogEntry, LogHeader } from '../../../../engine/index.ts';
import type { LessonText, ScenarioText } from '../pageData.ts';
import type { RunAnswers, RunOutcome } from './source.ts';
import type { TaskRun, TaughtLesson } from './taught.ts';

/** A longer run is stopped. A link may bring a scenario that never ends. */
export const entriesMax = 500_000;

/** What the page asks of the worker: one run of a scenario. */
export interface PlayRequest {
  readonly scenario: ScenarioText;
  /** Its place among the runs of the file. */
  readonly index: number;
  /** Not its log, but the answers of its calls. */
  readonly wants?: 'answers';
}

/** The same for a lesson: all that it shows; or, where there are steps, what they come to in its sandbox. */
export interface LessonRequest {
  readonly lesson: LessonText;
  readonly steps?: string;
}

/** What the worker says, in this order. `failed` may come at any time, and is the last. */
export type PlayerMessage =
  | { readonly type: 'began'; readonly header: LogHeader; readonly title: string }
  | { readonly type: 'appended'; readonly entries: readonly LogEntry<DomainEvent>[] }
  | { readonly type: 'ended'; readonly outcome: RunOutcome }
  | { readonly type: 'taught'; readonly lesson: TaughtLesson }
  | { readonly type: 'tried'; readonly run: TaskRun }
  | { readonly type: 'answered'; readonly answers: RunAnswers }
  | { readonly type: 'failed'; readonly problems: readonly string[] };
