import type { Call } from '../call/evolve.ts';
import type { Simulation } from '../simulation.ts';

/**
 * The calls that waited for this job are answered: all of them once it has ended; of those that wait for chunks, the
 * first, which takes them, while the others go on waiting (stream.drain).
 */
export const answerReady = (world: Simulation, event: { readonly type: string; readonly jobId: string }): void => {
  const calls = world.state.heldCalls.waitingFor(event.jobId);
  if (calls === undefined) return;
  for (const callId of [...calls]) {
    const waitsForChunks = world.find('call', callId)?.waitsFor === 'chunks';
    const hasChunks = (world.find('job', event.jobId)?.chunks.length ?? 0) > 0;
    if (event.type !== 'JobStreamed' || (waitsForChunks && hasChunks)) world.tell('call', callId, { type: 'AnswerCall' });
  }
};

/** Whoever made the call gets its answer, as the world stands now. */
export const tellCaller = (world: Simulation, _event: unknown, call: Call): void => world.deliver(call);
