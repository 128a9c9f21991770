import type { Host } from '../host/evolve.ts';
import { keyText } from '../kernel/rng.ts';
import type { Pod } from '../pod/evolve.ts';
import { placeOfPod, placeOfWorker } from '../projections/faultPlaces.ts';
import type { SimulationContext } from '../simulationContext.ts';
import type { Worker } from '../worker/evolve.ts';
import { placedStatuses } from '../worker/lifecycle.ts';
import { trigger } from './faults.ts';

/** A container that starts must get its image; faults may slow that down, or prevent it (pod.error). */
export const pullImage = (sim: SimulationContext, _event: unknown, pod: Pod): void => {
  if (pod.pulled) return;
  const where = () => ({ ...placeOfPod(pod), occasion: keyText(pod.id, String(pod.tries)) });
  if (trigger(sim, 'image-pull-failure', where) !== undefined)
    return sim.dispatchOrThrow('pod', pod.id, { type: 'TroublePull', startingMs: sim.settings.pod.pullFails, pulls: false });
  const slow = trigger(sim, 'slow-image-pull', where);
  if (slow !== undefined)
    sim.dispatchOrThrow('pod', pod.id, { type: 'TroublePull', startingMs: pod.startingMs + slow.delayMs, pulls: true });
};

/** The same for a worker, unless its image is on its host from an earlier start (worker.cold-start). */
export const pullWorkerImage = (sim: SimulationContext, _event: unknown, worker: Worker): void => {
  if (worker.seen) return;
  const where = () => ({ ...placeOfWorker(sim.state, worker), occasion: keyText(worker.id, String(worker.tries)) });
  if (trigger(sim, 'image-pull-failure', where) !== undefined)
    return sim.dispatchOrThrow('worker', worker.id, { type: 'TroublePull', startingMs: sim.settings.worker.pullFails, pulls: false });
  const slow = trigger(sim, 'slow-image-pull', where);
  if (slow !== undefined)
    sim.dispatchOrThrow('worker', worker.id, { type: 'TroublePull', startingMs: worker.startingMs + slow.delayMs, pulls: true });
};

/**
 * What a failed host held fails with it: pods end in ERROR, stopped ones and those in ERROR for their image too, for what is
 * kept of them there is lost; workers crash for good and are placed elsewhere (pod.error).
 */
export const failHeld = (sim: SimulationContext, _event: unknown, { id }: Host): void => {
  for (const pod of sim.state.related('pod', 'host', id)) {
    if (pod.placement?.hostId === id && isThere(pod)) sim.dispatchOrThrow('pod', pod.id, { type: 'FailPod' });
  }
  for (const worker of sim.state.related('worker', 'host', id)) {
    if (worker.placement?.hostId === id && placedStatuses.includes(worker.status))
      sim.dispatchOrThrow('worker', worker.id, { type: 'LoseHost' });
  }
};

/** Something of the pod is on its host: not after an earlier failure of it, nor when the pod was stopped before it had a machine. */
const isThere = ({ status, failure, assigned }: Pod): boolean => failure !== 'host' && (assigned || status !== 'EXITED');
