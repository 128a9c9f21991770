import { keyText } from '../../kernel/rng.ts';
import { pacer, type Steps } from '../../kernel/steps.ts';
import type { HostSpec } from '../catalog/hostSpec.ts';
import type { HostList } from '../catalog/hosts.ts';
import type { Endpoint } from '../endpoint/evolve.ts';
import type { FaultEndReason, FaultKind, FaultMatch, FaultSpec } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import { matches, placeOfHost } from '../fault/match.ts';
import { placeOfWorker } from '../projections/faultPlaces.ts';
import { isOver } from '../projections/jobCounters.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';

/**
 * Whether a fault of this kind strikes here and now. If so, the strike is recorded. `occasion` is the key of the trial: each trial has one
 * draw, independent of everything else. `where` is called only if there are such faults, and an `occasion` that is a function only if there
 * is a draw. `isMeant` excludes some faults of the kind.
 */
export const trigger = (
  sim: SimulationContext,
  kind: FaultKind,
  where: () => FaultMatch & { readonly occasion: string | (() => string) },
  isMeant: (spec: FaultSpec) => boolean = () => true,
): (FaultSpec & { readonly id: string }) | undefined => {
  const { activeFaults } = sim.state;
  if (activeFaults.none(kind)) return undefined;
  const { occasion, ...place } = where();
  for (const { id, spec } of activeFaults.of(kind)) {
    if (spec.atOnce || !isMeant(spec) || !matches(spec.match, place)) continue;
    if (!isDrawn(sim, id, spec, occasion)) continue;
    sim.dispatchOrThrow('fault', id, {
      type: 'StrikeFault',
      target: place.worker ?? place.pod ?? place.operation ?? place.endpoint ?? place.gpu ?? place.host ?? '',
    });
    return { ...spec, id };
  }
  return undefined;
};

/** An entity that looks for a host: its part of the key of the draws of faults, and its known fields in a fault's match. */
export interface Seeker {
  readonly trialKey: string;
  readonly place?: FaultMatch;
}

/**
 * A pod or worker that looks for a host. Each search is a trial of its own: after the search before, either a host was found and a
 * start began there, or a `no-capacity` fault struck.
 */
export const makeSeeker = (
  sim: SimulationContext,
  { id, tries }: { readonly id: string; readonly tries: number },
  place: FaultMatch,
): Seeker => ({
  trialKey: keyText(id, String(tries), String(sim.state.activeFaults.denials(id))),
  place,
});

/** Whether a fault strikes on an occasion: one without a chance always does. */
const isDrawn = ({ state, draw }: SimulationContext, id: string, { chance }: FaultSpec, occasion: string | (() => string)): boolean => {
  if (chance === null) return true;
  const drawnFor = typeof occasion === 'string' ? occasion : occasion();
  return draw('fault/strike', keyText(state.activeFaults.findKey(id), drawnFor)) < chance[0] / chance[1];
};

/**
 * A one-shot `worker-crash` crashes the workers it matches, busy ones first; a one-shot `host-failure` takes down the hosts;
 * `quota-cut` lowers the maximum of endpoints (fault.quota). With a chance, each that it would strike is an occasion of its own.
 */
export function* triggerAtOnce(sim: SimulationContext, _event: unknown, { id, spec }: Fault): Steps<void> {
  if (!spec.atOnce) return;
  const keepsDown = spec.fault === 'host-failure';
  const pauses = pacer();
  if (keepsDown) {
    for (const host of hostsMatching(sim, spec).slice(0, spec.limit ?? 1)) {
      if (!isDrawn(sim, id, spec, host)) continue;
      sim.dispatchOrThrow('host', host, { type: 'FailHost', faultId: id });
      sim.dispatchOrThrow('fault', id, { type: 'StrikeFault', target: host });
      yield;
    }
  } else if (spec.fault === 'quota-cut') {
    for (const [endpoint, max] of idleEndpoints(sim, spec).slice(0, spec.limit ?? undefined)) {
      if (!isDrawn(sim, id, spec, endpoint.id)) continue;
      const workers = { min: Math.min(endpoint.config.workers.min, max), max };
      sim.dispatchOrThrow('fault', id, { type: 'StrikeFault', target: endpoint.id });
      const config = { ...endpoint.config, workers: { ...endpoint.config.workers, ...workers } };
      yield* sim.dispatchOrThrowInSteps('endpoint', endpoint.id, { type: 'UpdateEndpoint', config, release: false });
      yield;
    }
  } else {
    for (const worker of crashableWorkers(sim, spec).slice(0, spec.limit ?? 1)) {
      if (!isDrawn(sim, id, spec, worker.id)) continue;
      sim.dispatchOrThrow('fault', id, { type: 'StrikeFault', target: worker.id });
      sim.dispatchOrThrow('worker', worker.id, { type: 'CrashWorker' });
      if (pauses()) yield;
    }
  }
  // A one-shot fault ends now, unless it keeps hosts down for a window.
  if (sim.find('fault', id) === undefined || (keepsDown && spec.until !== null)) return;
  yield* sim.dispatchOrThrowInSteps('fault', id, { type: 'EndFault', reason: 'done' });
}

/**
 * The hosts that a fault took down recover when its window is over, or when it is removed. Hosts that another fault keeps down
 * stay down.
 */
export function* recoverHosts(
  sim: SimulationContext,
  { faultId, reason }: { readonly faultId: string; readonly reason: FaultEndReason },
): Steps<void> {
  if (!isTakenBack(reason)) return;
  for (const host of sim.state.findRelated('host', 'fault', faultId)) {
    yield* sim.dispatchOrThrowInSteps('host', host.id, { type: 'RecoverHost', faultId });
    yield;
  }
}

/** A fault that ends by its limit leaves its effects. One that ends by time or by hand ends as if it had never been. */
export const isTakenBack = (reason: FaultEndReason): boolean => reason === 'window' || reason === 'removed';

/** Tries hosts that are up first. A host that another fault keeps down is kept down by this one too. */
const hostsMatching = (sim: SimulationContext, { match }: FaultSpec): readonly string[] => {
  const { placements } = sim.state;
  const matching = [...hostsNamed(placements.hosts, match)].filter((host) => matches(match, placeOfHost(host))).map(({ id }) => id);
  const isDown = (id: string) => placements.isDown(id);
  return [...matching.filter((id) => !isDown(id)), ...matching.filter(isDown)];
};

/** The hosts that the match may match, in the order of the world's list. */
const hostsNamed = (hosts: HostList, { host, gpu }: FaultMatch): Iterable<HostSpec> => {
  if (host !== undefined) return [hosts.find(host) ?? []].flat();
  return gpu === undefined ? hosts.all() : hosts.withGpu(gpu);
};

const crashableWorkers = (sim: SimulationContext, { match }: FaultSpec): readonly Worker[] => {
  const up = [...workersNamed(sim, match)].filter((worker) => matches(match, placeOfWorker(sim.state, worker)));
  return crashable.flatMap((status) => up.filter((worker) => worker.status === status));
};

/** The workers that the match may match, oldest first. */
const workersNamed = ({ state }: SimulationContext, { worker, endpoint, host }: FaultMatch): Iterable<Worker> => {
  if (worker !== undefined) return state.byAge('worker', [worker]);
  if (endpoint !== undefined) return state.byAge('worker', state.fleet.of(endpoint).members);
  return host === undefined ? state.all('worker') : state.findRelated('worker', 'host', host);
};

/** The statuses in which a container can crash, in the order in which a fault chooses its targets. */
const crashable: readonly string[] = ['RUNNING', 'IDLE', 'INITIALIZING'];

/** The maximum that an endpoint is left, by how long it had no work; the longest first (fault.quota). */
const quotas = [
  { idleMs: 7 * 86_400_000, max: 0 },
  { idleMs: 3 * 86_400_000, max: 2 },
] as const;

/** Finds the endpoints that have been idle long enough for a lower maximum, and that maximum. */
const idleEndpoints = ({ state, now }: SimulationContext, { match }: FaultSpec): readonly (readonly [Endpoint, number])[] =>
  [...state.all('endpoint')].flatMap((endpoint) => {
    if (endpoint.status !== 'ACTIVE' || !matches(match, { endpoint: endpoint.id })) return [];
    const idleMs = now - findLastWork(state, endpoint);
    const quota = quotas.find((row) => idleMs >= row.idleMs);
    return quota === undefined || quota.max >= endpoint.config.workers.max ? [] : [[endpoint, quota.max] as const];
  });

/** The time of an endpoint's last work, by its workers, or else its creation. Infinite while a job waits or runs. */
const findLastWork = (state: SimulationContext['state'], { id, createdAt }: Endpoint): number => {
  if (!isOver(state.jobCounters.of(id))) return Number.POSITIVE_INFINITY;
  const taken = state.fleet.of(id).members.map((worker) => state.find('worker', worker)?.tookAt ?? 0);
  return Math.max(createdAt ?? 0, ...taken);
};
