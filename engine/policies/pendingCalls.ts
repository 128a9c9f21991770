import type { Call } from '../call/evolve.ts';
import type { SimulationContext } from '../simulationContext.ts';

/**
 * The calls that waited for this job are answered: all of them once it has ended; of those that wait for chunks, the
 * first, which takes them, while the others go on waiting (stream.drain).
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

/** Whoever made the call gets its answer, as the world stands now. */
export const tellCaller = (sim: SimulationContext, _event: unknown, call: Call): void => sim.deliver(call);
