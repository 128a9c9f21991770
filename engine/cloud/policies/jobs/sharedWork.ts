import type { Endpoint } from '../../endpoint/evolve.ts';
import type { Attempt } from '../../handler/attempt.ts';
import { pickRates, type TokenCounts } from '../../handler/tokens.ts';
import type { BatchStage, SequencePlan } from '../../worker/batchTime.ts';
import type { WorkOf, WorkPlan } from '../../worker/work.ts';
import type { SimulationContext } from '../context.ts';
import { countPlaces } from '../places.ts';

/**
 * A job or a request begins to share its worker, if the handler says that several slow each other down (worker.sharing). The returned
 * attempt is marked as shared: its times are work. A job that its worker never runs does no work.
 */
export const shareWorker = (sim: SimulationContext, endpoint: Endpoint, attempt: Attempt, workerId: string, of: WorkOf): Attempt => {
  const { sharing, tokens } = endpoint.handler;
  if (tokens !== undefined && attempt.tokens !== undefined) {
    if (attempt.ending === 'hang') return attempt;
    const plan = planSequence(attempt, attempt.tokens, 'jobId' in of);
    sim.dispatchOrThrow('worker', workerId, { type: 'JoinBatch', of, plan, rates: pickRates(tokens) });
  } else {
    if (sharing === undefined || countPlaces(sim, endpoint) === 1 || attempt.ending === 'unnamed') return attempt;
    sim.dispatchOrThrow('worker', workerId, { type: 'BeginWork', of, plan: planWork(attempt, 'jobId' in of), sharing });
  }
  return { ...attempt, shared: true };
};

/** The sequence waits for memory in the batch of its worker, or enters at once (handler.tokens). One that hangs never gets there. */
const planSequence = ({ loadsMs, stream }: Attempt, counts: TokenCounts, hasChunks: boolean): SequencePlan => ({
  ...counts,
  ...(loadsMs === undefined ? {} : { loadsMs }),
  ...(stream === undefined || !hasChunks ? {} : { chunks: stream.count }),
});

/** The loading of its process counts as work (handler.first-job). */
const planWork = ({ ending, loadsMs = 0, runsMs, stream }: Attempt, hasChunks: boolean): WorkPlan => ({
  ...(ending === 'hang' ? {} : { workMs: loadsMs + runsMs }),
  ...(stream === undefined || !hasChunks
    ? {}
    : { chunks: { count: stream.count, firstMs: loadsMs + stream.everyMs, everyMs: stream.everyMs } }),
});

/** A job that reaches a chunk yields it. A job whose work is done ends, or posts its result; a request is answered. */
export const advanceWork = (sim: SimulationContext, event: WorkOf & { readonly chunk?: number; readonly stage?: BatchStage }): void => {
  if (event.stage !== undefined && event.stage !== 'chunk' && event.stage !== 'last-token') return;
  if ('requestId' in event) sim.dispatchOrThrow('request', event.requestId, { type: 'EndRequest' });
  else sim.dispatchOrThrow('job', event.jobId, { type: event.chunk === undefined ? 'EndWork' : 'YieldChunk' });
};
