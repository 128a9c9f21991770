import { type Operation, operating, writeProblem } from '../../../engine/api/index.ts';
import { atOnce, type Json, type VirtualTime } from '../../../engine/kernel/index.ts';
import type { Input } from '../../../engine/world/index.ts';
import { HostedCall, type Respond, type Underway } from '../call/hostedCall.ts';
import { stoppingRejection } from '../call/stopping.ts';
import type { Work } from '../call/turns.ts';
import type { Said } from '../clock/clock.ts';
import { type CallContext, callerOrRefuse, handleCall } from './callHandling.ts';
import { readSaid } from './said.ts';

/** Takes a call, which is handled once the work under way has ended. Returns undefined if its answer was given at once. */
export const takeCall = (
  context: CallContext,
  row: Operation,
  input: Input,
  respond: Respond,
  fail: (error: unknown) => void,
): Underway | undefined => {
  const { work: worldWork, waiting } = context;
  const call = new HostedCall(respond);
  const principal = callerOrRefuse(context, row, input, call);
  if (principal === undefined) return undefined;
  context.discarded.note(row, input, context.world.settings);
  const said = readSaid(context.world, principal, row, input);
  const refuse = (because: string) => void respond(writeProblem(stoppingRejection(because)), context.stamp());
  // Until this is called, the process is not silent: its call has come, and waits for the world's turn.
  const heard = said && context.silence?.holdBack(said.workerId);
  const handle = () => {
    heard?.();
    return handleCall(context, row, input, call);
  };
  const work: Work = { ...worldWork.change(handle), fail, refuse };
  let isOver = false;
  const begin = (at?: VirtualTime) => {
    call.arrivesAt = at;
    isOver = worldWork.take(work);
  };
  const forget = beginWhenHeard(context, said, begin);
  if (isOver && call.callId === undefined) return undefined;
  return {
    leave: () => {
      call.isAbandoned = true;
      heard?.();
      forget?.();
      worldWork.leave(work);
      const callId = call.callId;
      if (callId !== undefined && waiting.has(callId)) worldWork.do(() => atOnce(waiting.leave(callId)));
    },
  };
};

/** Reports outside observations to the world, before any other work on it. */
export const tellFirst = (context: CallContext, row: Operation, params: Readonly<Record<string, string>>, body: Json | undefined): void => {
  const request = { params, query: {}, ...(body === undefined ? {} : { body }) };
  const call = new HostedCall(() => undefined);
  context.work.doNext(() => handleCall(context, row, { operation: row.id, client: operating, request }, call));
};

/** A measured clock decides when the world receives a call of a worker's process; it receives every other call at once. */
const beginWhenHeard = ({ clock }: CallContext, said: Said | undefined, begin: (at?: VirtualTime) => void): (() => void) | undefined => {
  const measured = clock();
  if (said !== undefined && measured.onSaid !== undefined) return measured.onSaid(said, begin);
  begin();
  return undefined;
};
