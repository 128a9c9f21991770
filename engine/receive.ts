import { type Either, isLeft } from 'fp-ts/lib/Either.js';
import { admitted, whereOf } from './api/admit.ts';
import { authenticated } from './api/authorize.ts';
import { type Limit, limitStates, limitsOf } from './api/limits.ts';
import type { Answer, Operation } from './api/operation.ts';
import { problemOf } from './api/problems.ts';
import type { Callers, OnAnswer } from './callers.ts';
import type { Client, InputEvent, Request } from './input.ts';
import { refusalsSpare } from './invariants.ts';
import type { Rejection } from './kernel/decider.ts';
import { invariant } from './kernel/invariant.ts';
import { keyText } from './kernel/rng.ts';
import { later, type VirtualTime } from './kernel/time.ts';
import { strike } from './policies/faults.ts';
import type { Holder } from './projections/keyring.ts';
import type { SimulationLoop } from './simulation.ts';

/** One call, whichever way it came. */
export interface Input {
  readonly operation: string;
  readonly client: Client;
  readonly request: Request;
  /** When it arrives; now unless given, and never before now. */
  readonly at?: VirtualTime;
  /** Where the caller finds the APIs: what URLs in its answer begin with. */
  readonly base?: string;
  /**
   * The caller shares what it gives and gets with nobody, and changes none of it: an adapter that parses the one from text and
   * makes a text of the other. Then nothing is looked at and nothing copied; else both are.
   */
  readonly unguarded?: true;
  /** What its ids and draws are keyed by; by what it says and when, unless given. An account uses a key once (control.call-key). */
  readonly key?: string;
}

/** Answered at once, or held: then `onAnswer` is told when the world has come that far. */
export type Reply = Received & ({ readonly answer: Answer } | { readonly held: string });

/** The entry of the log that says a call came. */
interface Received {
  readonly seq: number;
}

/**
 * A call goes through: who calls, what they may, what comes of it; and what the log says of each. The world lets happen what is
 * due before it, and looks at what it is given.
 */
export const receive = (loop: SimulationLoop, callers: Callers, operation: Operation, input: Input, onAnswer: OnAnswer): Reply => {
  const holder = authenticated(loop, input.client, operation.api);
  const limits = limitsOf(loop, isLeft(holder) ? undefined : holder.right, operation, input.request);
  const received = loop.input(receivedOf(input, limits));
  const inputKey = keyFrom(loop, operation, input, holder);
  const asked = admitted(loop, operation, input, holder, limits, inputKey);
  const outcome = isLeft(asked) ? asked : operation.run(loop, asked.right);
  if (input.key !== undefined && !isLeft(outcome) && !isLeft(holder)) loop.state.usedKeys.use(holder.right.accountId, input.key);
  const slow = isLeft(holder) ? undefined : slowing(loop, operation, input.request, inputKey);
  const bare = isLeft(outcome) ? { answer: refused(loop, operation, outcome.left, received) } : outcome.right;
  const reply = 'answer' in bare && operation.api === 'management' ? { answer: withLimits(loop, bare.answer, limits) } : bare;
  const { request } = input;
  if ('wait' in reply) {
    invariant(!isLeft(holder), () => `${operation.id} waits for nobody`);
    const wait = { ...reply.wait, delayMs: slow?.delayMs ?? 0, ...(slow === undefined ? {} : { slowedBy: slow.id }) };
    return { seq: received, held: callers.hold(loop, { operation, request, holder: holder.right, wait, onAnswer }) };
  }
  const { answer } = reply;
  if (slow === undefined || isLeft(holder)) return { seq: received, answer };
  const wait = { jobId: null, waitsFor: 'time', until: later(loop.now, slow.delayMs), delayMs: 0, slowedBy: slow.id } as const;
  return { seq: received, held: callers.hold(loop, { operation, request, holder: holder.right, wait, answer, onAnswer }) };
};

/** The fault that makes the call slow, if one does. */
const slowing = (loop: SimulationLoop, operation: Operation, request: Request, inputKey: () => string) =>
  operation.api === 'control' || loop.state.activeFaults.none('api-latency')
    ? undefined
    : strike(loop, 'api-latency', () => ({ ...whereOf(operation, request), occasion: inputKey() }));

/** The answer of a call that is refused, and its entry in the log. Nothing but a fault that struck may have happened before. */
const refused = (loop: SimulationLoop, { id }: Operation, rejection: Rejection, cause: number): Answer => {
  for (const entry of loop.log.entries(cause)) {
    invariant(
      entry.event.type === 'FaultStruck' || entry.event.type === 'FaultEnded',
      () => `${refusalsSpare}: ${id} was refused after ${entry.event.type}`,
    );
  }
  const answer = problemOf(rejection);
  const { kind, rule, detail, errors } = rejection;
  const event: InputEvent = { type: 'InputRefused', operation: id, kind, rule, status: answer.status, detail };
  loop.input(errors === undefined ? event : { ...event, errors }, cause);
  return answer;
};

/** Answers of the management API tell how the caller stands (limits.headers). */
const withLimits = (loop: SimulationLoop, answer: Answer, limits: readonly Limit[]): Answer =>
  limits.length === 0 ? answer : { ...answer, limits: limitStates(loop, limits) };

const receivedOf = ({ operation, client, request, key }: Input, limits: readonly Limit[]): InputEvent => {
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

/**
 * What the ids and draws of a call are keyed by: what its caller says, or what the call itself says. Both belong to the
 * account, so that no other account's call has them. Without an account nothing is made and nothing is drawn.
 */
const keyFrom = ({ state, now }: SimulationLoop, { id }: Operation, { key, request }: Input, holder: Either<Rejection, Holder>) => {
  if (isLeft(holder)) return nobodysKey;
  const { accountId } = holder.right;
  if (key !== undefined) return () => keyText('given', accountId, key);
  const said = state.twins.note(accountId, id, request, now);
  return () => said.key();
};

const nobodysKey = (): string => '';
