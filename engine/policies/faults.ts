import type { FaultKind, FaultMatch, FaultSpec } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import type { Simulation } from '../simulation.ts';

/**
 * Asks whether a fault of this kind strikes here and now, and has it strike. `occasion` keys the draw: each occasion
 * is drawn for once, whatever else goes on. Where it is, is asked only while there are such faults.
 */
export const strike = (
  world: Simulation,
  kind: FaultKind,
  where: () => FaultMatch & { readonly occasion: string },
): FaultSpec | undefined => {
  if (world.state.activeFaults.none(kind)) return undefined;
  const { occasion, ...place } = where();
  for (const { id, spec } of world.state.activeFaults.of(kind)) {
    if (spec.atOnce || !matches(spec.match, place)) continue;
    if (spec.chance !== null && world.draw('fault/strike', `${id}/${occasion}`) >= spec.chance[0] / spec.chance[1]) continue;
    world.tell('fault', id, { type: 'StrikeFault', target: place.worker ?? place.operation ?? place.endpoint ?? '' });
    return spec;
  }
  return undefined;
};

/** A `worker-crash` at one instant takes down the workers it matches, the busy ones first, up to its limit. */
export const strikeAtOnce = (world: Simulation, _event: unknown, { id, spec }: Fault): void => {
  if (!spec.atOnce) return;
  const up = [...world.state.all('worker')].filter(
    (worker) => matches(spec.match, { endpoint: worker.endpointId, worker: worker.id }) && crashable.includes(worker.status),
  );
  const inOrder = crashable.flatMap((status) => up.filter((worker) => worker.status === status));
  for (const worker of inOrder.slice(0, spec.limit ?? 1)) {
    world.tell('fault', id, { type: 'StrikeFault', target: worker.id });
    world.tell('worker', worker.id, { type: 'CrashWorker' });
  }
  if (world.find('fault', id) !== undefined) world.tell('fault', id, { type: 'EndFault', reason: 'done' });
};

/** The statuses in which a container can die, in the order in which a fault picks its victims. */
const crashable: readonly string[] = ['RUNNING', 'IDLE', 'INITIALIZING'];

const matches = (match: FaultMatch, where: FaultMatch): boolean =>
  (match.endpoint === undefined || match.endpoint === where.endpoint) &&
  (match.worker === undefined || match.worker === where.worker) &&
  (match.operation === undefined || match.operation === where.operation);
