import type { Endpoint } from '../endpoint/evolve.ts';
import type { ComputeRequest } from '../projections/placement.ts';
import type { SimulationContext } from './context.ts';
import type { HostSearch } from './placement.ts';

/**
 * In which order hosts are tried for a worker (worker.host-order). Others use the platform, too, so the hosts with room are not the first ones
 * of a list: an endpoint that grows meets hosts that it does not know, and one whose jobs come one by one stays where it was.
 */
export const orderHosts = <Request extends ComputeRequest>(
  sim: SimulationContext,
  { id, config }: Endpoint,
  workerId: string,
  requests: readonly Request[],
): Pick<HostSearch<Request>, 'own' | 'spread'> => {
  if (sim.settings.worker.hostOrder === 'listed') return {};
  const { hostImages, placements, fleet } = sim.state;
  const home = placements.hosts.find(hostImages.findHome(workerId, config.container.image ?? '') ?? '');
  const atHome = home === undefined ? undefined : requests.find((request) => placements.fits(home, request, 'given'));
  const taken = fleet.of(id).members.flatMap((member) => sim.find('worker', member)?.placement?.hostId ?? []);
  const tries = sim.find('worker', workerId)?.tries ?? 0;
  return {
    ...(home === undefined || atHome === undefined ? {} : { own: { host: home, request: atHome } }),
    spread: { from: sim.draw('worker/host', workerId, tries + 1), last: new Set(taken) },
  };
};
