import type { FaultEndReason, FaultKind } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import { atOnce, pacer, type Steps } from '../kernel/steps.ts';
import type { DurationMs } from '../kernel/time.ts';
import type { Pod } from '../pod/evolve.ts';
import type { SimulationContext } from '../simulationContext.ts';
import type { Worker } from '../worker/evolve.ts';
import { healClusters } from './clusters.ts';
import { isTakenBack } from './faults.ts';
import { placeThrottled } from './scaling.ts';

/**
 * What still waits because of a fault goes on when the fault is over, as if there had been none (fault.match). Each kind of
 * fault has its row: how what it struck may wait. Hosts come back by a policy of their own; and a call that failed has its answer.
 */
export function* releaseStruck(sim: SimulationContext, { reason }: { readonly reason: FaultEndReason }, fault: Fault): Steps<void> {
  if (fault.strikes > 0) yield* releases[fault.spec.fault]?.(sim, fault, isTakenBack(reason)) ?? atOnce(undefined);
}

type Release = (sim: SimulationContext, fault: Fault, takenBack: boolean) => Steps<void>;

const releases: { readonly [Kind in FaultKind]?: Release } = {
  *'no-capacity'(sim) {
    yield* placeThrottled(sim);
    yield* healClusters(sim);
  },
  *'image-pull-failure'(sim, { targets }, takenBack) {
    yield* retryUnhealthy(sim, targets, (worker) => !worker.pulls);
    if (takenBack) yield* restartPulls(sim, targets);
    yield* healClusters(sim);
  },
  *'slow-image-pull'(sim, { targets }, takenBack) {
    if (takenBack) yield* restartPulls(sim, targets);
  },
  *'worker-crash'(sim, { targets }, takenBack) {
    if (takenBack) yield* retryUnhealthy(sim, targets, (worker) => worker.pulls);
  },
  *'api-latency'(sim, { id }, takenBack) {
    const slowed = takenBack ? sim.state.related('call', 'fault', id) : [];
    const pauses = pacer();
    for (const call of slowed) {
      sim.dispatchOrThrow('call', call.id, { type: 'HastenCall' });
      if (pauses()) yield;
    }
  },
};

/** A worker that was given up is tried again at once, not after its usual while. */
function* retryUnhealthy(sim: SimulationContext, targets: readonly string[], isMeant: (worker: Worker) => boolean): Steps<void> {
  const pauses = pacer();
  for (const id of targets) {
    const worker = sim.find('worker', id);
    if (worker?.status === 'UNHEALTHY' && isMeant(worker)) sim.dispatchOrThrow('worker', id, { type: 'TryWorkerAgain' });
    if (pauses()) yield;
  }
}

/** Images that come slowly, or not at all, are pulled anew. */
function* restartPulls(sim: SimulationContext, targets: readonly string[]): Steps<void> {
  const pauses = pacer();
  for (const id of targets) {
    const worker = sim.find('worker', id);
    if (worker?.status === 'INITIALIZING' && isSoonerAnew(sim, worker, sim.settings.worker))
      sim.dispatchOrThrow('worker', id, { type: 'RestartPull' });
    const pod = sim.find('pod', id);
    if (pod?.status === 'STARTING' && isSoonerAnew(sim, pod, sim.settings.pod)) sim.dispatchOrThrow('pod', id, { type: 'RestartPull' });
    if (pauses()) yield;
  }
}

const isSoonerAnew = (
  { now }: SimulationContext,
  { troubled, pulls, since, startingMs }: Pick<Worker | Pod, 'troubled' | 'pulls' | 'since' | 'startingMs'>,
  { imagePull, start }: { readonly imagePull: DurationMs; readonly start: DurationMs },
): boolean => troubled && (!pulls || (since ?? now) + startingMs > now + imagePull + start);
