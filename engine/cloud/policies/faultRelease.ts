import { atOnce, pacer, type Steps } from '../../kernel/steps.ts';
import type { DurationMs } from '../../kernel/time.ts';
import type { FaultEndReason, FaultKind } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import type { Pod } from '../pod/evolve.ts';
import { startFor as startPodFor } from '../pod/start.ts';
import { startFor } from '../worker/start.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';
import { isTakenBack } from './faults.ts';
import { isLeftBehind } from './heldBack.ts';
import { imageForWorker } from './images.ts';
import { serveWaiting } from './waiting.ts';

/**
 * When a fault is over, entities that still wait because of it continue as if there had been no fault (fault.match). Each kind of fault has
 * a row, which says how its targets may be waiting. Hosts recover by a policy of their own, and a failed call has its answer. The remains
 * of a deleted endpoint or cluster run to their end. A fault that struck nothing may still have kept a member from a host that another
 * fault struck.
 */
export function* releaseStruck(sim: SimulationContext, { reason }: { readonly reason: FaultEndReason }, fault: Fault): Steps<void> {
  const targets = fault.targets.filter((id) => !isLeftBehind(sim, id));
  yield* releases[fault.spec.fault]?.(sim, { ...fault, targets }, isTakenBack(reason)) ?? atOnce(undefined);
}

type FaultReleaser = (sim: SimulationContext, fault: Fault, takenBack: boolean) => Steps<void>;

const releases: { readonly [Kind in FaultKind]?: FaultReleaser } = {
  *'no-capacity'(sim) {
    yield* serveWaiting(sim);
  },
  *'image-pull-failure'(sim, { targets }, takenBack) {
    yield* retryUnhealthy(sim, targets, (worker) => !worker.pulls);
    if (takenBack) yield* restartPulls(sim, targets);
    yield* serveWaiting(sim);
  },
  *'slow-image-pull'(sim, { targets }, takenBack) {
    if (takenBack) yield* restartPulls(sim, targets);
  },
  *'worker-crash'(sim, { targets }, takenBack) {
    if (takenBack) yield* retryUnhealthy(sim, targets, (worker) => worker.pulls);
  },
  'api-latency': hasten,
  'answer-late': hasten,
};

/** The calls that it slows are answered as if it had never been. */
function* hasten(sim: SimulationContext, { id }: Fault, takenBack: boolean): Steps<void> {
  const slowed = takenBack ? sim.state.findRelated('call', 'fault', id) : [];
  const pauses = pacer();
  for (const call of slowed) {
    sim.dispatchOrThrow('call', call.id, { type: 'HastenCall' });
    if (pauses()) yield;
  }
}

/** An unhealthy worker is tried again at once, not after the usual delay. */
function* retryUnhealthy(sim: SimulationContext, targets: readonly string[], isAffected: (worker: Worker) => boolean): Steps<void> {
  const pauses = pacer();
  for (const id of targets) {
    const worker = sim.find('worker', id);
    if (worker?.status === 'UNHEALTHY' && isAffected(worker)) sim.dispatchOrThrow('worker', id, { type: 'TryWorkerAgain' });
    if (pauses()) yield;
  }
}

/** Pulls images again whose pull is slow or fails, if that is sooner. */
function* restartPulls(sim: SimulationContext, targets: readonly string[]): Steps<void> {
  const pauses = pacer();
  for (const id of targets) {
    const worker = sim.find('worker', id);
    if (worker?.status === 'INITIALIZING') restartWorkerPull(sim, worker);
    const pod = sim.find('pod', id);
    if (pod?.status === 'STARTING' && restartIsSooner(sim, pod, startPodFor(pod, { settings: sim.settings.pod, draw: sim.draw })))
      sim.dispatchOrThrow('pod', id, { type: 'RestartPull' });
    if (pauses()) yield;
  }
}

const restartWorkerPull = (sim: SimulationContext, worker: Worker): void => {
  const found = imageForWorker(sim, worker, sim.find('endpoint', worker.endpointId));
  if (restartIsSooner(sim, worker, startFor(worker, found, { settings: sim.settings.worker, draw: sim.draw })))
    sim.dispatchOrThrow('worker', worker.id, { type: 'RestartPull', ...found });
};

const restartIsSooner = (
  { now }: SimulationContext,
  { troubled, pulls, since, startingMs }: Pick<Worker | Pod, 'troubled' | 'pulls' | 'since' | 'startingMs'>,
  againMs: DurationMs,
): boolean => troubled && (!pulls || (since ?? now) + startingMs > now + againMs);
