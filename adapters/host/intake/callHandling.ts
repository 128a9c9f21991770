import { isLeft } from 'fp-ts/lib/Either.js';
import { type Answer, beforeQuery, isRead, type Limits, listLookedAt, type Operation, writeProblem } from '../../../engine/api/index.ts';
import type { Client, Principal, Rejection } from '../../../engine/cloud/index.ts';
import { isLong, type Steps, type VirtualTime } from '../../../engine/kernel/index.ts';
import type { Journal } from '../../../engine/process/index.ts';
import { findCaller, type Input, type World, withoutBody } from '../../../engine/world/index.ts';
import { type BodyText, formatLongBody, takeBeginning } from '../call/bodyText.ts';
import type { DiscardedKeyWatch } from '../call/discardedKeys.ts';
import type { HostedCall, Stamp } from '../call/hostedCall.ts';
import { stoppingRejection } from '../call/stopping.ts';
import type { Clock } from '../clock/clock.ts';
import type { SilenceWatch } from '../clock/silenceWatch.ts';
import type { Durability } from '../storage/durability.ts';
import type { WaitingCalls } from './waitingCalls.ts';
import type { WorldWork } from './worldWork.ts';

/** The parts of a host that a call passes through, on its way to the world and back. */
export interface CallContext {
  readonly world: World;
  readonly journal: Journal;
  readonly limits: Limits;
  readonly durability: Durability;
  readonly work: WorldWork;
  readonly waiting: WaitingCalls;
  readonly silence: SilenceWatch | undefined;
  readonly discarded: DiscardedKeyWatch;
  readonly clock: () => Clock;
  readonly stamp: () => Stamp;
  /** Why the world is no longer served; undefined while it is. */
  readonly closedBecause: () => string | undefined;
}

/** Makes a call to the world, in its turn. The call gets its answer once it is durable: now, or later if the world holds it. */
export function* handleCall(context: CallContext, row: Operation, input: Input, call: HostedCall): Steps<void> {
  const { world, journal, durability, waiting } = context;
  const { writeError } = durability;
  if (writeError !== undefined && !isRead(row))
    return void call.respond(writeProblem(writeError), { ...context.stamp(), ...durability.unkept });
  const at = decideArrival(context, input, call);
  const { problem } = context.clock();
  if (problem !== undefined && row.api !== 'control') return void call.respond(writeProblem(toCaller(row, problem)), context.stamp());
  let noted = 0;
  const respond = (answer: Answer, text?: BodyText) => {
    if (row.id === 'pingWorker' && answer.status === 200) context.silence?.recordPing(beforeQuery(input.request.params['worker'] ?? ''));
    respondWhenDurable(context, call, { answer, text, noted: () => noted, mayBeUnkept: isRead(row) });
  };
  const reply = yield* world.callInSteps({ ...input, at }, (answer) => {
    if (call.callId !== undefined) waiting.remove(call.callId);
    if (isLong(answer.body))
      context.work.doOrElse(
        () => respondInSteps(respond, answer),
        () => respond(answer),
      );
    else respond(answer);
  });
  const { operation, client, request } = reply.call;
  noted = journal.open(operation, client, request, { seq: reply.seq, after: world.log.length, at: world.now });
  if ('answer' in reply) {
    respond(reply.answer, yield* formatLongBody(reply.answer));
    yield* followAnswer(context.clock(), row, input, reply.answer);
    return;
  }
  const callId = reply.held;
  call.callId = callId;
  waiting.add(callId, describeCall(row, input), respond);
  const because = context.closedBecause();
  if (call.isAbandoned) waiting.leave(callId);
  // This world stopped being served while the call was under way.
  else if (because !== undefined) waiting.giveUp(callId, stoppingRejection(because));
  else if (row.api !== 'worker') yield* waiting.wait(callId);
  else waiting.poll(callId, respond);
}

/** A call as its client wrote it, such as `POST /v2/ep/runsync`. */
const describeCall = ({ methods, path }: Operation, { request }: Input): string =>
  `${request.method ?? methods[0] ?? 'GET'} ${path.replace(/\{(\w+)\}/g, (_, name: string) => request.params[name] ?? '')}`;

/** Gives a long answer, whose text is made in steps. */
function* respondInSteps(respond: (answer: Answer, text?: BodyText) => void, answer: Answer): Steps<void> {
  respond(answer, yield* formatLongBody(answer));
}

/**
 * Finds the caller. Refuses a call, and returns undefined, if the world does not know its caller or if its body is too large by its
 * contract. Such a call takes no turn, and no clock or watch receives it: the world and its log stay as they are, and the journal has a
 * line without its body (limits.unknown-caller).
 */
export const callerOrRefuse = (
  context: CallContext,
  row: Operation,
  { client, request, at }: Input,
  call: HostedCall,
): Principal | undefined => {
  const { world, journal } = context;
  const kept = world.digests.withDigest<Client>(client);
  const caller = findCaller(world, row, { client: kept, request }, at ?? context.clock().arrival());
  if (!isLeft(caller)) return caller.right;
  const noted = journal.open(row.id, kept, withoutBody(request), { seq: null, after: world.log.length, at: world.now });
  respondWhenDurable(context, call, { answer: writeProblem(caller.left), noted: () => noted, mayBeUnkept: true });
  return undefined;
};

interface Response {
  readonly answer: Answer;
  readonly text?: BodyText | undefined;
  /** The number of the call in the journal. */
  readonly noted: () => number;
  /** It is given also while the log cannot be written. */
  readonly mayBeUnkept: boolean;
}

/** Sends the answer of a call once every entry that it depends on is durable, and records it in the journal. */
const respondWhenDurable = (
  { world, journal, limits, durability, stamp: stampNow }: CallContext,
  call: HostedCall,
  { answer, text, noted, mayBeUnkept }: Response,
): void => {
  const stamp = stampNow();
  durability.whenDurable((writeError) => {
    const told = writeError === undefined || mayBeUnkept ? answer : writeProblem(writeError);
    const shown = writeError === undefined ? stamp : { ...stamp, ...durability.unkept };
    const sent = call.respond(told, shown, told === answer ? text : undefined);
    journal.close(noted(), told.status, told.rule, textToShow(told, sent, limits.journalBody), world.now);
  });
};

const decideArrival = ({ clock, world }: CallContext, input: Input, { arrivesAt }: HostedCall): VirtualTime => {
  const at = input.at ?? arrivesAt ?? clock().arrival();
  // Time may have been moved further meanwhile.
  return at === arrivesAt && at < world.now ? world.now : at;
};

/** After 503, a worker that polls would ask again at once. */
const toCaller = ({ api, resume }: Operation, problem: Rejection): Rejection =>
  api === 'worker' && resume !== undefined ? { ...problem, kind: 'exhausted' } : problem;

/** Lets the clock run to the change that a client polls for, or for as long as a refusal told it to wait. */
function* followAnswer(clock: Clock, row: Operation, { request }: Input, answer: Answer): Steps<void> {
  const told = answer.headers?.['retry-after'];
  if (told !== undefined) yield* clock.onToldToWait(Number(told));
  const looked = answer.frames === undefined ? listLookedAt(row, request, answer) : [];
  if (looked.length > 0) yield* clock.onPoll(looked);
}

/** The body of an answer as the journal shows it, without secrets that an answer shows only once. */
const textToShow = ({ afterwards }: Answer, sent: BodyText | undefined, charactersMax: number): string | undefined =>
  takeBeginning(afterwards === undefined ? sent : JSON.stringify(afterwards), charactersMax);
