import type { DomainEvent } from '../../../../../engine/cloud/index.ts';
import type { LogEntry } from '../../../../../engine/kernel/index.ts';
import type { LogMoment, PlayedQuestion, PlayedStep } from '../../../../../engine/lab/lesson/index.ts';
import type { LogHeader } from '../../../../../engine/simulator/index.ts';
import type { CallToCome } from './callsToCome.ts';
import type { RunOutcome } from './source.ts';

/** A log as a whole. */
interface WholeLog {
  readonly header: LogHeader;
  readonly entries: readonly LogEntry<DomainEvent>[];
}

/** A step, and how far its story is shown once it has been answered. */
export interface TaughtStep extends PlayedStep {
  readonly shown: LogMoment;
}

/** The input of a lesson's world that the answer to a question turns on, with the story under each of its values, to where it is shown. */
export interface Dial {
  readonly name: string;
  /** Which of the values the lesson itself has. */
  readonly own: number;
  readonly worlds: readonly (WholeLog & {
    readonly text: string;
    readonly until: number;
    readonly answer: Pick<PlayedQuestion, 'computed' | 'known' | 'points'>;
  })[];
}

/** A lesson that has been played: everything that it shows, in its order. */
export interface TaughtLesson extends WholeLog {
  readonly title: string;
  readonly goal: string;
  readonly sources: readonly { readonly thread: string; readonly says: string }[];
  readonly steps: readonly TaughtStep[];
  /** The load, as far as a lesson may show it in advance. */
  readonly calls: readonly CallToCome[];
  /** The short name of each entity, by its id. */
  readonly names: ReadonlyMap<string, string>;
  readonly task: { readonly text: string; readonly goals: readonly string[]; readonly solution: string };
}

/** The outcome of a learner's steps in a sandbox. */
export interface TaskRun extends WholeLog {
  readonly outcome: RunOutcome;
  readonly isMet: boolean;
  readonly parts: readonly { readonly goal: string; readonly unmet: readonly string[]; readonly measured?: string }[];
}
