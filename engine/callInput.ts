import type { Answer, Operation } from './api/operation.ts';
import { keptOf } from './api/secrets.ts';
import { checkKey, checkOperation, checkTime, copyClient, copyRequest } from './arguments.ts';
import { plainCopy } from './kernel/json.ts';
import type { VirtualTime } from './kernel/time.ts';
import type { Input, Reply } from './receive.ts';

/** What a caller gives, looked at, copied, and rid of its secrets, before anything changes; and when it arrives. Throws `InvalidArgument`. */
export const checkInput = (given: Input, now: VirtualTime, startMs: number): CheckedInput => {
  const operation = checkOperation(given.operation);
  const at = given.at === undefined ? now : checkTime(given.at, now, startMs);
  checkKey(given.key);
  const copy = given.unguarded ? given : { ...given, client: copyClient(given.client), request: copyRequest(given.request) };
  const request = keptOf(operation, copy.request);
  return { operation, at, input: request === copy.request ? copy : { ...copy, request } };
};

interface CheckedInput {
  readonly operation: Operation;
  readonly at: VirtualTime;
  readonly input: Input;
}

/** The reply that the caller gets: one that it may change, unless it does not share what it gets. */
export const givenReply = ({ unguarded }: Input, reply: Reply): Reply =>
  unguarded || !('answer' in reply) ? reply : { ...reply, answer: answerCopy(reply.answer) };

/** The same of an answer that comes later. */
export const givenAnswer = ({ unguarded }: Input, onAnswer: (answer: Answer) => void): ((answer: Answer) => void) =>
  unguarded ? onAnswer : (answer) => onAnswer(answerCopy(answer));

/** An answer that its reader may change: nothing of it is part of the world. */
const answerCopy = (answer: Answer): Answer => (answer.body === undefined ? answer : { ...answer, body: plainCopy(answer.body) });
