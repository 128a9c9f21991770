import type { Kind, StateOf } from '../entities.ts';
import type { State } from '../state.ts';

/**
 * Whether an entity is on its way to somewhere: whoever polls it waits for it to change. An endpoint is, while it has
 * jobs that wait or run, or workers that start; a cluster, until every member runs.
 */
export const isUnsettled = (state: State, kind: Kind, id: string): boolean => {
  const entity = state.find(kind, id);
  if (entity === undefined) return false;
  switch (kind) {
    case 'job':
      return (entity as StateOf<'job'>).finishedAt === null;
    case 'endpoint': {
      const { inQueue, inProgress } = state.health.of(id);
      const { waiting, inFlight } = state.traffic.of(id);
      return inQueue + inProgress + waiting.size + inFlight + state.fleet.count(id, 'INITIALIZING') > 0;
    }
    default:
      return (onTheWay[kind] ?? []).includes(entity.status);
  }
};

/** The statuses of each kind that do not last. */
const onTheWay: { readonly [K in Kind]?: readonly string[] } = {
  pod: ['PROVISIONING', 'STARTING'],
  worker: ['INITIALIZING'],
  request: ['WAITING', 'IN_FLIGHT'],
  cluster: ['FORMING'],
};
