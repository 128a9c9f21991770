import { jobsUnderWay } from '../../cloud/batch/evolve.ts';
import { findProfile, type Kind, type PartOf, type Whole } from '../../cloud/entities.ts';
import type { State } from '../../cloud/state/state.ts';
import { asItsParts, isPassing } from '../../kernel/entity.ts';

/** Whether an entity will change by itself, so that a poll lets time run to its next change. */
export const isInTransition = (state: State, kind: Kind, id: string): boolean => {
  const entity = state.find(kind, id);
  if (entity === undefined) return false;
  const profile = findProfile(kind);
  if (profile.inTransition !== asItsParts) return isPassing(profile, entity);
  const counts: readonly Count[] = Object.values(counters[kind as Whole]);
  return counts.some((count) => count(state, id) > 0);
};

/** Whether a poll lets time run to the next change of anything, because the entity consists of others. */
export const hasParts = (kind: Kind): boolean => findProfile(kind).parts.length > 0;

type Count = (state: State, id: string) => number;

/** How many parts of an entity are in transition. */
const counters: { readonly [K in Whole]: { readonly [Part in PartOf<K>]: Count } } = {
  endpoint: {
    job({ jobCounters }, id) {
      const { inQueue, inProgress } = jobCounters.of(id);
      return inQueue + inProgress;
    },
    request({ traffic }, id) {
      const { waiting, inFlight } = traffic.of(id);
      return waiting.size + inFlight;
    },
    worker: ({ fleet }, id) => fleet.count(id, 'INITIALIZING'),
  },
  batch: {
    job(state, id) {
      const batch = state.find('batch', id);
      return batch === undefined ? 0 : jobsUnderWay(batch);
    },
  },
};
