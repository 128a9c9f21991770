import { entities, type Kind } from '../entities.ts';
import type { State } from '../state.ts';

/**
 * Whether an entity will change by itself, so that a poll lets time run to its next change. An endpoint is in transition while it
 * has jobs or requests that wait or run, or workers that start.
 */
export const isInTransition = (state: State, kind: Kind, id: string): boolean => {
  const entity = state.find(kind, id);
  if (entity === undefined) return false;
  if (kind !== 'endpoint') return (entities[kind].inTransition as readonly string[]).includes(entity.status);
  const { inQueue, inProgress } = state.jobCounters.of(id);
  const { waiting, inFlight } = state.traffic.of(id);
  return inQueue + inProgress + waiting.size + inFlight + state.fleet.count(id, 'INITIALIZING') > 0;
};
