import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js';
import { type Admission, admit, nothingReferred, readTarget } from '../api/admission/admit.ts';
import { areUsedUp, findExceeded, type Limit, limitStates, listLimits } from '../api/admission/limits.ts';
import { breakAnswer, replaceAnswer } from '../api/breakAnswer.ts';
import { type Answer, isRead, type Operation, type Outcome, type Ran, type RequestContext } from '../api/operation.ts';
import { writeProblem } from '../api/problems.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { Client, GivenClient, InputEvent, Request } from '../cloud/input.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import { trigger } from '../cloud/policies/faults.ts';
import type { RequestHistory } from '../cloud/projections/inputKeys.ts';
import type { Principal } from '../cloud/projections/keyring.ts';
import { invariant } from '../kernel/invariant.ts';
import { keyText } from '../kernel/rng.ts';
import type { Steps } from '../kernel/steps.ts';
import { later, type VirtualTime } from '../kernel/time.ts';
import { refusalsSpare } from '../simulator/invariants.ts';
import type { Simulator } from '../simulator/simulation.ts';
import type { Arrival } from '../simulator/unlogged.ts';
import type { OnAnswer, PendingCalls } from './pendingCalls.ts';

/** One call, whichever way it came. */
export interface Input {
  readonly operation: string;
  readonly client: GivenClient;
  readonly request: Request;
  /** When it arrives; now unless given, and never before now. */
  readonly at?: VirtualTime;
  /** The base of the URLs in its answer: the address at which the caller finds the APIs. */
  readonly base?: string;
  /**
   * The caller does not share what it gives and gets, and changes none of it: an adapter that parses the one from text and
   * makes a text of the other. Then nothing is looked at and nothing copied; else both are.
   */
  readonly unguarded?: true;
  /** Given for a long request, by a caller in steps: reads it in steps (`readAhead` of `cloud/projections/inputKeys.ts`), before the call is made. */
  readonly readAhead?: (request: object) => Steps<void>;
  /** The key of its ids and draws; by default, its content and its time. An account uses a key once (control.call-key). */
  readonly key?: string;
}

/** The same without secrets. */
export interface KeptInput extends Omit<Input, 'client'> {
  readonly client: Client;
}

/** Answered at once, or held: then `onAnswer` is told when the world has come that far. */
export type Reply = LoggedCall & ({ readonly answer: Answer } | { readonly held: string });

/** The call as the log has it, and its entry there; null where it left none. */
interface LoggedCall {
  readonly call: Arrival;
  readonly seq: number | null;
}

/**
 * A call goes through whose caller is known: what they may, what comes of it; and what the log says of each. The world lets happen
 * what is due before it, and looks at what it is given.
 */
export const receive = (sim: Simulator, pendingCalls: PendingCalls, known: KnownCall, onAnswer: OnAnswer): Reply | Steps<Reply> => {
  const { operation } = known;
  const call = new CallUnderWay(sim, known);
  sim.recorder.arrive(call.arrival);
  const refusal = admit(call);
  if (refusal?.kind === 'exhausted' && call.countByExceeded()) sim.recorder.arrive(call.arrival);
  const ran = refusal === undefined ? operation.run(sim.context, call as unknown as RequestContext<never, never>) : left(refusal);
  return 'next' in ran ? inSteps(ran, sim, pendingCalls, call, onAnswer) : replyTo(sim, pendingCalls, call, onAnswer, ran);
};

/** A call, and who makes it. */
export interface KnownCall extends Omit<KeptInput, 'operation' | 'at' | 'unguarded' | 'readAhead' | 'base' | 'key'> {
  readonly operation: Operation;
  readonly principal: Principal;
  readonly base: string | undefined;
  readonly key: string | undefined;
}

function* inSteps(running: Steps<Ran>, sim: Simulator, pendingCalls: PendingCalls, call: CallUnderWay, onAnswer: OnAnswer): Steps<Reply> {
  return replyTo(sim, pendingCalls, call, onAnswer, yield* running);
}

const replyTo = (sim: Simulator, pendingCalls: PendingCalls, call: CallUnderWay, onAnswer: OnAnswer, outcome: Ran): Reply => {
  const { operation, principal, limits, arrival } = call;
  const { request } = arrival;
  const isSafe = sim.state.activeFaults.isEmpty;
  const slow = isSafe ? undefined : slowing(sim, operation, request, call.inputKey);
  const given = isSafe ? outcome : breakIfAnswered(sim, call, outcome);
  const mayBeQuiet = !call.wasAskedForKey && changesNothing(sim, operation, outcome, limits);
  const seq = mayBeQuiet && sim.recorder.dropCall() ? null : sim.recorder.recordCall();
  if (seq !== null) call.keep(isLeft(outcome));
  else if (!isLeft(outcome)) sim.judge?.checkQuiet(arrival, sim.log.length);
  const bare = isLeft(given) ? { answer: refuse(sim, operation, given.left, seq, call.heard) } : given.right;
  const isOwn = 'answer' in bare && operation.api === 'management' && bare.answer.asGiven !== true;
  const reply = isOwn ? { answer: withLimits(sim, bare.answer, limits) } : bare;
  if ('wait' in reply) {
    const wait = { ...reply.wait, delayMs: slow?.delayMs ?? 0, ...(slow === undefined ? {} : { slowedBy: slow.id }) };
    return { call: arrival, seq, held: pendingCalls.hold(sim, { operation, request, principal, wait, onAnswer }) };
  }
  const { answer } = reply;
  if (slow === undefined) return { call: arrival, seq, answer };
  const wait = { jobId: null, waitsFor: 'time', until: later(sim.now, slow.delayMs), delayMs: 0, slowedBy: slow.id } as const;
  return { call: arrival, seq, held: pendingCalls.hold(sim, { operation, request, principal, wait, answer, onAnswer }) };
};

/** Of a call that is answered at once, what a fault leaves of the answer, or gives in its place. A call that is held meets faults when it is answered. */
const breakIfAnswered = (sim: Simulator, call: CallUnderWay, outcome: Ran): Ran => {
  const { operation, request, inputKey } = call;
  const where = () => ({ ...readTarget(operation, request), occasion: inputKey });
  if (isLeft(outcome)) {
    // As for the other faults of calls, limits come before.
    if (operation.api !== 'control' && outcome.left.kind !== 'exhausted') call.heard ??= replaceAnswer(sim.context, where, true);
    return outcome;
  }
  if ('wait' in outcome.right) return outcome;
  return right({ answer: breakAnswer(sim.context, operation, outcome.right.answer, where) });
};

/** The fault that makes the call slow, if one does. */
const slowing = (sim: Simulator, operation: Operation, request: Request, inputKey: () => string) => {
  if (operation.api === 'control') return undefined;
  const where = () => ({ ...readTarget(operation, request), occasion: inputKey });
  return trigger(sim.context, 'api-latency', where) ?? trigger(sim.context, 'answer-late', where);
};

/**
 * Whether a call leaves nothing in the log where nothing has followed from it: one that changes nothing, a read that is refused, and
 * one over a limit that the log says is used up, mostly by the first such call. A write that is refused otherwise stays with its
 * reason; so does a call that was asked for its key, for a fault may have missed it by chance, and what its twins meet depends on
 * their number.
 */
const changesNothing = (sim: Simulator, operation: Operation, outcome: Either<Rejection, Outcome>, limits: readonly Limit[]): boolean => {
  if (!isLeft(outcome)) return 'answer' in outcome.right;
  return outcome.left.kind === 'exhausted' ? isUsedUp(sim, limits) : isRead(operation);
};

/** Whether the log says that one of these limits is used up; counts that it lacks are recorded first. */
const isUsedUp = (sim: Simulator, limits: readonly Limit[]): boolean => {
  if (!areUsedUp(sim.context, limits)) sim.recorder.recordCounts(sim.recorder.unlogged.takeCounts(sim.now, limits));
  return areUsedUp(sim.context, limits);
};

/** The answer of a call that is refused, and its entry where the call has one. Nothing but a fault that struck may have happened before. */
const refuse = (sim: Simulator, { id }: Operation, rejection: Rejection, cause: number | null, heard: Answer | undefined): Answer => {
  const answer = writeProblem(rejection);
  if (cause === null) return heard ?? answer;
  for (const entry of sim.log.entries(cause)) {
    invariant(
      entry.event.type === 'FaultStruck' || entry.event.type === 'FaultEnded',
      () => `${id} was refused after ${entry.event.type}`,
      refusalsSpare,
    );
  }
  const { kind, rule, detail, errors } = rejection;
  const event: InputEvent = { type: 'InputRefused', operation: id, kind, rule, status: answer.status, detail };
  sim.recorder.recordInput(errors === undefined ? event : { ...event, errors }, cause);
  return heard ?? answer;
};

/** Answers of the management API tell how the caller stands (limits.headers). */
const withLimits = (sim: Simulator, answer: Answer, limits: readonly Limit[]): Answer =>
  limits.length === 0 ? answer : { ...answer, limits: limitStates(sim.context, limits) };

const writeArrival = ({ operation: { id: operation }, client, request, key }: KnownCall, limits: readonly Limit[]): Arrival => {
  if (key !== undefined && limits.length === 0) return { type: 'InputReceived', operation, client, request, key };
  return {
    type: 'InputReceived',
    operation,
    client,
    request,
    ...(key === undefined ? {} : { key }),
    ...(limits.length === 0 ? {} : { counted: limits.map(({ of, windowMs }) => ({ of, windowMs })) }),
  };
};

/** What the keys of calls begin with that their caller gives: made once for each caller. */
const beginGivenKey = (principal: Principal): string => {
  const known = givenKeysBegin.get(principal);
  if (known !== undefined) return known;
  const text = keyText('given', principal.accountId);
  givenKeysBegin.set(principal, text);
  return text;
};
const givenKeysBegin = new WeakMap<Principal, string>();

/** A call on its way through, and what is known of it. */
class CallUnderWay implements Admission {
  readonly sim: SimulationContext;
  readonly operation: Operation;
  readonly principal: Principal;
  readonly accountId: string;
  readonly key: Principal['key'];
  readonly request: Request;
  query: unknown;
  body: unknown;
  referred = nothingReferred.referred;
  readonly givenKey: string | undefined;
  readonly base: string;
  readonly limits: readonly Limit[];
  /** As the log has it, once it does. */
  arrival: Arrival;
  heard?: Answer | undefined;
  wasAskedForKey = false;
  readonly #said: RequestHistory | undefined;
  readonly #known: KnownCall;

  constructor(sim: Simulator, known: KnownCall) {
    const { operation, principal, request } = known;
    this.#known = known;
    this.sim = sim.context;
    this.operation = operation;
    this.principal = principal;
    this.accountId = principal.accountId;
    this.key = principal.key;
    this.request = request;
    this.givenKey = known.key;
    this.base = known.base ?? '';
    this.limits = listLimits(sim.context, principal, operation, request);
    this.arrival = writeArrival(known, this.limits);
    this.#said = known.key !== undefined ? undefined : sim.state.twins.of(principal.accountId, operation.id);
  }

  /** Has a call that exceeds a limit count towards that limit only (limits.exceeded); false if it exceeds none. */
  countByExceeded(): boolean {
    const exceeded = findExceeded(this.sim, this.limits);
    if (exceeded === undefined) return false;
    this.arrival = writeArrival(this.#known, [exceeded]);
    return true;
  }

  /**
   * What the ids and draws of the call are keyed by: what its caller says, or what the call itself says. Both belong to the
   * account, so that no other account's call has them.
   */
  readonly inputKey = (): string => {
    if (!this.wasAskedForKey) this.#said?.record(this.arrival.request, this.sim.now);
    this.wasAskedForKey = true;
    if (this.#said !== undefined) return this.#said.key();
    return beginGivenKey(this.principal) + keyText(this.arrival.key ?? '');
  };

  /** It stands in the log: what it says has been said, and the key that it gives is used up, unless it was refused. */
  keep(wasRefused: boolean): void {
    if (!this.wasAskedForKey) this.#said?.record(this.arrival.request, this.sim.now);
    const { key } = this.arrival;
    if (key !== undefined && !wasRefused) this.sim.state.usedKeys.use(this.principal.accountId, key);
  }
}
