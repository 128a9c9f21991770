import { entities, type Kind } from '../entities.ts';
import type { State } from '../state.ts';

/**
 * Whether an entity is on its way to somewhere: whoever polls it waits for it to change. An endpoint is, while it has
 * jobs that wait or run, or workers that start; a cluster, until every member runs.
 */
export const isInTransition = (state: State, kind: Kind, id: string): boolean => {
  const entity = state.find(kind, id);
  if (entity === undefined) return false;
  if (kind !== 'endpoint') return (entities[kind].inTransition as readonly string[]).includes(entity.status);
  const { inQueue, inProgress } = state.jobCounters.of(id);
  const { waiting, inFlight } = state.traffic.of(id);
  return inQueue + inProgress + waiting.size + inFlight + state.fleet.count(id, 'INITIALIZING') > 0;
};
