import type { Call } from '../../call/evolve.ts';
import type { SimulationContext } from '../context.ts';

/**
 * Answers the calls that wait for this job: all of them once it has ended. Of the calls that wait for chunks, the first takes the
 * chunks, and the others keep waiting (stream.drain).
 */
export const answerReady = (sim: SimulationContext, event: { readonly type: string; readonly jobId: string }): void => {
  const calls = sim.state.heldCalls.waitingFor(event.jobId);
  if (calls === undefined) return;
  for (const callId of [...calls]) {
    const waitsForChunks = sim.find('call', callId)?.waitsFor === 'chunks';
    const hasChunks = (sim.find('job', event.jobId)?.chunks.length ?? 0) > 0;
    if (event.type !== 'JobStreamed' || (waitsForChunks && hasChunks)) sim.dispatchOrThrow('call', callId, { type: 'AnswerCall' });
  }
};

/** Delivers the answer to the client, from the current state of the world. */
export const deliverAnswer = (sim: SimulationContext, _event: unknown, call: Call): void => sim.deliver(call);
