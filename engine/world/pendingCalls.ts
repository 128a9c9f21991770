import { isLeft } from 'fp-ts/lib/Either.js';
import { breakAnswer } from '../api/breakAnswer.ts';
import { type Answer, endpointNamed, type Frames, type Operation } from '../api/operation.ts';
import { findOperation } from '../api/operations.ts';
import { writeProblem } from '../api/problems.ts';
import type { WaitSpec } from '../cloud/call/events.ts';
import type { Call } from '../cloud/call/evolve.ts';
import type { Rejection } from '../cloud/decisions.ts';
import type { Request } from '../cloud/input.ts';
import type { SimulationContext } from '../cloud/policies/context.ts';
import { trigger } from '../cloud/policies/faults.ts';
import type { Principal } from '../cloud/projections/keyring.ts';
import type { Dumpable } from '../kernel/dump.ts';
import { invariant } from '../kernel/invariant.ts';
import { type DurationMs, later, seconds, type VirtualTime } from '../kernel/time.ts';
import type { Simulator } from '../simulator/simulation.ts';

/** What a call waits for. */
type CallWait = Pick<WaitSpec, 'jobId' | 'requestId' | 'workerId' | 'waitsFor' | 'until' | 'delayMs' | 'slowedBy'>;

export type OnAnswer = ((answer: Answer) => void) | undefined;

/** A call that is to be held. */
export interface NewPendingCall {
  readonly operation: Operation;
  readonly request: Request;
  readonly principal: Principal;
  readonly wait: CallWait;
  /** The answer itself, if the call is only slow. */
  readonly answer?: Answer;
  readonly onAnswer: OnAnswer;
}

interface PendingCall extends Pick<NewPendingCall, 'request' | 'onAnswer'> {
  readonly answer: Answer | undefined;
  /** When the edge cuts an answer that goes on; it is not in a snapshot, for its client has gone (fault.forced). */
  readonly streamEndsAt?: VirtualTime;
}

/** What a snapshot has of them. */
export interface PendingCallsDump {
  readonly calls: number;
  readonly held: readonly (readonly [callId: string, request: Request, answer: Answer | undefined])[];
}

/**
 * The calls that wait for an answer. The calls themselves are entities like any other. This holds what the log cannot: the
 * callback of each, with its request.
 */
export class PendingCalls implements Dumpable<PendingCallsDump> {
  readonly #held = new Map<string, PendingCall>();
  #calls = 0;

  /** The ids of the held calls. A call that was held before a resumption has no client any more. */
  get ids(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Holds a call and returns its id. */
  hold(sim: Simulator, { operation, request, principal: { accountId, key }, wait, answer, onAnswer }: NewPendingCall): string {
    const callId = `call-${++this.#calls}`;
    const endpointId = endpointNamed(operation, request) ?? '';
    const holding = { ...wait, operation: operation.id, accountId, client: key.name, endpointId };
    const mayBeCut = operation.edgeHolds === true && request.query['wait'] === undefined;
    const forced = findForcedCut(sim.context, operation, { endpoint: endpointId, occasion: `${operation.id}/${wait.jobId ?? callId}` });
    const streamEndsAt = forced === undefined ? {} : { streamEndsAt: later(sim.now, forced.streamMs) };
    this.#held.set(callId, { request, answer, onAnswer, ...streamEndsAt });
    sim.context.dispatchOrThrow('call', callId, {
      type: 'HoldCall',
      holding,
      ...(mayBeCut ? { mayBeCut } : {}),
      ...(forced === undefined ? {} : { forcedCutMs: forced.heldMs }),
    });
    return callId;
  }

  /** Answers a held call, from the current state of the world. */
  answer(sim: SimulationContext, call: Call): void {
    const held = this.#held.get(call.id);
    invariant(held !== undefined, () => `${call.id} is answered, but it is not pending`);
    this.#held.delete(call.id);
    if (call.status === 'CUT') {
      held.onAnswer?.(writeProblem(edgeGaveUp));
      return;
    }
    // The answer is computed even without a listener: the answer of a stream call takes the chunks away.
    const whole = held.answer ?? breakHeld(sim, call, resumeCall(sim, call, held.request));
    const answer = cutFrames(sim, whole, held.streamEndsAt);
    held.onAnswer?.(answer);
  }

  /** The client of a held call has disconnected. */
  abandon(sim: Simulator, callId: string): boolean {
    if (!this.#held.delete(callId)) return false;
    sim.recorder.recordInput({ type: 'CallerLeft', call: callId });
    sim.context.dispatchOrThrow('call', callId, { type: 'AbandonCall' });
    return true;
  }

  dump(): PendingCallsDump {
    // Drop the stream: its client has disconnected.
    const held = [...this.#held].map(([callId, { request, answer }]) => [callId, request, answer && withoutFrames(answer)] as const);
    return { calls: this.#calls, held };
  }

  load({ calls, held }: PendingCallsDump): void {
    this.#calls = calls;
    for (const [callId, request, answer] of held) this.#held.set(callId, { request, answer, onAnswer: undefined });
  }
}

/** When a fault has the edge cut a call that it holds (fault.forced). */
const findForcedCut = (
  sim: SimulationContext,
  { id, edgeHolds }: Operation,
  where: { readonly endpoint: string; readonly occasion: string },
): { readonly heldMs: DurationMs; readonly streamMs: DurationMs } | undefined => {
  if (edgeHolds !== true) return undefined;
  const struck = trigger(sim, 'edge-timeout', () => ({ ...where, operation: id }));
  if (struck === undefined) return undefined;
  const streamMs = struck.delayMs || streamCutMs;
  return { heldMs: id === 'stream' ? streamMs : struck.delayMs || heldCutMs, streamMs };
};

/** An answer that goes on until the edge cuts it: nothing comes after that. */
const cutFrames = (sim: SimulationContext, answer: Answer, endsAt: VirtualTime | undefined): Answer => {
  const { frames } = answer;
  if (frames === undefined || endsAt === undefined) return answer;
  const next: Frames['next'] = (change) => (sim.now < endsAt ? frames.next(change) : { frames: [], ended: true, isCut: true });
  return { ...answer, frames: { ...frames, next } };
};

const heldCutMs = seconds(100);
const streamCutMs = seconds(60);

/** The call is over, and what it asked for goes on: the job of a /runsync has an id that its client was never told (edge.cut). */
const edgeGaveUp: Rejection = {
  kind: 'failing',
  rule: 'edge.cut',
  status: 524,
  detail: 'the edge gave up waiting for an answer; a job that the call submitted goes on: submit with /run and poll, or name a wait',
};

const resumeCall = (sim: SimulationContext, call: Call, request: Request): Answer => {
  const outcome = findOperation(call.operation)?.resume?.(sim, call, request);
  invariant(outcome !== undefined, () => `${call.operation} waits, and cannot be resumed`);
  return isLeft(outcome) ? writeProblem(outcome.left) : outcome.right;
};

/** Drawn by what was waited for, so that one more call moves no draw of another. */
const breakHeld = (sim: SimulationContext, { operation, endpointId, jobId, requestId, id }: Call, answer: Answer): Answer => {
  const row = findOperation(operation);
  const occasion = `${operation}/${jobId ?? requestId ?? id}`;
  return row === undefined ? answer : breakAnswer(sim, row, answer, () => ({ operation, endpoint: endpointId, occasion }));
};

const withoutFrames = ({ frames: _, ...answer }: Answer): Answer => answer;
