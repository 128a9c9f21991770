import type { ComputeRequest } from '../projections/placement.ts';
import type { Worker } from '../worker/state.ts';
import type { SimulationContext } from './context.ts';

/**
 * Makes room for one of the requests by stopping workers that sleep: on the first host that they keep from having room, those that have
 * slept longest, as many as are needed (worker.sleep). Returns whether there is room now. While a fault denies hosts none is stopped, because
 * it might be for nothing.
 */
export const giveRoom = (sim: SimulationContext, requests: readonly ComputeRequest[]): boolean => {
  if (sim.settings.worker.sleep === 'off' || !sim.state.activeFaults.none('no-capacity')) return false;
  const sleepers = [...sim.state.all('worker')].filter(({ status }) => status === 'ASLEEP');
  const hostIds = [...new Set(sleepers.map(({ placement }) => placement?.hostId ?? ''))];
  const { placements } = sim.state;
  for (const request of requests) {
    for (const hostId of hostIds) {
      const host = placements.hosts.find(hostId);
      const asleep = sleepers.filter(({ placement }) => placement?.hostId === hostId);
      if (host === undefined || !placements.couldFit(host, request, countHeld(asleep))) continue;
      for (const { id } of asleep.sort((a, b) => (a.since ?? 0) - (b.since ?? 0))) {
        if (placements.fits(host, request)) break;
        sim.dispatchOrThrow('worker', id, { type: 'StopWorker', reason: 'given' });
      }
      return placements.fits(host, request);
    }
  }
  return false;
};

const countHeld = (workers: readonly Worker[]): { readonly gpus: number; readonly vcpus: number } => ({
  gpus: workers.reduce((sum, { gpuCount }) => sum + gpuCount, 0),
  vcpus: workers.reduce((sum, { vcpus }) => sum + vcpus, 0),
});
