import type { Answer } from '../../api/operation.ts';
import type { DomainEvent } from '../../cloud/input.ts';
import type { Json } from '../../kernel/canonical.ts';
import type { LogEntry } from '../../kernel/logEntry.ts';
import { finish } from '../../kernel/steps.ts';
import type { VirtualTime } from '../../kernel/time.ts';
import type { LogHeader } from '../../simulator/definition.ts';
import { definitionOfLog } from '../arguments.ts';
import { World } from '../world.ts';
import { playInputs } from './rerun.ts';

/** The answer of a call, and when it was given. */
export interface AnswerGiven {
  readonly at: VirtualTime;
  readonly status: number;
  readonly body?: Json;
  /** Of a refusal. */
  readonly rule?: string;
}

/**
 * The answers to the calls in a log, by the entries of these calls. A log has no answers, so its inputs are played again: under the
 * rules and with the handlers that it was made with, the answers are the same.
 */
export const replayAnswers = ({ definition }: LogHeader, entries: Iterable<LogEntry<DomainEvent>>): ReadonlyMap<number, AnswerGiven> => {
  const world = new World(definitionOfLog(definition), { invariants: false });
  const answers = new Map<number, AnswerGiven>();
  finish(playInputs(world, entries, (seq, answer) => answers.set(seq, answerGiven(answer, world.now))));
  return answers;
};

export const answerGiven = ({ status, body: given, afterwards: body = given, rule }: Answer, at: VirtualTime): AnswerGiven => ({
  at,
  status,
  ...(body === undefined ? {} : { body }),
  ...(rule === undefined ? {} : { rule }),
});
