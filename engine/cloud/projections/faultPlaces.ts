import type { HostSpec } from '../catalog/hostSpec.ts';
import { configOfRelease } from '../endpoint/evolve.ts';
import type { FaultKind, FaultMatch } from '../fault/events.ts';
import type { Fault } from '../fault/evolve.ts';
import { matches, placeOfHost } from '../fault/match.ts';
import type { Pod } from '../pod/evolve.ts';
import type { State } from '../state/state.ts';
import type { Worker } from '../worker/state.ts';
import type { ComputeRequest } from './placement.ts';

/** A worker in the terms of a fault's match: its endpoint, its image, and its host. */
export const placeOfWorker = (
  state: Pick<State, 'find'>,
  { id, endpointId, version, placement }: Pick<Worker, 'id' | 'endpointId' | 'version' | 'placement'>,
): FaultMatch => {
  const endpoint = state.find('endpoint', endpointId);
  const image = endpoint && configOfRelease(endpoint, version).container.image;
  return { endpoint: endpointId, worker: id, ...(image === undefined ? {} : { image }), ...whereOn(placement) };
};

/** A pod in the terms of a fault's match. */
export const placeOfPod = ({ id, config, placement }: Pod): FaultMatch => ({
  pod: id,
  image: config.container.image,
  ...whereOn(placement),
});

const whereOn = (placement: Worker['placement']): FaultMatch =>
  placement === null
    ? {}
    : {
        host: placement.hostId,
        dataCenter: placement.dataCenterId,
        ...(placement.gpuTypeId === null ? {} : { gpu: placement.gpuTypeId }),
      };

/** The faults of a kind that may strike there now. */
export const faultsAt = (state: Pick<State, 'activeFaults'>, kind: FaultKind, place: FaultMatch): readonly Fault[] =>
  [...state.activeFaults.of(kind)].filter(({ spec }) => !spec.atOnce && matches(spec.match, place));

/**
 * Finds the `no-capacity` faults that alone keep one of these requests from a host; empty if the hosts are full. `place` describes the
 * entity that looks for a host.
 */
export const faultsInTheWay = (state: State, requests: readonly ComputeRequest[], place: FaultMatch): readonly Fault[] => {
  const found: Fault[] = [];
  const placeOn = (host: HostSpec): FaultMatch => ({ ...place, ...placeOfHost(host) });
  const isOpen = (host: HostSpec) => found.every(({ spec }) => !matches(spec.match, placeOn(host)));
  for (;;) {
    const host = firstDefined(
      requests,
      (request) => state.placements.find(request, isOpen) ?? state.placements.find(request, isOpen, 'given'),
    );
    const fault = host === undefined ? undefined : faultsAt(state, 'no-capacity', placeOn(host))[0];
    if (fault === undefined) return found;
    found.push(fault);
  }
};

const firstDefined = <Item, Result>(items: readonly Item[], of: (item: Item) => Result | undefined): Result | undefined => {
  for (const item of items) {
    const result = of(item);
    if (result !== undefined) return result;
  }
  return undefined;
};
