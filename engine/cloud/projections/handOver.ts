import { later, type VirtualTime, worldStart } from '../../kernel/time.ts';
import type { State } from '../state/state.ts';
import type { WorkerSettings } from '../worker/settings.ts';
import type { Worker } from '../worker/state.ts';

/**
 * The workers that are about to be up and are handed a job that waits, the one that is up first before the others (worker.handed). Which
 * job it is is decided when they take it: until then each is IN_QUEUE, and can be cancelled and purged as any other.
 */
export const workersHanded = (state: State, { handOver }: WorkerSettings, now: VirtualTime, endpointId: string): readonly Worker[] => {
  const { members, counts } = state.fleet.of(endpointId);
  if (handOver === 0 || counts.INITIALIZING === 0) return [];
  const soon = members.flatMap((id) => {
    const worker = state.find('worker', id);
    return worker?.status === 'INITIALIZING' && worker.pulls && upAt(worker) <= later(now, handOver) ? [worker] : [];
  });
  return soon.sort((a, b) => upAt(a) - upAt(b)).slice(0, state.queues.length(endpointId));
};

/** When the container of a starting worker is up. */
export const upAt = ({ since, startingMs }: Worker): VirtualTime => later(since ?? worldStart, startingMs);
