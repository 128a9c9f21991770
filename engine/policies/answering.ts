import type { Call } from '../call/evolve.ts';
import type { Simulation } from '../simulation.ts';

/** The calls that waited for this job are answered: all of them once it has ended, a stream also when a chunk is there. */
export const answerReady = (world: Simulation, event: { readonly type: string; readonly jobId: string }): void => {
  const calls = world.state.heldCalls.waitingFor(event.jobId);
  if (calls === undefined) return;
  for (const callId of [...calls]) {
    const waitsFor = world.find('call', callId)?.waitsFor;
    if (event.type !== 'JobStreamed' || waitsFor === 'chunks') world.tell('call', callId, { type: 'AnswerCall' });
  }
};

/** Whoever made the call gets its answer, as the world stands now. */
export const tellCaller = (world: Simulation, _event: unknown, call: Call): void => world.deliver(call);
