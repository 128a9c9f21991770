import { atOnce, type Input, type Json, type Operation, operating, problemOf, type VirtualTime } from '../../engine/index.ts';
import { type CallContext, handleCall, refuseUnknown } from './callHandling.ts';
import { HostedCall, type Respond, type Underway } from './hostedCall.ts';
import { saidBy } from './said.ts';
import { stoppingRejection } from './stopping.ts';
import type { Work } from './turns.ts';

/** Takes a call, which is handled once the work under way has ended. Returns undefined where its answer was given at once. */
export const takeCall = (
  context: CallContext,
  row: Operation,
  input: Input,
  respond: Respond,
  fail: (error: unknown) => void,
): Underway | undefined => {
  const { work: worldWork, waiting } = context;
  const call = new HostedCall(respond);
  if (refuseUnknown(context, row, input, call)) return undefined;
  const refuse = (because: string) => void respond(problemOf(stoppingRejection(because)), context.stamp());
  const heard = holdBack(context, row, input);
  const handled = () => {
    heard?.();
    return handleCall(context, row, input, call);
  };
  const work: Work = { ...worldWork.change(handled), fail, refuse };
  let isOver = false;
  const begin = (at?: VirtualTime) => {
    call.arrivesAt = at;
    isOver = worldWork.take(work);
  };
  const forget = beginWhenHeard(context, row, input, begin);
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

/** Tells the world, before all else that it is to do, what was noticed outside of it. */
export const tellFirst = (context: CallContext, row: Operation, params: Readonly<Record<string, string>>, body: Json | undefined): void => {
  const request = { params, query: {}, ...(body === undefined ? {} : { body }) };
  const call = new HostedCall(() => undefined);
  context.work.doNext(() => handleCall(context, row, { operation: row.id, client: operating, request }, call));
};

/** A clock that measures says when the world hears what a worker's process said; all else it hears at once. */
const beginWhenHeard = (
  { clock }: CallContext,
  row: Operation,
  input: Input,
  begin: (at?: VirtualTime) => void,
): (() => void) | undefined => {
  const said = clock().onSaid === undefined ? undefined : saidBy(row, input);
  if (said !== undefined) return clock().onSaid?.(said, begin);
  begin();
  return undefined;
};

/** Until the returned function is called, the process of a worker is not silent: its call has come, and waits for the world's turn. */
const holdBack = ({ silence }: CallContext, row: Operation, input: Input): (() => void) | undefined => {
  const said = silence === undefined ? undefined : saidBy(row, input);
  return said === undefined ? undefined : silence?.holdBack(said.workerId);
};
