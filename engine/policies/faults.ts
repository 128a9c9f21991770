import type { HostList, HostSpec } from '../catalog/hosts.ts';
import type { FaultEndReason, FaultKind, FaultMatch, FaultSpec } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import { matches, placeOfHost } from '../fault/match.ts';
import { keyText } from '../kernel/rng.ts';
import { pacer, type Steps } from '../kernel/steps.ts';
import { placeOfWorker } from '../projections/faultPlaces.ts';
import type { SimulationContext } from '../simulationContext.ts';
import type { Worker } from '../worker/evolve.ts';

/**
 * Asks whether a fault of this kind strikes here and now, and has it strike. `occasion` keys the draw: each occasion
 * is drawn for once, whatever else goes on. Where it is, is asked only while there are such faults; an occasion that is a function,
 * only where there is a draw.
 */
export const trigger = (
  sim: SimulationContext,
  kind: FaultKind,
  where: () => FaultMatch & { readonly occasion: string | (() => string) },
): (FaultSpec & { readonly id: string }) | undefined => {
  const { activeFaults } = sim.state;
  if (activeFaults.none(kind)) return undefined;
  const { occasion, ...place } = where();
  for (const { id, spec } of activeFaults.of(kind)) {
    if (spec.atOnce || !matches(spec.match, place)) continue;
    if (spec.chance !== null) {
      const drawnFor = typeof occasion === 'string' ? occasion : occasion();
      if (sim.draw('fault/strike', keyText(activeFaults.keyOf(id), drawnFor)) >= spec.chance[0] / spec.chance[1]) continue;
    }
    sim.dispatchOrThrow('fault', id, {
      type: 'StrikeFault',
      target: place.worker ?? place.pod ?? place.operation ?? place.endpoint ?? place.gpu ?? place.host ?? '',
    });
    return { ...spec, id };
  }
  return undefined;
};

/** A `worker-crash` at one instant takes down the workers it matches, the busy ones first; a `host-failure` the hosts. */
export function* triggerAtOnce(sim: SimulationContext, _event: unknown, { id, spec }: Fault): Steps<void> {
  if (!spec.atOnce) return;
  const keepsDown = spec.fault === 'host-failure';
  const pauses = pacer();
  if (keepsDown) {
    for (const host of hostsMatching(sim, spec).slice(0, spec.limit ?? 1)) {
      sim.dispatchOrThrow('host', host, { type: 'FailHost', faultId: id });
      sim.dispatchOrThrow('fault', id, { type: 'StrikeFault', target: host });
      yield;
    }
  } else {
    for (const worker of crashableWorkers(sim, spec).slice(0, spec.limit ?? 1)) {
      sim.dispatchOrThrow('fault', id, { type: 'StrikeFault', target: worker.id });
      sim.dispatchOrThrow('worker', worker.id, { type: 'CrashWorker' });
      if (pauses()) yield;
    }
  }
  // Its instant is over, and so is the fault, unless it keeps hosts down for a window.
  if (sim.find('fault', id) === undefined || (keepsDown && spec.until !== null)) return;
  yield* sim.dispatchOrThrowInSteps('fault', id, { type: 'EndFault', reason: 'done' });
}

/** The hosts that a fault took down are back when its window is over, or it is taken away; those that another keeps down are not. */
export function* recoverHosts(
  sim: SimulationContext,
  { faultId, reason }: { readonly faultId: string; readonly reason: FaultEndReason },
): Steps<void> {
  if (!isTakenBack(reason)) return;
  for (const host of sim.state.related('host', 'fault', faultId)) {
    yield* sim.dispatchOrThrowInSteps('host', host.id, { type: 'RecoverHost', faultId });
    yield;
  }
}

/** By its limit a fault ends with what it did; by time or by hand, it ends as if it had never been. */
export const isTakenBack = (reason: FaultEndReason): boolean => reason === 'window' || reason === 'removed';

/** Hosts that are up come first; one that another fault keeps down is kept down by this one, too. */
const hostsMatching = (sim: SimulationContext, { match }: FaultSpec): readonly string[] => {
  const { placements } = sim.state;
  const matching = [...hostsNamed(placements.hosts, match)].filter((host) => matches(match, placeOfHost(host))).map(({ id }) => id);
  const isDown = (id: string) => placements.isDown(id);
  return [...matching.filter((id) => !isDown(id)), ...matching.filter(isDown)];
};

/** Among which those are that a match means, in the order of the world's list. */
const hostsNamed = (hosts: HostList, { host, gpu }: FaultMatch): Iterable<HostSpec> => {
  if (host !== undefined) return [hosts.find(host) ?? []].flat();
  return gpu === undefined ? hosts.all() : hosts.withGpu(gpu);
};

const crashableWorkers = (sim: SimulationContext, { match }: FaultSpec): readonly Worker[] => {
  const up = [...workersNamed(sim, match)].filter((worker) => matches(match, placeOfWorker(sim.state, worker)));
  return crashable.flatMap((status) => up.filter((worker) => worker.status === status));
};

/** Among which those are that a match means, oldest first. */
const workersNamed = ({ state }: SimulationContext, { worker, endpoint, host }: FaultMatch): Iterable<Worker> => {
  if (worker !== undefined) return state.byAge('worker', [worker]);
  if (endpoint !== undefined) return state.byAge('worker', state.fleet.of(endpoint).members);
  return host === undefined ? state.all('worker') : state.related('worker', 'host', host);
};

/** The statuses in which a container can die, in the order in which a fault picks its victims. */
const crashable: readonly string[] = ['RUNNING', 'IDLE', 'INITIALIZING'];
