import { keyText } from '../../kernel/rng.ts';
import type { CommandOf, Kind, StateOf } from '../entities.ts';
import type { Host } from '../host/evolve.ts';
import type { Pod } from '../pod/evolve.ts';
import { placeOfPod, placeOfWorker } from '../projections/faultPlaces.ts';
import { placedStatuses } from '../worker/lifecycle.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { trigger } from './faults.ts';
import { imageForPod, imageForWorker } from './images.ts';

/** A container that starts must get its image. Faults may slow the pull or make it fail (pod.error). */
export const pullImage = (sim: SimulationContext, _event: unknown, pod: Pod): void => {
  if (pod.pulled) return;
  const where = () => ({ ...placeOfPod(pod), occasion: keyText(pod.id, String(pod.tries)) });
  if (trigger(sim, 'image-pull-failure', where) !== undefined)
    return sim.dispatchOrThrow('pod', pod.id, { type: 'TroublePull', startingMs: sim.settings.pod.pullFails, pulls: false });
  const slow = trigger(sim, 'slow-image-pull', where);
  if (slow !== undefined)
    sim.dispatchOrThrow('pod', pod.id, { type: 'TroublePull', startingMs: pod.startingMs + slow.delayMs, pulls: true });
};

/**
 * Adds the facts about a starting pod that its decider cannot see: the parts of its image on its host (pod.image-size), and whether a fault
 * makes it unreachable once it runs (fault.forced).
 */
export const withSurroundings = (sim: SimulationContext, kind: Kind, command: CommandOf<Kind>, entity: StateOf<Kind>): CommandOf<Kind> => {
  if (kind !== 'pod') return command;
  const pod = entity as Pod;
  if (command.type === 'BeginStart') return { ...command, ...imageForPod(sim, pod, pod.config.container.image) };
  if (command.type !== 'FinishStart' || sim.state.activeFaults.none('not-yet-reachable')) return command;
  if (!pod.pulls) return command;
  const struck = trigger(sim, 'not-yet-reachable', () => ({ ...placeOfPod(pod), occasion: keyText(pod.id, String(pod.tries)) }));
  return struck === undefined ? command : { type: 'FinishStart', reachAtLeastMs: struck.delayMs };
};

/**
 * Adds the same for a worker, unless its image is on its host from an earlier start, its own or another's (worker.image-on-host). If the
 * image got there after the worker was placed, its start begins again from the image.
 */
export const pullWorkerImage = (sim: SimulationContext, _event: unknown, worker: Worker): void => {
  if (worker.pulled) return;
  const found = imageForWorker(sim, worker, sim.find('endpoint', worker.endpointId));
  if (found.imageOnHost === true) return sim.dispatchOrThrow('worker', worker.id, { type: 'RestartPull', ...found });
  const where = () => ({ ...placeOfWorker(sim.state, worker), occasion: keyText(worker.id, String(worker.tries)) });
  if (trigger(sim, 'image-pull-failure', where) !== undefined)
    return sim.dispatchOrThrow('worker', worker.id, { type: 'TroublePull', startingMs: sim.settings.worker.pullFails, pulls: false });
  const slow = trigger(sim, 'slow-image-pull', where);
  if (slow !== undefined)
    sim.dispatchOrThrow('worker', worker.id, { type: 'TroublePull', startingMs: worker.startingMs + slow.delayMs, pulls: true });
};

/**
 * When a host fails, everything on it fails too. Pods end in ERROR, stopped pods and pods in ERROR because of their image included: their
 * data on the host is lost. Workers lose their host and are placed on another (pod.error).
 */
export const failHeld = (sim: SimulationContext, _event: unknown, { id }: Host): void => {
  for (const pod of sim.state.findRelated('pod', 'host', id)) {
    if (pod.placement?.hostId === id && isOnHost(pod)) sim.dispatchOrThrow('pod', pod.id, { type: 'FailPod' });
  }
  for (const worker of sim.state.findRelated('worker', 'host', id)) {
    if (worker.placement?.hostId === id && placedStatuses.includes(worker.status))
      sim.dispatchOrThrow('worker', worker.id, worker.status === 'ASLEEP' ? { type: 'StopWorker', reason: 'host' } : { type: 'LoseHost' });
  }
};

/**
 * Whether the host has anything of the pod. It has nothing after an earlier failure, and nothing of a pod that was stopped before
 * it had a machine.
 */
const isOnHost = ({ status, failure, assigned }: Pod): boolean => failure !== 'host' && (assigned || status !== 'EXITED');
