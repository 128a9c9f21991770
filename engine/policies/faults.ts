import type { FaultKind, FaultMatch, FaultSpec } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import { keyText } from '../kernel/rng.ts';
import type { Simulation } from '../simulation.ts';
import type { Worker } from '../worker/evolve.ts';

/**
 * Asks whether a fault of this kind strikes here and now, and has it strike. `occasion` keys the draw: each occasion
 * is drawn for once, whatever else goes on. Where it is, is asked only while there are such faults.
 */
export const strike = (
  world: Simulation,
  kind: FaultKind,
  where: () => FaultMatch & { readonly occasion: string },
): FaultSpec | undefined => {
  const { activeFaults } = world.state;
  if (activeFaults.none(kind)) return undefined;
  const { occasion, ...place } = where();
  for (const { id, spec } of activeFaults.of(kind)) {
    if (spec.atOnce || !matches(spec.match, place)) continue;
    if (spec.chance !== null && world.draw('fault/strike', keyText(activeFaults.keyOf(id), occasion)) >= spec.chance[0] / spec.chance[1])
      continue;
    world.tell('fault', id, {
      type: 'StrikeFault',
      target: place.worker ?? place.pod ?? place.operation ?? place.endpoint ?? place.gpu ?? '',
    });
    return spec;
  }
  return undefined;
};

/** A `worker-crash` at one instant takes down the workers it matches, the busy ones first; a `host-failure` the hosts. */
export const strikeAtOnce = (world: Simulation, _event: unknown, { id, spec }: Fault): void => {
  if (!spec.atOnce) return;
  if (spec.fault === 'host-failure') {
    for (const host of hostsMatching(world, spec).slice(0, spec.limit ?? 1)) {
      world.tell('host', host, { type: 'FailHost', faultId: id });
      world.tell('fault', id, { type: 'StrikeFault', target: host });
    }
    return;
  }
  for (const worker of crashableWorkers(world, spec).slice(0, spec.limit ?? 1)) {
    world.tell('fault', id, { type: 'StrikeFault', target: worker.id });
    world.tell('worker', worker.id, { type: 'CrashWorker' });
  }
  if (world.find('fault', id) !== undefined) world.tell('fault', id, { type: 'EndFault', reason: 'done' });
};

/** The hosts that a fault took down are back when its window is over, or it is taken away; those that another keeps down are not. */
export const recoverHosts = (world: Simulation, { faultId, reason }: { readonly faultId: string; readonly reason: string }): void => {
  if (reason !== 'window' && reason !== 'removed') return;
  for (const host of [...world.state.all('host')]) {
    if (host.downBy === faultId) world.tell('host', host.id, { type: 'RecoverHost' });
  }
};

const hostsMatching = (world: Simulation, { match }: FaultSpec): readonly string[] => {
  const { placements } = world.state;
  return [...placements.hosts.all()].map(({ id }) => id).filter((id) => !placements.isDown(id) && matches(match, whereHost(world, id)));
};

const whereHost = (world: Simulation, id: string): FaultMatch => {
  const dataCenter = world.state.placements.hosts.find(id)?.dataCenterId;
  return dataCenter === undefined ? { host: id } : { host: id, dataCenter };
};

const crashableWorkers = (world: Simulation, { match }: FaultSpec): readonly Worker[] => {
  const up = [...world.state.all('worker')].filter((worker) => matches(match, { endpoint: worker.endpointId, worker: worker.id }));
  return crashable.flatMap((status) => up.filter((worker) => worker.status === status));
};

/** The statuses in which a container can die, in the order in which a fault picks its victims. */
const crashable: readonly string[] = ['RUNNING', 'IDLE', 'INITIALIZING'];

/** Every part that a fault names must be so. */
const matches = (match: FaultMatch, where: FaultMatch): boolean =>
  (Object.keys(match) as (keyof FaultMatch)[]).every((part) => match[part] === undefined || match[part] === where[part]);
