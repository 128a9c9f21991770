import { type Either, isLeft, left } from 'fp-ts/lib/Either.js';
import { authenticate } from '../api/admission/authorize.ts';
import { refuseLargeBody } from '../api/admission/bodySize.ts';
import { toLoggedRequest } from '../api/admission/secrets.ts';
import { isOffered } from '../api/contract/additions.ts';
import type { Answer, Operation } from '../api/operation.ts';
import { writeProblem } from '../api/problems.ts';
import { askForContract } from '../api/unknown/nearestPath.ts';
import { pathNotFound } from '../api/unknown/pathNotFound.ts';
import type { KeyDigests } from '../cloud/account/keyDigest.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { Settings } from '../cloud/entities.ts';
import type { Client, Request } from '../cloud/input.ts';
import type { Principal } from '../cloud/projections/keyring.ts';
import type { State } from '../cloud/state/state.ts';
import { plainCopy } from '../kernel/json.ts';
import type { Steps } from '../kernel/steps.ts';
import type { VirtualTime } from '../kernel/time.ts';
import type { LogHeader } from '../simulator/definition.ts';
import type { Unlogged } from '../simulator/unlogged.ts';
import { checkKey, checkOperation, checkTime, copyClient, copyRequest } from './arguments.ts';
import type { Input, KeptInput, KnownCall, Reply } from './receive.ts';

/**
 * What a caller gives, looked at, copied, and rid of its secrets, before anything changes; who that is, and when the call
 * arrives; or why the world does not know the caller, or its contract the operation or a body of that size. Throws `InvalidArgument`.
 */
export const checkInput = (given: Input, world: CheckingWorld): UnknownCall | CheckedInput => {
  const { now, header } = world;
  const operation = checkOperation(given.operation);
  const at = given.at === undefined ? now : checkTime(given.at, now, header.definition.startMs);
  checkKey(given.key);
  const { key, base, unguarded } = given;
  const client = world.digests.withDigest<Client>(unguarded ? given.client : copyClient(given.client));
  const request = unguarded ? given.request : copyRequest(given.request);
  if (!isOffered(operation, world.settings.account.contract))
    return { input: { ...given, client, request }, because: pathOfLater(operation, world) };
  const kept = toLoggedRequest(operation, request);
  const caller = findCaller(world, operation, { client, request }, at);
  if (isLeft(caller)) return { input: { ...given, client, request }, because: caller.left };
  return { operation, at, client, request: kept, principal: caller.right, key, base };
};

/** In the words of a path that is not there: the call of a later contract's operation is one. */
const pathOfLater = ({ path }: Operation, { settings }: Pick<CheckingWorld, 'settings'>): Rejection => ({
  ...pathNotFound,
  detail: `${pathNotFound.detail}${askForContract(path, settings.account.contract)}`,
});

/** Who makes a call, if the world takes it: what is refused here is refused before anything happens (limits.unknown-caller, errors.body-size). */
export const findCaller = (
  { state, settings }: Pick<CheckingWorld, 'state' | 'settings'>,
  operation: Operation,
  { client, request }: Pick<KeptInput, 'client' | 'request'>,
  at: VirtualTime,
): Either<Rejection, Principal> => {
  const large = refuseLargeBody(operation, request, settings);
  return large === undefined ? authenticate(state, client, operation.api, at) : left(large);
};

/** The same; what is long of a call is read in steps. */
export function* checkInSteps(given: Input, world: CheckingWorld): Steps<UnknownCall | CheckedInput> {
  const call = checkInput(given, world);
  if (given.readAhead !== undefined && !('because' in call)) yield* given.readAhead(call.request);
  return call;
}

interface CheckingWorld {
  readonly now: VirtualTime;
  readonly settings: Settings;
  readonly state: State;
  readonly header: LogHeader;
  readonly digests: KeyDigests;
}

interface CheckedInput extends KnownCall {
  readonly at: VirtualTime;
}

/** A call whose caller the world does not know, or whose operation, or whose body is too large by its contract, and why. */
export interface UnknownCall {
  readonly input: KeptInput;
  readonly because: Rejection;
}

/** Nothing happens, no time passes, and the log says nothing of it. What is known of such a call is without its body (limits.unknown-caller). */
export const turnAway = (unlogged: Pick<Unlogged, 'calls'>, { input: { operation, client, request }, because }: UnknownCall): Reply => {
  unlogged.calls += 1;
  return { call: { type: 'InputReceived', operation, client, request: withoutBody(request) }, seq: null, answer: writeProblem(because) };
};

/** As much of a request as is noted where its caller is not known. */
export const withoutBody = (request: Request): Request => {
  const { params, query } = request;
  return { params, query };
};

/** The reply that the caller gets: one that it may change, unless it does not share what it gets. */
export const replyForCaller = ({ unguarded }: Input, reply: Reply): Reply =>
  unguarded || !('answer' in reply) ? reply : { ...reply, answer: answerCopy(reply.answer) };

/** The same of an answer that comes later. */
export const callbackForCaller = ({ unguarded }: Input, onAnswer: (answer: Answer) => void): ((answer: Answer) => void) =>
  unguarded ? onAnswer : (answer) => onAnswer(answerCopy(answer));

/** An answer that its reader may change: nothing of it is part of the world. */
const answerCopy = (answer: Answer): Answer => (answer.body === undefined ? answer : { ...answer, body: plainCopy(answer.body) });
