import type { Endpoint } from '../endpoint/evolve.ts';
import type { Attempt } from '../handler/attempt.ts';
import type { WorkOf, WorkPlan } from '../worker/work.ts';
import type { SimulationContext } from './context.ts';
import { placesOf } from './places.ts';

/**
 * A job or a request that its worker took begins to share it, where the handler says that several slow each other down (worker.sharing). The attempt that
 * is returned then says that it is shared: its times are work. A job that its worker never runs does no work.
 */
export const shareWorker = (sim: SimulationContext, endpoint: Endpoint, attempt: Attempt, workerId: string, of: WorkOf): Attempt => {
  const { sharing } = endpoint.handler;
  if (sharing === undefined || placesOf(sim, endpoint) === 1 || attempt.ending === 'unnamed') return attempt;
  sim.dispatchOrThrow('worker', workerId, { type: 'BeginWork', of, plan: planOf(attempt, 'jobId' in of), sharing });
  return { ...attempt, shared: true };
};

/** What its process loads before is work like any other (handler.first-job). */
const planOf = ({ ending, loadsMs = 0, runsMs, stream }: Attempt, hasChunks: boolean): WorkPlan => ({
  ...(ending === 'hang' ? {} : { workMs: loadsMs + runsMs }),
  ...(stream === undefined || !hasChunks
    ? {}
    : { chunks: { count: stream.count, firstMs: loadsMs + stream.everyMs, everyMs: stream.everyMs } }),
});

/** A job that has come to a chunk yields it. One whose work is done ends, or posts its result; a request is answered. */
export const advanceWork = (sim: SimulationContext, event: WorkOf & { readonly chunk?: number }): void => {
  if ('requestId' in event) sim.dispatchOrThrow('request', event.requestId, { type: 'EndRequest' });
  else sim.dispatchOrThrow('job', event.jobId, { type: event.chunk === undefined ? 'EndWork' : 'YieldChunk' });
};
