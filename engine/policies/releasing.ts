import type { FaultEndReason, FaultKind } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import { atOnce, pausing, type Steps } from '../kernel/steps.ts';
import type { DurationMs } from '../kernel/time.ts';
import type { Pod } from '../pod/evolve.ts';
import type { Simulation } from '../simulation.ts';
import type { Worker } from '../worker/evolve.ts';
import { healClusters } from './clustering.ts';
import { isTakenBack } from './faults.ts';
import { placeThrottled } from './scaling.ts';

/**
 * What still waits because of a fault goes on when the fault is over, as if there had been none (fault.match). Each kind of
 * fault has its row: how what it struck may wait. Hosts come back by a policy of their own; and a call that failed has its answer.
 */
export function* releaseStruck(world: Simulation, { reason }: { readonly reason: FaultEndReason }, fault: Fault): Steps<void> {
  if (fault.strikes > 0) yield* releases[fault.spec.fault]?.(world, fault, isTakenBack(reason)) ?? atOnce(undefined);
}

type Release = (world: Simulation, fault: Fault, takenBack: boolean) => Steps<void>;

const releases: { readonly [Kind in FaultKind]?: Release } = {
  *'no-capacity'(world) {
    yield* placeThrottled(world);
    yield* healClusters(world);
  },
  *'image-pull-failure'(world, { targets }, takenBack) {
    yield* retryUnhealthy(world, targets, (worker) => !worker.pulls);
    if (takenBack) yield* restartPulls(world, targets);
    yield* healClusters(world);
  },
  *'slow-image-pull'(world, { targets }, takenBack) {
    if (takenBack) yield* restartPulls(world, targets);
  },
  *'worker-crash'(world, { targets }, takenBack) {
    if (takenBack) yield* retryUnhealthy(world, targets, (worker) => worker.pulls);
  },
  *'api-latency'(world, { id }, takenBack) {
    const slowed = takenBack ? world.state.those('call', 'fault', id) : [];
    const pauses = pausing();
    for (const call of slowed) {
      world.tell('call', call.id, { type: 'HastenCall' });
      if (pauses()) yield;
    }
  },
};

/** A worker that was given up is tried again at once, not after its usual while. */
function* retryUnhealthy(world: Simulation, targets: readonly string[], isMeant: (worker: Worker) => boolean): Steps<void> {
  const pauses = pausing();
  for (const id of targets) {
    const worker = world.find('worker', id);
    if (worker?.status === 'UNHEALTHY' && isMeant(worker)) world.tell('worker', id, { type: 'TryWorkerAgain' });
    if (pauses()) yield;
  }
}

/** Images that come slowly, or not at all, are pulled anew. */
function* restartPulls(world: Simulation, targets: readonly string[]): Steps<void> {
  const pauses = pausing();
  for (const id of targets) {
    const worker = world.find('worker', id);
    if (worker?.status === 'INITIALIZING' && isSoonerAnew(world, worker, world.settings.worker))
      world.tell('worker', id, { type: 'RestartPull' });
    const pod = world.find('pod', id);
    if (pod?.status === 'STARTING' && isSoonerAnew(world, pod, world.settings.pod)) world.tell('pod', id, { type: 'RestartPull' });
    if (pauses()) yield;
  }
}

const isSoonerAnew = (
  { now }: Simulation,
  { troubled, pulls, since, startingMs }: Pick<Worker | Pod, 'troubled' | 'pulls' | 'since' | 'startingMs'>,
  { imagePull, start }: { readonly imagePull: DurationMs; readonly start: DurationMs },
): boolean => troubled && (!pulls || (since ?? now) + startingMs > now + imagePull + start);
