import type { Answer } from '../../api/operation.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { type AnswerGiven, answerGiven } from '../../world/history/answers.ts';
import type { Reply } from '../../world/receive.ts';
import type { World } from '../../world/world.ts';

/** A call of a step that left no entry in the log, because nothing followed from it, and its answer. */
export interface UnloggedCall {
  /** How many entries the log had when it was answered. */
  readonly after: number;
  /** As an entry, but for its number: it has none. */
  readonly call: Omit<LogEntry<DomainEvent>, 'seq'>;
  readonly answer: AnswerGiven;
}

/** The call that has just been made, with its answer. */
export const toUnloggedCall = ({ call }: Reply, answer: Answer, { log, now }: World): UnloggedCall => ({
  after: log.length,
  call: { at: now, cause: 0, event: call },
  answer: answerGiven(answer, now),
});
