import type { DomainEvent } from '../../../../../engine/cloud/index.ts';
import type { Difference } from '../../../../../engine/compare/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import type { LogHeader } from '../../../../../engine/simulator/index.ts';
import type { LessonText, ScenarioText } from '../../pageData.ts';
import type { WorkEnding } from '../calls/shorter.ts';
import type { RunAnswers, RunOutcome } from './source.ts';
import type { Dial, TaskRun, TaughtLesson } from './taught.ts';

/** A longer run is stopped. A link may bring a scenario that never ends. */
export const entriesMax = 500_000;

/** One run of a scenario. */
export interface PlayRequest {
  readonly scenario: ScenarioText;
  /** Its place among the runs of the file. */
  readonly index: number;
}

/**
 * The page's orders to the worker: to play a run, to play it for the answers of its calls, to measure two, to find how a job ends with each
 * of some changes; or to play a lesson, a learner's steps in its sandbox, or its story under other inputs.
 */
export type WorkerRequest =
  | { readonly type: 'play'; readonly run: PlayRequest }
  | { readonly type: 'answer'; readonly run: PlayRequest }
  | { readonly type: 'otherwise'; readonly run: PlayRequest; readonly id: string; readonly changes: readonly string[] }
  | { readonly type: 'measure'; readonly a: PlayRequest; readonly b: PlayRequest }
  | LessonRequest;

export interface LessonRequest {
  readonly type: 'lesson';
  readonly lesson: LessonText;
  /** What a learner does in the sandbox. */
  readonly steps?: string;
  /** The step whose dial is asked for, from 0. */
  readonly dial?: number;
}

/**
 * The worker's messages, in this order: of a pair only `measured`, of answers only `answered`, of changes only `ended otherwise`. `failed`
 * may come at any time, and is the last.
 */
export type PlayerMessage =
  | { readonly type: 'began'; readonly header: LogHeader; readonly title: string }
  | { readonly type: 'appended'; readonly entries: readonly LogEntry<DomainEvent>[] }
  | { readonly type: 'ended'; readonly outcome: RunOutcome }
  | { readonly type: 'taught'; readonly lesson: TaughtLesson }
  | { readonly type: 'turned'; readonly dial: Dial | undefined }
  | { readonly type: 'tried'; readonly run: TaskRun }
  | { readonly type: 'answered'; readonly answers: RunAnswers }
  | { readonly type: 'ended otherwise'; readonly endings: readonly (WorkEnding | undefined)[] }
  | { readonly type: 'measured'; readonly differences: readonly Difference[] }
  | { readonly type: 'failed'; readonly problems: readonly string[] };
